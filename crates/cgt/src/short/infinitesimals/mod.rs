//! What is smaller than every number: how many ups an infinitesimal is worth, its powers of up, and games with
//! it left out.

mod atomic;
mod reduced;
mod uptimals;

pub use uptimals::Uptimal;
