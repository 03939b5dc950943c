//! Endgame tables on the 8x8 board: material, index, generation, storage, probing, statistics.
