//! Values of combinatorial games, and nothing else: no boards, no files, no chess.
