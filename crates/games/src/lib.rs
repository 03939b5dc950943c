//! What a game is, the generic solvers written once, and the games themselves.
