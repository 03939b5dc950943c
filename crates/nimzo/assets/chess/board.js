// A chessboard: drawn, set up, played on; by mouse, finger or keyboard.
import { h, s, send } from "/assets/lib.js";

const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
let outlines = null;

/// Fetches the chessmen's outlines; boards can be drawn once they are there.
export async function loadMen() {
  const text = await (await send("/assets/men.svg")).text();
  outlines = new DOMParser().parseFromString(text, "image/svg+xml");
}

/// A chessman in a square of side 1 with its top left corner at (x, y).
export function man(letter, x, y) {
  const outline = outlines.querySelector(`[data-man="${letter}"]`);
  const group = s("g", { class: "piece", transform: `translate(${x} ${y}) scale(0.01)` });
  if (outline) group.append(document.importNode(outline, true));
  return group;
}

/// The men of a FEN by square number (a1 = 0, h8 = 63).
export function menOf(fen) {
  const men = new Map();
  const ranks = fen.trim().split(/\s+/)[0].split("/");
  ranks.slice(0, 8).forEach((rank, fromTop) => {
    let file = 0;
    for (const letter of rank) {
      if (/[1-8]/.test(letter)) file += Number(letter);
      else {
        if (file < 8 && /[kqrbnp]/i.test(letter)) men.set((7 - fromTop) * 8 + file, letter);
        file += 1;
      }
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
      const letter = men.get(rank * 8 + file);
      if (letter) { text += (empty || "") + letter; empty = 0; } else empty++;
    }
    ranks.push(text + (empty || ""));
  }
  return ranks.join("/");
}

export const squareName = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);
export const squareOf = (name) => "abcdefgh".indexOf(name[0]) + (Number(name[1]) - 1) * 8;
export const turnOf = (fen) => (fen.trim().split(/\s+/)[1] === "b" ? "b" : "w");

/// The FEN after a move in coordinate notation that the rules allow (castling does not occur here).
export function play(fen, uci) {
  const [, turn, , enPassant, half = "0", full = "1"] = fen.trim().split(/\s+/);
  const men = menOf(fen);
  const from = squareOf(uci.slice(0, 2)), to = squareOf(uci.slice(2, 4));
  const mover = men.get(from), isPawn = mover.toLowerCase() === "p";
  const captures = men.has(to) || (isPawn && squareName(to) === enPassant);
  if (isPawn && squareName(to) === enPassant && !men.has(to)) men.delete(to + (turn === "w" ? -8 : 8));
  men.delete(from);
  const promoted = uci[4] && (turn === "w" ? uci[4].toUpperCase() : uci[4]);
  men.set(to, promoted ?? mover);
  const enemyPawn = turn === "w" ? "p" : "P";
  const beside = [to - 1, to + 1].some((square) => square >> 3 === to >> 3 && men.get(square) === enemyPawn);
  const passed = isPawn && Math.abs(to - from) === 16 && beside ? squareName((from + to) / 2) : "-";
  const clock = isPawn || captures ? 0 : Number(half) + 1;
  return `${placement(men)} ${turn === "w" ? "b" : "w"} - ${passed} ${clock} ${Number(full) + (turn === "b" ? 1 : 0)}`;
}

/// Draws a board. `options`:
/// `small` (no names beside it), `flipped`, `selected` and `last` (square numbers to mark), `marks` (class by
/// square), `tints` (outcome, heat, words and title by square), `turn` (a dot beside the side to move), `onSquare(square)` for a click or Enter,
/// `onDrag(from, to)` for a drag (`to` is null off the board), `canDrag(square)`, `onDelete(square)`.
export function board(fen, options = {}) {
  const men = menOf(fen);
  const at = (square) => (options.flipped ? [7 - (square & 7), square >> 3] : [square & 7, 7 - (square >> 3)]);
  const live = Boolean(options.onSquare);
  const picture = s("svg", {
    class: `board${live ? " live" : ""}`, viewBox: options.small ? "0 0 8 8" : "-0.4 -0.04 8.84 8.44",
    role: live ? "application" : "img", "aria-label": describe(men, fen), tabindex: live ? 0 : null,
  });
  for (let square = 0; square < 64; square++) {
    const [x, y] = at(square);
    const box = { x, y, width: 1, height: 1 };
    picture.append(s("rect", { ...box, class: ((square & 7) + (square >> 3)) % 2 ? "light" : "dark" }));
    const tint = options.tints?.get(square);
    if (tint) picture.append(s("rect", { ...box, class: `tint ${tint.heat === null ? tint.outcome : "heat"}`, style: tint.heat === null ? null : `fill: ${warmth(tint.heat)}` }));
    if (square === options.last) picture.append(s("rect", { ...box, class: "last" }));
    if (square === options.selected) picture.append(s("rect", { ...box, class: "selected" }));
  }
  const drawn = new Map();
  for (const [square, letter] of men) {
    const figure = man(letter, ...at(square));
    drawn.set(square, figure);
    picture.append(figure);
  }
  for (const [square, tint] of options.tints ?? []) {
    const [x, y] = at(square), isMan = men.has(square);
    picture.append(s("text", { class: `depth ${tint.heat === null ? "" : "heat"}`, x: x + (isMan ? 0.97 : 0.5), y: y + (isMan ? 0.95 : 0.6), "text-anchor": isMan ? "end" : "middle", "font-size": isMan ? 0.26 : 0.34 }, tint.words));
  }
  for (const [square, mark] of options.marks ?? []) {
    const [x, y] = at(square);
    picture.append(s("circle", { class: `mark ${mark}`, cx: x + 0.5, cy: y + 0.5, r: men.has(square) ? 0.44 : 0.17 }));
  }
  if (!options.small) picture.append(...names(options));
  if (live) {
    for (let square = 0; square < 64; square++) {
      const [x, y] = at(square);
      picture.append(s("rect",
        { class: options.canDrag?.(square) ? "hit grab" : "hit", x, y, width: 1, height: 1, "data-square": squareName(square), "data-outcome": options.tints?.get(square)?.outcome },
        options.tints?.has(square) ? s("title", {}, options.tints.get(square).title) : null,
      ));
    }
    listen(picture, drawn, at, options);
  }
  return picture;
}

/// A colour from cool to hot.
const warmth = (level) => `color-mix(in oklab, #d2403a ${Math.round(100 * level)}%, #cfe3ee)`;

function names(options) {
  const list = [];
  for (let i = 0; i < 8; i++) {
    list.push(
      s("text", { class: "name", x: i + 0.5, y: 8.3 }, "abcdefgh"[options.flipped ? 7 - i : i]),
      s("text", { class: "name", x: -0.2, y: i + 0.59 }, String(options.flipped ? i + 1 : 8 - i)));
  }
  if (options.turn) {
    const isBelow = (options.turn === "w") !== Boolean(options.flipped);
    list.push(s("circle", { class: `turn ${options.turn}`, cx: 8.24, cy: isBelow ? 7.5 : 0.5, r: 0.14 },
      s("title", {}, options.turn === "w" ? "White to move" : "Black to move"),
    ));
  }
  return list;
}

/// Clicks, drags and keys of a live board.
function listen(picture, drawn, at, options) {
  let from = null, moved = false, start = null, cursor = options.cursor ?? 0;
  const point = (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    return [place.x, place.y];
  };
  const squareUnder = ([x, y]) => {
    const [file, rank] = options.flipped ? [7 - Math.floor(x), Math.floor(y)] : [Math.floor(x), 7 - Math.floor(y)];
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : null;
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    from = squareUnder(point(event));
    start = [event.clientX, event.clientY];
    moved = false;
    if (from !== null && options.canDrag?.(from)) picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", (event) => {
    if (from === null || !options.canDrag?.(from)) return;
    if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 6) moved = true;
    const figure = drawn.get(from);
    if (!moved || !figure) return;
    const [x, y] = point(event);
    figure.setAttribute("transform", `translate(${x - 0.5} ${y - 0.5}) scale(0.01)`);
    figure.classList.add("held");
    picture.append(figure);
  });
  picture.addEventListener("pointercancel", () => { from = null; });
  picture.addEventListener("pointerup", (event) => {
    const to = squareUnder(point(event)), begun = from;
    from = null;
    if (begun === null) return;
    if (moved && to !== begun) options.onDrag?.(begun, to);
    else if (to !== null) options.onSquare(to);
  });
  const ring = s("rect", { class: "cursor", width: 0.94, height: 0.94, visibility: "hidden" });
  picture.append(ring);
  const showCursor = () => {
    const [x, y] = at(cursor);
    ring.setAttribute("x", x + 0.03);
    ring.setAttribute("y", y + 0.03);
    ring.setAttribute("visibility", "visible");
  };
  picture.addEventListener("focus", () => { if (picture.matches(":focus-visible")) showCursor(); });
  picture.addEventListener("blur", () => ring.setAttribute("visibility", "hidden"));
  picture.addEventListener("keydown", (event) => {
    const turn = options.flipped ? -1 : 1;
    const step = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, turn], ArrowDown: [0, -turn] }[event.key];
    if (step) {
      const file = (cursor & 7) + step[0], rank = (cursor >> 3) + step[1];
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) cursor = rank * 8 + file;
      options.onCursor?.(cursor);
      showCursor();
    } else if (event.key === "Enter" || event.key === " ") options.onSquare(cursor);
    else if (event.key === "Delete" || event.key === "Backspace") options.onDelete?.(cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function describe(men, fen) {
  const side = (isWhite) => [...men].filter(([, letter]) => (letter === letter.toUpperCase()) === isWhite).map(([square, letter]) => `${NAMES[letter.toLowerCase()]} ${squareName(square)}`).join(", ");
  return `White: ${side(true) || "nothing"}. Black: ${side(false) || "nothing"}. ${turnOf(fen) === "w" ? "White" : "Black"} to move.`;
}

/// Draws an arrow from one square to another, or takes it away (`squares` null).
export function arrow(picture, squares, flipped) {
  picture?.querySelector(".arrow")?.remove();
  if (!picture || !squares) return;
  const middle = (square) => (flipped ? [7.5 - (square & 7), (square >> 3) + 0.5] : [(square & 7) + 0.5, 7.5 - (square >> 3)]);
  const [[x1, y1], [x2, y2]] = squares.map(middle);
  const length = Math.hypot(x2 - x1, y2 - y1), [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - 0.42 * dx, y2 - 0.42 * dy];
  const head = [[x2, y2], [bx - 0.24 * dy, by + 0.24 * dx], [bx + 0.24 * dy, by - 0.24 * dx]];
  picture.append(s("g", { class: "arrow" },
    s("line", { x1, y1, x2: bx, y2: by }),
    s("polygon", { points: head.map((corner) => corner.map((part) => part.toFixed(3)).join(",")).join(" ") })));
}

/// The pieces that a pawn can become, one button each; `choose(move or null)`.
export function promotions(turn, moves, choose) {
  const piece = (move) => (turn === "w" ? move.uci[4].toUpperCase() : move.uci[4]);
  return h("div",
    { class: "palette", id: "promotion", role: "group", "aria-label": "Promotion", onkeydown: (event) => { if (event.key === "Escape") choose(null); } },
    [..."qrbn"].flatMap((role) => moves.filter((move) => move.uci[4] === role)).map((move) => h("button",
      { type: "button", title: `promote to a ${NAMES[move.uci[4]]}`, "aria-label": `promote to a ${NAMES[move.uci[4]]}`, "data-piece": move.uci[4], onclick: () => choose(move) },
      s("svg", { viewBox: "0 0 1 1", class: "figure" }, man(piece(move), 0, 0)))),
    h("button", { type: "button", title: "take the move back", "aria-label": "take the move back", onclick: () => choose(null) }, "✕"));
}

/// The men that can be taken from the hand; `choose(letter)`.
export function hand(chosen, choose) {
  const item = (letter) => {
    const title = `one ${letter === letter.toUpperCase() ? "white" : "black"} ${NAMES[letter.toLowerCase()]} more`;
    return h("button",
      { type: "button", "aria-pressed": String(chosen === letter), title, "aria-label": title, "data-hand": letter, onclick: () => choose(letter) },
      s("svg", { viewBox: "0 0 1 1", class: "figure" }, man(letter, 0, 0)));
  };
  return h("div", { class: "palette hand", role: "group", "aria-label": "One man more" }, [..."QRBNPqrbnp"].map(item));
}

/// The row of men to choose from when setting up; `choose(letter or "" for the empty square)`.
export function palette(chosen, choose) {
  const item = (letter, label, title) => h("button",
    { type: "button", "aria-pressed": String(chosen === letter), title, "aria-label": title, onclick: () => choose(chosen === letter ? null : letter) },
    label,
  );
  const drawn = (letter) => s("svg", { viewBox: "0 0 1 1", class: "figure" }, man(letter, 0, 0));
  return h("div", { class: "palette", role: "group", "aria-label": "Men to set up" },
    [..."KQRBNP"].map((letter) => item(letter, drawn(letter), `white ${NAMES[letter.toLowerCase()]}`)),
    item("", "✕", "empty the square"),
    [..."kqrbnp"].map((letter) => item(letter, drawn(letter), `black ${NAMES[letter]}`)));
}
