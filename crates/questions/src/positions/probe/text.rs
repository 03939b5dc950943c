//! What `nimzo probe` prints for people: who is to move and what each move does for that player.
//! (In JSON a move has the value of the position after it, as the opponent sees it, as Lichess's
//! server says it.)

use std::fmt;

use nimzo_chess::fen::side_name;
use nimzo_chess::probe::{Category, MoveInfo, PositionInfo};
use shakmaty::Position;

use super::{MateUnderRule, ProbeAnswer};

/// A depth that a position may have: what it is to, in a sentence and over a column.
struct Goal {
    sentence: &'static str,
    column: &'static str,
    of: fn(&PositionInfo) -> Option<i32>,
    /// Whether it may be a ply more, because Syzygy's files, which round, have told it.
    rounded: fn(&PositionInfo) -> bool,
}

impl Goal {
    /// The plies, with `~` where they may be one more; nothing for a draw.
    fn plies(&self, info: &PositionInfo) -> Option<String> {
        let plies = (self.of)(info).filter(|&plies| plies != 0)?.unsigned_abs();
        Some(format!("{}{plies}", if (self.rounded)(info) { "~" } else { "" }))
    }
}

const GOALS: [Goal; 3] = [
    Goal { sentence: "mate", column: "mate", of: |info| info.dtm, rounded: |_| false },
    Goal {
        sentence: "a zeroing move",
        column: "zeroing",
        of: |info| info.dtz,
        rounded: |info| info.precise_dtz.is_none(),
    },
    Goal {
        sentence: "a conversion",
        column: "conversion",
        of: |info| info.dtc,
        rounded: |_| false,
    },
];

/// Moves by what they do for the player who makes them.
const GROUPS: [(&str, &[Category]); 4] = [
    ("Winning", &[Category::Win, Category::MaybeWin, Category::CursedWin]),
    ("Drawing", &[Category::Draw]),
    ("Losing", &[Category::BlessedLoss, Category::MaybeLoss, Category::Loss]),
    ("Unknown", &[Category::Unknown]),
];

impl fmt::Display for ProbeAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.verdict())?;
        if let Some(MateUnderRule { dtm50, dtm50_exact }) = self.mate {
            match (dtm50, dtm50_exact) {
                (0, true) => write!(f, "; no mate under the fifty-move rule from this clock")?,
                (plies, true) => write!(f, "; {} under the fifty-move rule", mate(plies))?,
                (plies, false) => write!(f, "; {} at least under the rule", mate(plies))?,
            }
        }
        self.write_moves(f)?;
        if let Some(advice) = &self.advice {
            write!(f, "\nno table knows the position; {advice}")?;
        }
        Ok(())
    }
}

fn mate(plies: i32) -> String {
    format!("mate in {} plies", plies.unsigned_abs())
}

impl ProbeAnswer {
    /// Who is to move, what comes of it, and how far it is.
    pub(super) fn verdict(&self) -> String {
        let info = &self.response.info;
        let side = side_name(self.position.turn());
        let comes = match self.response.category {
            _ if info.checkmate => return format!("{side} is checkmated"),
            _ if info.stalemate => return format!("{side} is stalemated: a draw"),
            Category::Win => "wins",
            Category::CursedWin => "wins, but the fifty-move rule makes it a draw",
            Category::MaybeWin => "wins, perhaps not within the fifty-move rule",
            Category::Draw if info.insufficient_material => "draws: nobody can mate any more",
            Category::Draw => "draws",
            Category::BlessedLoss => "loses, but the fifty-move rule makes it a draw",
            Category::MaybeLoss => "loses, perhaps not within the fifty-move rule",
            Category::Loss => "loses",
            Category::Unknown => "does what no table knows",
        };
        let depths: Vec<String> = GOALS
            .iter()
            .filter_map(|goal| Some(format!("{} to {}", goal.plies(info)?, goal.sentence)))
            .collect();
        match depths.split_first() {
            None => format!("{side} to move {comes}"),
            Some((first, others)) => {
                let first = first.replacen(" to", " plies to", 1);
                let all = [&[first], others].concat();
                format!("{side} to move {comes}: {}", all.join(", "))
            }
        }
    }

    fn write_moves(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = &self.response.moves;
        let goals: Vec<&Goal> = GOALS
            .iter()
            .filter(|goal| moves.iter().any(|mv| (goal.of)(&mv.info).is_some_and(|d| d != 0)))
            .collect();
        for (name, categories) in GROUPS {
            let does = |mv: &&MoveInfo| categories.contains(&-mv.category);
            let group: Vec<&MoveInfo> = moves.iter().filter(does).collect();
            if group.is_empty() {
                continue;
            }
            let heading = format!("{name} moves: {}", group.len());
            let has_depths =
                categories.iter().any(|c| !matches!(c, Category::Draw | Category::Unknown));
            match has_depths && !goals.is_empty() {
                false => write!(f, "\n{heading}")?,
                true => {
                    write!(f, "\n{heading:<20} plies left to")?;
                    goals.iter().try_for_each(|goal| write!(f, " {:>10}", goal.column))?;
                }
            }
            for mv in group {
                self.write_move(f, mv, has_depths.then_some(&goals))?;
            }
        }
        Ok(())
    }

    fn write_move(
        &self,
        f: &mut fmt::Formatter<'_>,
        mv: &MoveInfo,
        goals: Option<&Vec<&Goal>>,
    ) -> fmt::Result {
        let mut line = format!("  {:<32}", mv.san);
        for goal in goals.into_iter().flatten() {
            let plies = match mv.info.checkmate {
                true => 0.to_string(),
                false => goal.plies(&mv.info).unwrap_or_default(),
            };
            line += &format!(" {plies:>10}");
        }
        let remark = match -mv.category {
            _ if mv.info.checkmate => "  mate",
            _ if mv.info.stalemate => "  stalemate",
            _ if mv.info.insufficient_material => "  nobody can mate any more",
            Category::CursedWin | Category::BlessedLoss => "  a draw by the fifty-move rule",
            Category::MaybeWin | Category::MaybeLoss => "  perhaps not within the fifty-move rule",
            _ => "",
        };
        line += remark;
        write!(f, "\n{}", line.trim_end())
    }
}
