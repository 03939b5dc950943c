//! Expressions as text, which reads back as the same expression.

use std::fmt;

use nimzo_chess::Wdl;
use shakmaty::Color;

use super::Query;
use super::expression::{Expression, MoveTest, Number};

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expression.fmt(f)
    }
}

fn side(color: Color) -> char {
    color.fold_wb('w', 'b')
}

/// What an expression stands in: it is put in brackets where it would bind less closely.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Within {
    Nothing,
    Or,
    And,
}

/// Something with `and`s and `or`s.
trait Nested: Sized {
    fn write(&self, f: &mut fmt::Formatter<'_>, within: Within) -> fmt::Result;

    fn list(f: &mut fmt::Formatter<'_>, all: &[Self], own: Within, within: Within) -> fmt::Result {
        let brackets = within >= own;
        f.write_str(if brackets { "(" } else { "" })?;
        for (number, one) in all.iter().enumerate() {
            let word = if own == Within::And { " and " } else { " or " };
            f.write_str(if number == 0 { "" } else { word })?;
            one.write(f, own)?;
        }
        f.write_str(if brackets { ")" } else { "" })
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Within::Nothing)
    }
}

impl Nested for Expression {
    fn write(&self, f: &mut fmt::Formatter<'_>, within: Within) -> fmt::Result {
        match self {
            Self::And(all) => Self::list(f, all, Within::And, within),
            Self::Or(all) => Self::list(f, all, Within::Or, within),
            Self::Not(one) => {
                f.write_str("not ")?;
                one.write(f, Within::And)
            }
            Self::Legal => f.write_str("legal"),
            Self::ToMove(color) => write!(f, "{}tm", side(*color)),
            Self::Result(color, wdl) => {
                let word = match wdl {
                    Wdl::Win => "win",
                    Wdl::Draw => "draw",
                    Wdl::Loss => "loss",
                };
                write!(f, "{word}({})", side(*color))
            }
            Self::Spoilt(color, Wdl::Win) => write!(f, "cursed({})", side(*color)),
            Self::Spoilt(color, _) => write!(f, "blessed({})", side(*color)),
            Self::Compare(one, relation, two) => write!(f, "{one} {} {two}", relation.sign()),
            Self::On(men, squares) => write!(f, "{men} on {squares}"),
            Self::Attacks(one, two) => write!(f, "attacks({one}, {two})"),
            Self::SameColorBishops => f.write_str("same_color_bishops"),
            Self::OppositeColorBishops => f.write_str("opposite_color_bishops"),
            Self::Check => f.write_str("check"),
            Self::Mate => f.write_str("mate"),
            Self::Stalemate => f.write_str("stalemate"),
            Self::Reachable => f.write_str("reachable"),
            Self::Zugzwang(kinds) => match &kinds[..] {
                [kind] => write!(f, "zug({kind})"),
                _ => f.write_str("mutual"),
            },
            Self::Null(one) => write!(f, "null({one})"),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(number) => write!(f, "{number}"),
            Self::Depth(metric, color) => write!(f, "{metric}({})", side(*color)),
            Self::Moves(color, test) if *test == MoveTest::ANY => {
                write!(f, "moves({})", side(*color))
            }
            Self::Moves(color, test) => write!(f, "moves({}, {test})", side(*color)),
            Self::Men(men, squares) => write!(f, "count({men} on {squares})"),
        }
    }
}

impl fmt::Display for MoveTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Within::Nothing)
    }
}

impl Nested for MoveTest {
    fn write(&self, f: &mut fmt::Formatter<'_>, within: Within) -> fmt::Result {
        match self {
            Self::And(all) => Self::list(f, all, Within::And, within),
            Self::Or(all) => Self::list(f, all, Within::Or, within),
            Self::Not(one) => {
                f.write_str("not ")?;
                one.write(f, Within::And)
            }
            Self::Result(Wdl::Win) => f.write_str("wins"),
            Self::Result(Wdl::Draw) => f.write_str("draws"),
            Self::Result(Wdl::Loss) => f.write_str("loses"),
            Self::Takes(None) => f.write_str("capture"),
            Self::Takes(Some(role)) => write!(f, "capture of {}", role.upper_char()),
            Self::Promotes(None) => f.write_str("promotion"),
            Self::Promotes(Some(role)) => write!(f, "promotion to {}", role.upper_char()),
            Self::By(role) => write!(f, "by {}", role.upper_char()),
            Self::Check => f.write_str("check"),
            Self::Mate => f.write_str("mate"),
            Self::Stalemate => f.write_str("stalemate"),
        }
    }
}
