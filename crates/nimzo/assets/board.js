// A chessboard that can be set up and played on.
import { h, s } from "/assets/lib.js";

// Filled figures for both colours: the outline carries the colour.
const FIGURES = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };

/// The men of a FEN by square number (a1 = 0, h8 = 63).
export function menOf(fen) {
  const men = new Map();
  const ranks = fen.trim().split(/\s+/)[0].split("/");
  ranks.forEach((rank, fromTop) => {
    let file = 0;
    for (const letter of rank) {
      if (/[1-8]/.test(letter)) file += Number(letter);
      else { men.set((7 - fromTop) * 8 + file, letter); file += 1; }
    }
  });
  return men;
}

/// The first field of a FEN for these men.
export function placement(men) {
  const ranks = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = "", empty = 0;
    for (let file = 0; file < 8; file++) {
      const man = men.get(rank * 8 + file);
      if (man) { text += (empty || "") + man; empty = 0; } else empty++;
    }
    ranks.push(text + (empty || ""));
  }
  return ranks.join("/");
}

export const squareName = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);
export const squareOf = (name) => "abcdefgh".indexOf(name[0]) + (Number(name[1]) - 1) * 8;

/// The FEN after a move in coordinate notation that the rules allow (castling does not occur here).
export function play(fen, uci) {
  const [, turn, , enPassant, half = "0", full = "1"] = fen.trim().split(/\s+/);
  const men = menOf(fen);
  const from = squareOf(uci.slice(0, 2)), to = squareOf(uci.slice(2, 4));
  const man = men.get(from), isPawn = man.toLowerCase() === "p";
  const captures = men.has(to) || (isPawn && squareName(to) === enPassant);
  if (isPawn && squareName(to) === enPassant && !men.has(to)) men.delete(to + (turn === "w" ? -8 : 8));
  men.delete(from);
  const promoted = uci[4] && (turn === "w" ? uci[4].toUpperCase() : uci[4]);
  men.set(to, promoted ?? man);
  const enemyPawn = turn === "w" ? "p" : "P";
  const beside = [to - 1, to + 1].some((square) => square >> 3 === to >> 3 && men.get(square) === enemyPawn);
  const passed = isPawn && Math.abs(to - from) === 16 && beside ? squareName((from + to) / 2) : "-";
  const clock = isPawn || captures ? 0 : Number(half) + 1;
  return `${placement(men)} ${turn === "w" ? "b" : "w"} - ${passed} ${clock} ${Number(full) + (turn === "b" ? 1 : 0)}`;
}

/// Draws a board. `options`: flipped, onSquare(square), selected, targets (square numbers), small.
export function board(fen, options = {}) {
  const men = menOf(fen);
  const at = (square) => {
    const file = square & 7, rank = square >> 3;
    return options.flipped ? [7 - file, rank] : [file, 7 - rank];
  };
  const picture = s("svg", { class: "board", viewBox: options.small ? "0 0 8 8" : "-0.35 0 8.35 8.35", role: "img", "aria-label": describe(men) });
  for (let square = 0; square < 64; square++) {
    const [x, y] = at(square);
    const shade = ((square & 7) + (square >> 3)) % 2 ? "light" : "dark";
    picture.append(s("rect", { x, y, width: 1, height: 1, class: shade }));
    if (square === options.selected) picture.append(s("rect", { x, y, width: 1, height: 1, class: "selected" }));
    if (options.targets?.includes(square)) picture.append(s("rect", { x, y, width: 1, height: 1, class: "target" }));
  }
  for (const [square, letter] of men) {
    const [x, y] = at(square);
    const side = letter === letter.toUpperCase() ? "w" : "b";
    picture.append(s("text", { class: `man ${side}`, x: x + 0.5, y: y + 0.53 }, FIGURES[letter.toLowerCase()] + "\uFE0E"));
  }
  if (!options.small) {
    for (let i = 0; i < 8; i++) {
      picture.append(
        s("text", { x: i + 0.5, y: 8.25, "font-size": 0.26, "text-anchor": "middle" }, "abcdefgh"[options.flipped ? 7 - i : i]),
        s("text", { x: -0.18, y: i + 0.6, "font-size": 0.26, "text-anchor": "middle" }, String(options.flipped ? i + 1 : 8 - i)));
    }
  }
  if (options.onSquare) {
    for (let square = 0; square < 64; square++) {
      const [x, y] = at(square);
      picture.append(s("rect", { class: "hit", x, y, width: 1, height: 1, "data-square": squareName(square), onclick: () => options.onSquare(square) }));
    }
  }
  return picture;
}

function describe(men) {
  const list = [...men].map(([square, letter]) => letter + squareName(square));
  return `Position: ${list.sort().join(" ")}`;
}

/// The row of men to choose from when setting up; `choose(letter or "" for the empty square)`.
export function palette(chosen, choose) {
  const button = (letter, label, title) =>
    h("button", { type: "button", "aria-pressed": String(chosen === letter), title, onclick: () => choose(chosen === letter ? null : letter) }, label);
  const name = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const white = { k: "♔", q: "♕", r: "♖", b: "♗", n: "♘", p: "♙" };
  return h("div", { class: "palette", role: "group", "aria-label": "Men to set up" },
    [..."kqrbnp"].map((letter) => button(letter.toUpperCase(), white[letter], `white ${name[letter]}`)),
    [..."kqrbnp"].map((letter) => button(letter, FIGURES[letter] + "\uFE0E", `black ${name[letter]}`)),
    button("", "✕", "empty the square"));
}
