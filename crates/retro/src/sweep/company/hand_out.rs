//! A smaller class that was solved together, brought to where it is read.
//!
//! A capture leaves the kings where they are. So the positions after captures out of a frame lie in the same
//! frame of the smaller class, which has the same owner and is at hand already; only where colours are
//! exchanged, because the smaller class is kept with its stronger side first, do they lie elsewhere.

use std::sync::Arc;

use nimzo_chess::Material;
use shakmaty::{ByColor, Color};

use super::gather::Plane;
use super::{Sharing, Together, Unreadable};
use crate::Error;
use crate::layout::Layout;
use crate::layout::symmetry::Symmetry;
use crate::sweep::Solved;

/// Gives each member the results that its frames of `parent` lead to. `solved` is a class after a capture, of
/// which each member has its own frames; neither has pawns.
pub fn hand_out(solved: &mut Solved, parent: &Layout, together: Together<'_>) -> Result<(), Error> {
    let (me, size) = (together.company.me(), together.company.size());
    let sharing = Sharing::new(parent, size);
    let (class, places) = (solved.layout.material(), solved.layout.outer_places());
    let [values] = &mut solved.slices[..] else { unreachable!("without pawns there is one slice") };
    let wdl = Arc::get_mut(&mut values.wdl).expect("a class just solved has one owner");
    for (side, reached) in reached_with_colours_exchanged(parent.material(), class).zip_color() {
        if !reached {
            continue;
        }
        let planes = &mut wdl[side];
        let planes = &mut [&mut planes.win, &mut planes.draw, &mut planes.loss]
            .map(|plane| Plane::Bits(plane));
        // Which frames a member reads that another one has.
        let wanted = |reader: usize, owner: usize| {
            let read = sharing.frames_of(reader).into_iter().map(|frame| exchanged(parent, frame));
            read.filter(|&frame| sharing.owner(frame) == Some(owner)).collect::<Vec<_>>()
        };
        let mut outgoing = vec![Vec::new(); size];
        for (reader, message) in outgoing.iter_mut().enumerate().filter(|&(one, _)| one != me) {
            for frame in wanted(reader, me) {
                planes.iter().for_each(|plane| plane.read(frame, places, message));
            }
        }
        let incoming = together.company.exchange(outgoing)?;
        for (owner, message) in incoming.iter().enumerate().filter(|&(one, _)| one != me) {
            let mut rest = &message[..];
            for frame in wanted(me, owner) {
                for plane in planes.iter_mut() {
                    let bytes = rest.split_at_checked(plane.frame_bytes(places));
                    let (bytes, after) = bytes.ok_or(Unreadable(owner))?;
                    plane.write(frame, places, bytes);
                    rest = after;
                }
            }
        }
    }
    Ok(())
}

/// The frame with the kings' colours exchanged.
fn exchanged(layout: &Layout, frame: u16) -> usize {
    let frames = layout.frames();
    let [white, black] = frames.kings[usize::from(frame)].map(|king| Symmetry::FLIP.square(king));
    frames.find(black, white).map_or(usize::from(frame), |found| usize::from(found.frame))
}

/// Whether captures out of `parent` lead to `class` with colours exchanged, by the side to move there.
fn reached_with_colours_exchanged(parent: Material, class: Material) -> ByColor<bool> {
    ByColor::new_with(|side: Color| {
        // Who is to move there has just lost a man, as the other colour.
        let victim = !side;
        parent.army(victim).roles().any(|role| {
            let Some(army) = parent.army(victim).without(role) else { return false };
            let after = match victim {
                Color::White => Material { white: army, ..parent },
                Color::Black => Material { black: army, ..parent },
            };
            !after.is_canonical() && after.canonical() == class
        })
    })
}
