// The moves played on a board, with their branches: where one is, how to go back, what was tried.
import { h } from "/assets/lib.js";
import { squareOf, turnOf } from "/assets/chess/board.js";
import { moveNumberOf } from "/assets/chess/positions.js";

export class GameTree {
  constructor(fen) {
    this.begin(fen);
  }

  /// Forgets all moves and starts from a position.
  begin(fen) {
    this.here = { fen, parent: null, children: [], next: null };
  }

  get fen() {
    return this.here.fen;
  }

  /// The square that the last move went to.
  get last() {
    return this.here.uci ? squareOf(this.here.uci.slice(2, 4)) : null;
  }

  get canGoBack() {
    return this.here.parent !== null;
  }

  /// Plays a move into the position `fen`; the same move twice is one branch.
  play(uci, san, fen) {
    let child = this.here.children.find((known) => known.uci === uci);
    if (!child) {
      child = { fen, uci, san, parent: this.here, children: [], next: null };
      this.here.children.push(child);
    }
    this.here.next = child;
    this.here = child;
  }

  back() {
    if (this.canGoBack) this.here = this.here.parent;
  }

  /// Plays again what was last taken back; false where there is nothing.
  again() {
    if (!this.here.next) return false;
    this.here = this.here.next;
    return true;
  }

  /// The moves as text: each a way to its position, branches in brackets.
  list(visit) {
    let root = this.here;
    while (root.parent) root = root.parent;
    if (!root.children.length) return "";
    const show = (node) => h("button",
      { type: "button", class: "plain", "aria-current": node === this.here ? "step" : null, onclick: () => { this.here = node; visit(); } },
      node.san);
    return h("p", { class: "moves", id: "played", "aria-label": "moves played" }, written(root, show, true));
  }

  /// The moves as PGN, branches included.
  pgn() {
    let root = this.here;
    while (root.parent) root = root.parent;
    const text = written(root, (node) => node.san, true).join("").trim();
    return `[SetUp "1"]\n[FEN "${root.fen}"]\n\n${text} *\n`;
  }
}

/// What follows a node, its first branch as the main line; `show` says how a move is written.
function written(node, show, isFresh) {
  const [main, ...others] = node.children;
  if (!main) return [];
  const numbered = (child, fresh) => {
    const number = moveNumberOf(node.fen);
    const prefix = turnOf(node.fen) === "w" ? `${number}. ` : fresh ? `${number}... ` : "";
    return [prefix, show(child), " "];
  };
  const branches = others.flatMap((child) => ["(", ...numbered(child, true), ...written(child, show, false), ") "]);
  return [...numbered(main, isFresh), ...branches, ...written(main, show, branches.length > 0)];
}
