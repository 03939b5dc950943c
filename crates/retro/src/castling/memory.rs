//! Positions with castling rights beside solved classes in memory.

use std::collections::HashMap;

use nimzo_chess::{
    Depth, Dtc, Dtm, Dtz, Dtz50, Error, Known, Material, Metric, Probe, Values, Wdl,
};
use nimzo_work::Task;
use shakmaty::{Chess, Position};

use super::solve::{Appendix, solve};

/// Appendices of some classes, kept in memory.
pub struct Appendices {
    metrics: Vec<Metric>,
    classes: HashMap<Material, Appendix>,
}

impl Appendices {
    /// None yet, of which these metrics are wanted; the result always is.
    pub fn of(metrics: &[Metric]) -> Self {
        Self { metrics: metrics.to_vec(), classes: HashMap::new() }
    }

    /// The appendix of a class, if it is there.
    pub fn get(&self, class: Material) -> Option<&Appendix> {
        self.classes.get(&class.canonical())
    }

    /// Solves a class with castling rights, unless it is there; those that it leads to must be. `base`
    /// knows positions without rights.
    pub fn solve(
        &mut self,
        class: Material,
        base: &dyn Probe,
        task: &Task,
    ) -> Result<(), crate::Error> {
        let class = class.canonical();
        if self.classes.contains_key(&class) {
            return Ok(());
        }
        let beside = self.beside(base);
        let outside = |position: &Chess| -> Result<Values, crate::Error> {
            let known = beside.probe(position, &self.metrics);
            Ok(filled(known.map_err(|error| crate::Error::Outside(Box::new(error)))?))
        };
        let appendix = solve(class, outside, task)?.ok_or(crate::Error::TooLarge(class))?;
        self.classes.insert(class, appendix);
        Ok(())
    }

    /// The values of these and of positions without rights.
    pub fn beside<'a>(&'a self, base: &'a dyn Probe) -> WithRights<'a> {
        WithRights { base, appendices: self }
    }
}

/// All depths of a position, where those that are not known are made up to fit the result. Each metric
/// is solved by itself, so what is made up stays so and is never shown.
pub fn filled(known: Known) -> Values {
    let made_up = match known.wdl {
        Wdl::Win => Depth::Win(1),
        Wdl::Draw => Depth::Draw,
        Wdl::Loss => Depth::Loss(2),
    };
    let depth = |metric| known.depth(metric).and_then(|depth| depth.exact()).unwrap_or(made_up);
    Values {
        dtm: Dtm(depth(Metric::Dtm)),
        dtc: Dtc(depth(Metric::Dtc)),
        dtz: Dtz(depth(Metric::Dtz)),
        dtz50: Dtz50(depth(Metric::Dtz50)),
    }
}

/// Values of positions with and without castling rights.
pub struct WithRights<'a> {
    base: &'a dyn Probe,
    appendices: &'a Appendices,
}

impl Probe for WithRights<'_> {
    fn name(&self) -> String {
        self.base.name()
    }

    fn knows_castling(&self) -> bool {
        true
    }

    fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, Error> {
        if position.castles().is_empty() {
            return self.base.look_up(position, wanted);
        }
        let class = Material::of_board(position.board());
        let found = self.appendices.get(class).and_then(|appendix| appendix.look_up(position));
        let values = found.ok_or_else(|| Error::missing(&self.name(), position, Metric::Wdl))?;
        let all = Known::from(values);
        let mut known = Known::result(values.wdl());
        for &metric in wanted.iter().filter(|metric| self.appendices.metrics.contains(metric)) {
            if let Some(depth) = all.depth(metric).and_then(|depth| depth.exact()) {
                known = known.with(metric, depth);
            }
        }
        Ok(known)
    }
}
