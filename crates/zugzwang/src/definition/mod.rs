//! What a zugzwang is: the three positions that decide about it, the types by their values, and one
//! position looked at closely. Where values come from is not asked here.

pub mod classify;
pub mod evidence;
pub mod kind;
pub mod null_move;
pub mod reachable;
