//! What the sweeps compute, written the plain way and held equal to them. In `curves`, walls are lists
//! of corners and extrema are taken point by point; in `sweeps`, a window is solved by going through
//! all its states again and again, without reflection, shared lines or lists of changes; in `moves`,
//! the moves of a window are those of the game where nothing is in doubt.

mod curves;
mod moves;
mod sweeps;
