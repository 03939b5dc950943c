//! The syntax tree of an expression.

use crate::Nus;

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
    /// `over`
    Name(Name),
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
    Call(Function, Vec<Node>),
    /// `s & t`
    Sided(Box<Node>, Box<Node>),
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
            _ => return None,
        })
    }

    pub(crate) fn arguments(self) -> usize {
        match self {
            Function::Tiny | Function::Miny => 1,
            Function::Chill | Function::Freeze | Function::Warm => 1,
            Function::Cool | Function::Heat | Function::Norton => 2,
            Function::Overheat => 3,
        }
    }
}

impl Node {
    /// Whether anything in the expression is loopy, so that a universe of short games cannot
    /// hold it.
    pub(crate) fn is_loopy(&self) -> bool {
        match &self.expr {
            Expr::Nus(_) => false,
            Expr::Name(_) | Expr::Label(_) | Expr::Pass | Expr::Sided(..) => true,
            Expr::Braces { left, right, .. } => left.iter().chain(right).any(Node::is_loopy),
            Expr::Switch(nodes)
            | Expr::Call(_, nodes)
            | Expr::Sum(nodes)
            | Expr::Product(nodes) => nodes.iter().any(Node::is_loopy),
            Expr::Neg(node) => node.is_loopy(),
        }
    }
}
