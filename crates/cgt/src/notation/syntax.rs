//! The syntax tree of an expression.

use std::sync::Arc;

use super::relation::Relation;
use crate::{Game, Loopy, Nus};

/// What a line asks for.
#[derive(Debug)]
pub(crate) enum Line {
    /// A value.
    Value(Node),
    /// `x = value`
    Assignment(String, Node),
    /// `value <= value`
    Comparison(Node, Relation, Node),
}

/// An expression and where in the text it starts (in characters).
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) at: usize,
    pub(crate) expr: Expr,
}

#[derive(Debug)]
pub(crate) enum Expr {
    /// `1/2^3*4`
    Nus(Nus),
    /// `.12`: so many ups, so many second powers of up, and so on.
    Uptimal(Vec<u8>),
    /// `^<2>`
    Power(Power),
    /// `over`
    Name(Name),
    /// A name that was given a value before.
    Known(Known),
    /// A name given to a position around this one.
    Label(String),
    /// The position whose braces are nearest around.
    Pass,
    /// `a{left|right}`
    Braces {
        label: Option<String>,
        left: Vec<Node>,
        right: Vec<Node>,
    },
    /// `+-x` or `+-{x,y}`
    Switch(Vec<Node>),
    Neg(Box<Node>),
    /// `x + y + z`: flat, so that no sum is too long for the stack.
    Sum(Vec<Node>),
    /// `3*x`
    Product(Vec<Node>),
    /// `x:y`
    OrdinalSum(Vec<Node>),
    Call(Function, Vec<Node>),
    /// `s & t`
    Sided(Box<Node>, Box<Node>),
}

/// A value that a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Known {
    /// A game in the universe in which the expression is evaluated.
    Short(Game),
    Loopy(Arc<Loopy>),
}

/// A power of up, or the sum of the powers so far: `^<3>`, `^[3]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Power {
    /// Of down instead.
    pub(crate) down: bool,
    /// All powers from the first to this one.
    pub(crate) summed: bool,
    pub(crate) exponent: Exponent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exponent {
    Finite(u32),
    On,
}

/// A loopy value with a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    On,
    Off,
    Over,
    Under,
    Dud,
    Upon,
    Uponth,
    Tis,
    Tisn,
    Ono,
    Oof,
    Hi,
    Lo,
}

impl Name {
    pub(crate) fn from_text(text: &str) -> Option<Name> {
        Some(match text {
            "on" => Name::On,
            "off" => Name::Off,
            "over" => Name::Over,
            "under" => Name::Under,
            "dud" => Name::Dud,
            "upon" => Name::Upon,
            "uponth" => Name::Uponth,
            "tis" => Name::Tis,
            "tisn" => Name::Tisn,
            "ono" => Name::Ono,
            "oof" => Name::Oof,
            "hi" => Name::Hi,
            "lo" => Name::Lo,
            _ => return None,
        })
    }
}

/// A function of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Tiny,
    Miny,
    Cool,
    Heat,
    Chill,
    Freeze,
    Warm,
    Overheat,
    Norton,
    Nim,
    Conway,
    Reduced,
    Onside,
    Offside,
}

impl Function {
    pub(crate) fn from_text(text: &str) -> Option<Function> {
        Some(match text.to_ascii_lowercase().as_str() {
            "tiny" => Function::Tiny,
            "miny" => Function::Miny,
            "cool" => Function::Cool,
            "heat" => Function::Heat,
            "chill" => Function::Chill,
            "freeze" => Function::Freeze,
            "warm" => Function::Warm,
            "overheat" => Function::Overheat,
            "norton" => Function::Norton,
            "nim" => Function::Nim,
            "conway" => Function::Conway,
            "reduced" => Function::Reduced,
            "onside" => Function::Onside,
            "offside" => Function::Offside,
            _ => return None,
        })
    }

    pub(crate) fn arguments(self) -> usize {
        match self {
            Function::Tiny | Function::Miny | Function::Reduced => 1,
            Function::Chill | Function::Freeze | Function::Warm => 1,
            Function::Onside | Function::Offside => 1,
            Function::Cool | Function::Heat | Function::Norton => 2,
            Function::Nim | Function::Conway => 2,
            Function::Overheat => 3,
        }
    }
}

impl Node {
    /// Whether anything in the expression is loopy, so that a universe of short games cannot
    /// hold it.
    pub(crate) fn is_loopy(&self) -> bool {
        match &self.expr {
            Expr::Nus(_) | Expr::Uptimal(_) | Expr::Known(Known::Short(_)) => false,
            Expr::Power(power) => power.exponent == Exponent::On,
            Expr::Name(_) | Expr::Known(Known::Loopy(_)) => true,
            Expr::Label(_) | Expr::Pass | Expr::Sided(..) => true,
            Expr::Braces { left, right, .. } => left.iter().chain(right).any(Node::is_loopy),
            Expr::Switch(nodes)
            | Expr::Call(_, nodes)
            | Expr::Sum(nodes)
            | Expr::Product(nodes)
            | Expr::OrdinalSum(nodes) => nodes.iter().any(Node::is_loopy),
            Expr::Neg(node) => node.is_loopy(),
        }
    }
}
