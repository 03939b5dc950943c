//! What a query is once it is read: few kinds of expressions, to which all words come down.

use nimzo_chess::{Metric, Wdl};
use nimzo_retro::layout::symmetry::Symmetry;
use nimzo_zugzwang::Kind;
use shakmaty::{Color, Role};

use super::men::{Men, Squares};

/// Something that holds in a position or does not. Without en passant and castling rights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// All of them hold.
    And(Vec<Expression>),
    /// One of them holds.
    Or(Vec<Expression>),
    /// It does not hold.
    Not(Box<Expression>),
    /// Every legal position.
    Legal,
    /// This side is to move.
    ToMove(Color),
    /// This side is to move, with this result.
    Result(Color, Wdl),
    /// This side is to move, and the fifty-move rule makes a draw of its win or loss.
    Spoilt(Color, Wdl),
    /// Two numbers stand in a relation, where both exist.
    Compare(Number, Relation, Number),
    /// Some of these men stands on one of these squares.
    On(Men, Squares),
    /// Some of the first men attacks some of the second.
    Attacks(Men, Men),
    /// At least two bishops, all on squares of one colour.
    SameColorBishops,
    /// One bishop each, on squares of different colours.
    OppositeColorBishops,
    /// The side to move is in check.
    Check,
    /// The side to move is mated.
    Mate,
    /// The side to move is stalemated.
    Stalemate,
    /// No simple proof says that no game reaches the position.
    Reachable,
    /// The null move betters the result of the side to move, by one of these types.
    Zugzwang(Vec<Kind>),
    /// The position after a null move is legal, and this holds there.
    Null(Box<Expression>),
}

/// A number that a position may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    /// Itself.
    Constant(u16),
    /// With this side to move, plies to the end of a win or loss; a draw has none.
    Depth(Metric, Color),
    /// With this side to move, how many of its moves are such.
    Moves(Color, MoveTest),
    /// How many of these men stand on these squares.
    Men(Men, Squares),
}

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Relation {
    /// Whether it holds.
    pub fn holds(self, one: u16, two: u16) -> bool {
        match self {
            Self::Equal => one == two,
            Self::Different => one != two,
            Self::Less => one < two,
            Self::AtMost => one <= two,
            Self::More => one > two,
            Self::AtLeast => one >= two,
        }
    }

    /// The same with the sides exchanged.
    pub fn turned(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
            same => same,
        }
    }

    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Different => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }
}

/// Something that a move is or is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveTest {
    /// Any move; with members, a move that passes all of them.
    And(Vec<MoveTest>),
    /// It passes one of them.
    Or(Vec<MoveTest>),
    /// It does not pass.
    Not(Box<MoveTest>),
    /// With best play after it, this is the result of the player who makes it.
    Result(Wdl),
    /// It takes a man; of this kind, where one is named.
    Takes(Option<Role>),
    /// A pawn becomes a piece; of this kind, where one is named.
    Promotes(Option<Role>),
    /// A man of this kind moves.
    By(Role),
    /// It gives check.
    Check,
    /// It mates.
    Mate,
    /// It stalemates.
    Stalemate,
}

impl MoveTest {
    /// Every move.
    pub const ANY: Self = Self::And(Vec::new());

    /// A move that passes both.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::And(none), test) | (test, Self::And(none)) if none.is_empty() => test,
            (one, two) => Self::And(vec![one, two]),
        }
    }

    /// Whether only promotions pass.
    pub fn asks_for_promotion(&self) -> bool {
        match self {
            Self::And(all) => all.iter().any(Self::asks_for_promotion),
            Self::Or(all) => !all.is_empty() && all.iter().all(Self::asks_for_promotion),
            Self::Promotes(_) => true,
            _ => false,
        }
    }

    /// Whether it asks what becomes of the king that is moved against.
    pub fn asks_for_checks(&self) -> bool {
        match self {
            Self::And(all) | Self::Or(all) => all.iter().any(Self::asks_for_checks),
            Self::Not(test) => test.asks_for_checks(),
            Self::Check | Self::Mate | Self::Stalemate => true,
            _ => false,
        }
    }
}

impl Expression {
    /// How many moves pass a test, compared with a number.
    pub(super) fn moves(side: Color, test: MoveTest, relation: Relation, count: u16) -> Self {
        Self::Compare(Number::Moves(side, test), relation, Number::Constant(count))
    }

    /// The expression that holds in a position exactly where this holds in its image.
    pub fn pulled(&self, symmetry: Symmetry) -> Self {
        let all = |list: &[Self]| list.iter().map(|one| one.pulled(symmetry)).collect();
        match self {
            Self::And(list) => Self::And(all(list)),
            Self::Or(list) => Self::Or(all(list)),
            Self::Not(one) => Self::Not(Box::new(one.pulled(symmetry))),
            Self::Null(one) => Self::Null(Box::new(one.pulled(symmetry))),
            Self::On(men, squares) => Self::On(*men, squares.pulled(symmetry)),
            Self::Compare(one, relation, two) => {
                Self::Compare(one.pulled(symmetry), *relation, two.pulled(symmetry))
            }
            other => other.clone(),
        }
    }

    /// All parts of it, itself first.
    pub fn parts(&self) -> Vec<&Self> {
        let mut found = vec![self];
        match self {
            Self::And(list) | Self::Or(list) => {
                list.iter().for_each(|one| found.extend(one.parts()));
            }
            Self::Not(one) | Self::Null(one) => found.extend(one.parts()),
            _ => {}
        }
        found
    }

    /// All numbers in it.
    pub fn numbers(&self) -> Vec<&Number> {
        let mut found = Vec::new();
        for part in self.parts() {
            if let Self::Compare(one, _, two) = part {
                found.extend([one, two]);
            }
        }
        found
    }
}

impl Number {
    fn pulled(&self, symmetry: Symmetry) -> Self {
        match self {
            Self::Men(men, squares) => Self::Men(*men, squares.pulled(symmetry)),
            other => other.clone(),
        }
    }
}
