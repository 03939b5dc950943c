// Positions as FEN: what can be done to one without asking anybody.
import { menOf, placement, squareName, squareOf, turnOf } from "/assets/chess/board.js";

const field = (fen, index, otherwise) => fen.trim().split(/\s+/)[index] ?? otherwise;

/// The en passant square of a position, or "-".
export const enPassantOf = (fen) => (/^[a-h][36]$/.test(field(fen, 3, "-")) ? field(fen, 3, "-") : "-");

/// Plies since the last capture or pawn move.
export const clockOf = (fen) => Number(field(fen, 4, 0)) || 0;

/// The number of the next move.
export const moveNumberOf = (fen) => Number(field(fen, 5, 1)) || 1;

/// A position from its parts.
export const compose = (men, turn, enPassant = "-", clock = 0) => `${placement(men)} ${turn} - ${enPassant} ${clock} 1`;

/// The same with the other side to move.
export const nullMove = (fen) => compose(menOf(fen), turnOf(fen) === "w" ? "b" : "w");

/// Left and right exchanged.
export function mirror(fen) {
  const men = new Map([...menOf(fen)].map(([square, letter]) => [square ^ 7, letter]));
  return compose(men, turnOf(fen), movedRight(fen, 7));
}

/// White and Black exchanged.
export function exchanged(fen) {
  const other = (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase());
  const men = new Map([...menOf(fen)].map(([square, letter]) => [square ^ 56, other(letter)]));
  return compose(men, turnOf(fen) === "w" ? "b" : "w", movedRight(fen, 56));
}

function movedRight(fen, turned) {
  const square = enPassantOf(fen);
  return square === "-" ? "-" : squareName(squareOf(square) ^ turned);
}

/// The squares on which the side to move could capture en passant: behind an enemy pawn that stands
/// where a double step ends, with the squares it came over empty and a pawn beside it.
export function enPassantSquares(fen) {
  const men = menOf(fen), white = turnOf(fen) === "w";
  const [rank, back, enemy, own] = white ? [4, 8, "p", "P"] : [3, -8, "P", "p"];
  const squares = [];
  for (let file = 0; file < 8; file++) {
    const pawn = rank * 8 + file;
    const beside = [file - 1, file + 1].some((next) => next >= 0 && next < 8 && men.get(rank * 8 + next) === own);
    if (men.get(pawn) === enemy && beside && !men.has(pawn + back) && !men.has(pawn + 2 * back)) squares.push(squareName(pawn + back));
  }
  return squares;
}

/// The name of a position's endgame.
export function classOf(fen) {
  const men = [...menOf(fen).values()];
  const side = (isWhite) => [..."KQRBNP"].map((role) => role.repeat(men.filter((letter) => letter === (isWhite ? role : role.toLowerCase())).length)).join("");
  return `${side(true)}v${side(false)}`;
}
