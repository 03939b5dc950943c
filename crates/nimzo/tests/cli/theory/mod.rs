//! Values, sums and the games that are not chess, or not quite.

mod cgt;
mod echess;
mod pawns;
mod sum;
mod young;
