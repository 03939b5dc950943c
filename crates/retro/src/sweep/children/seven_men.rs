//! What captures of seven men lead to: classes of six men with a pair that is stored once for both orders.

use std::sync::Arc;

use nimzo_chess::Material;
use shakmaty::{ByColor, Color};

use super::line::Along;
use super::regions::ManSquare;
use super::view::{Data, View};
use super::{arrange, layout_of, material_of};
use crate::layout::slices::Pawns;
use crate::layout::symmetry::Symmetry;
use crate::layout::{MAX_PIECES, Man};
use crate::planes::{BitPlane, WdlPlanes};
use crate::sweep::codes::Counting;
use crate::sweep::geometry::Geometry;

/// A line through a child has the slots of its positions, whoever of the pair runs along it.
#[test]
fn lines_lead_to_the_slots_of_children() {
    let mut chance = fastrand::Rng::with_seed(1);
    for name in ["KRRNvKRR", "KQRRvKNN", "KRRRvKNN", "KQRBvKRN"] {
        let class: Material = name.parse().unwrap();
        let layout = layout_of(class).unwrap();
        let geometry = Geometry::bare(&layout, Pawns::default());
        let men = layout.men();
        let (row, column) = (men.len() - 2, men.len() - 1);
        let source = |man: usize| match man {
            _ if man == row => ManSquare::Row,
            _ if man == column => ManSquare::Column,
            _ => ManSquare::Outside(man),
        };
        let (mut seen, mut paired) = (0, 0);
        while seen < 400 {
            let block = chance.usize(..layout.blocks());
            let outside = geometry.outside_men_of_block(block);
            let taken = chance.usize(2..men.len());
            let left: Vec<(Man, ManSquare)> = (0..men.len())
                .filter(|&man| man != taken)
                .map(|man| (men[man], source(man)))
                .collect();
            let material = material_of(&left, Pawns::default());
            let flipped = !material.is_canonical();
            let child = layout_of(material.canonical()).unwrap();
            let reflection = if flipped { Symmetry::FLIP } else { Symmetry::IDENTITY };
            let sources = arrange(&child, &left, flipped);
            let plane = || BitPlane::zeroed(0);
            let planes = |_| WdlPlanes { win: plane(), draw: plane(), loss: plane() };
            let data = Data::Wdl(Arc::new(ByColor::new_with(planes)));
            let (child_of, at) = ((Arc::clone(&child), 0), Color::White);
            let view = View::new(child_of, data, at, sources, reflection, Counting::Zeroing, 100);
            for (along, runs) in [(Along::Row, row), (Along::Column, column)] {
                let fixed = chance.u8(..64);
                let Some(line) = view.line(&outside, along, fixed) else { continue };
                paired += usize::from(child.is_folded() && runs != taken);
                for square in 0..64 {
                    let mut squares = [0; MAX_PIECES];
                    for (place, source) in squares.iter_mut().zip(&sources[..child.men().len()]) {
                        let stands = match *source {
                            ManSquare::Outside(man) => outside.squares[man],
                            ManSquare::Row if runs == row => square,
                            ManSquare::Column if runs == column => square,
                            _ => fixed,
                        };
                        *place = reflection.square(stands);
                    }
                    assert_eq!(
                        Some(line.slot(square)),
                        child.slot(&squares),
                        "{name} {block} {taken}"
                    );
                }
                seen += 1;
            }
        }
        // Of six different men no two are ever a pair.
        assert_eq!(paired > 0, name != "KQRBvKRN", "{name}");
    }
}
