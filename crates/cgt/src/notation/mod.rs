//! The notation of games: from text to a syntax tree, and the bars of the way back. What an
//! expression means is said where the games are: here nothing is computed.
//!
//! ```text
//! 3/4  0.75  *2  ^3*  vv  1v*4  numbers, nimbers, ups and downs, and their sums
//! ^<2>  ^[3]  .12               a power of up, the sum of the first three, ^ + 2 times ^<2>
//! {1,*|0}  {3||2*|1*}           options; a longer bar separates first
//! +-1  +-{2|1}  +-{1,1*}        switches: {x|-x}
//! Tiny(2)  Miny({2|1})          {0||0|-2}, {2|1|||0||0}
//! a{0|a}  {0|pass}              loops: a name for a position, or a move back to it
//! on off over under dud upon uponth tis tisn ono oof hi lo
//! s & t                         a loopy value with onside s and offside t
//! x+y  x-y  -x  x:y  (x)        sums, negatives, ordinal sums (x in canonical form)
//! 3*{1|0}  3·2  x*(-y)          products; with nothing behind it a star is the nimber: 3*
//! cool(x,t) heat(x,t) chill(x) freeze(x) warm(x) overheat(x,s,t) reduced(x)
//! norton(x,u) conway(x,y) nim(*2,*3) onside(x) offside(x)
//! x <= y  x == y  x <> y        comparisons: also < > >= != and <| |> (or confused)
//! x = {1|0}                     a name for what comes later
//! ```

pub(crate) mod bars;
mod braces;
mod lexer;
mod literal;
mod parser;
mod relation;
mod syntax;

pub(crate) use parser::{Names, parse, parse_line};
pub use relation::Relation;
pub(crate) use syntax::{Exponent, Expr, Function, Known, Line, Name, Node, Power};
