//! Positions of a plan that are watched: their depths are noted where those of their class are not kept.

use nimzo_chess::Material;
use nimzo_chess::rules::in_class_colors;
use shakmaty::Chess;

use super::plan::Plan;
use crate::sweep::Spot;

impl Plan {
    /// Watches those of these positions that are in classes of which depths are asked for and not kept.
    pub fn watch<'a>(&mut self, positions: impl IntoIterator<Item = &'a Chess>) {
        for position in positions {
            let (board, turn) = in_class_colors(position);
            let class = Material::of_board(&board);
            let Some(layout) = self.layouts.get(&class) else { continue };
            let steps = &mut self.steps;
            let Some(step) = steps.iter_mut().find(|step| step.class == class) else { continue };
            if let (true, Some(address)) = (step.goals.discard_depths, layout.locate(&board)) {
                let spot = Spot { address, turn };
                if !step.watched.contains(&spot) {
                    step.watched.push(spot);
                }
            }
        }
    }
}
