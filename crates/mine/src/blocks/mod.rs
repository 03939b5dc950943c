//! Queries on 64 x 64 positions at a time: results and depths from planes, men and attacks by rows,
//! moves by the groups in which the engine has them. What the words mean is told in
//! [`plain`](crate::plain).

mod counter;
mod evaluate;
mod men;
mod numbers;
mod planes;

pub(crate) use evaluate::{BlockScope, SliceScope};
pub use planes::SliceSource;
pub(crate) use planes::{Marks, Planes};
