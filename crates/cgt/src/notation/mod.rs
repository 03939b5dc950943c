//! The notation of games: from text to a syntax tree, and the bars of the way back. What an
//! expression means is said where the games are: here nothing is computed.
//!
//! ```text
//! 3/4  *2  ^3*  vv  1v*4        numbers, nimbers, ups and downs, and their sums
//! {1,*|0}  {3||2*|1*}           options; a longer bar separates first
//! +-1  +-{2|1}  +-{1,1*}        switches: {x|-x}
//! Tiny(2)  Miny({2|1})          {0||0|-2}, {2|1|||0||0}
//! a{0|a}  {0|pass}              loops: a name for a position, or a move back to it
//! on off over under dud upon    loopy values with names
//! s & t                         a loopy value with onside s and offside t
//! x+y  x-y  -x  3*{1|0}  (x)    sums, negatives, integer multiples
//! cool(x,t) heat(x,t) chill(x) freeze(x) warm(x) overheat(x,s,t) norton(x,u)
//! ```

pub(crate) mod bars;
mod lexer;
mod parser;
mod syntax;

pub(crate) use parser::parse;
pub(crate) use syntax::{Expr, Function, Name, Node};
