//! An analysis as text.

use std::fmt;

use super::{Analysis, ComponentMove, ComponentMoves};
use crate::Dyadic;

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, value: String| writeln!(f, "{name:<18}{value}");
        let known = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
        let number = |value: Option<Dyadic>| known(value.map(|number| number.to_string()));
        for warning in &self.warnings {
            line("note", warning.clone())?;
        }
        if let Some(name) = &self.name {
            line("name", name.clone())?;
        }
        line("canonical form", self.canonical.clone())?;
        line("outcome", told(&self.outcome))?;
        if let (Some(left), Some(right)) = (self.left_stop, self.right_stop) {
            line("stops", format!("Left {left}, Right {right}"))?;
        }
        line("mean", self.no_mean.clone().unwrap_or_else(|| number(self.mean)))?;
        if self.temperature.is_some() {
            line("temperature", number(self.temperature))?;
        }
        let weight = self.atomic_weight.clone().or_else(|| self.no_atomic_weight.clone());
        line("atomic weight", known(weight))?;
        for (name, value) in [("uptimal", &self.uptimal), ("reduced form", &self.reduced)] {
            if let Some(value) = value.as_ref().filter(|&value| *value != self.canonical) {
                line(name, value.clone())?;
            }
        }
        if let Some(birthday) = self.birthday {
            line("birthday", birthday.to_string())?;
        }
        if let (Some(chilled), Some(frozen)) = (&self.chilled, &self.frozen) {
            line("chilled", chilled.clone())?;
            line("frozen", frozen.clone())?;
        }
        for (name, games) in [
            ("left options", &self.left_options),
            ("right options", &self.right_options),
            ("left incentives", &self.left_incentives),
            ("right incentives", &self.right_incentives),
        ] {
            if !games.is_empty() {
                line(name, games.join(", "))?;
            }
        }
        if self.components.len() > 1 {
            line("Left wins by", told_moves(&self.components, |c| &c.left, |found| found.wins))?;
            line("Right wins by", told_moves(&self.components, |c| &c.right, |found| found.wins))?;
            let orthodox = |found: &ComponentMove| found.orthodox;
            line("Left orthodox", told_moves(&self.components, |c| &c.left, orthodox))?;
            line("Right orthodox", told_moves(&self.components, |c| &c.right, orthodox))?;
        }
        if let Some(komaster) = &self.komaster {
            for (name, found) in
                [("Left komaster", &komaster.left), ("Right komaster", &komaster.right)]
            {
                let mast = format!("mean {}, temperature {}", found.mean, found.temperature);
                line(name, mast)?;
                line("  left wall", found.left_wall.to_string())?;
                line("  right wall", found.right_wall.to_string())?;
            }
        }
        line("left wall", self.thermograph.left().to_string())?;
        match &self.thermograph_upper {
            None => write!(f, "{:<18}{}", "right wall", self.thermograph.right()),
            Some(upper) => {
                line("  at most", upper.left().to_string())?;
                line("right wall", self.thermograph.right().to_string())?;
                write!(f, "{:<18}{}", "  at most", upper.right())
            }
        }
    }
}

/// An outcome class in words.
fn told(outcome: &str) -> String {
    let words = match outcome {
        "L" => "Left wins, whoever starts",
        "R" => "Right wins, whoever starts",
        "N" => "whoever starts wins",
        "P" => "whoever starts loses",
        other => return other.to_owned(),
    };
    format!("{outcome} ({words})")
}

/// The moves of one player that are of a kind, as `component to option`.
fn told_moves(
    components: &[ComponentMoves],
    side: fn(&ComponentMoves) -> &Vec<ComponentMove>,
    wanted: impl Fn(&ComponentMove) -> bool,
) -> String {
    let moves = components.iter().flat_map(|component| {
        let found = side(component).iter().filter(|found| wanted(found));
        found.map(|found| format!("{} to {}", component.component, found.to))
    });
    match moves.collect::<Vec<_>>() {
        none if none.is_empty() => "no move".to_owned(),
        some => some.join(", "),
    }
}
