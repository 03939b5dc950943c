// The piece map: a man of the position taken to every square, each saying what the position would be.
import { ask, choice, downloads, h } from "/assets/lib.js";
import { hand, menOf, squareName, squareOf, turnOf } from "/assets/chess/board.js";
import { inUnit, unit } from "/assets/chess/depths.js";
import { OUTCOME } from "/assets/chess/position-answer.js";

/// A map that is shown or not. `query` is the address's; `changed(step)` draws again and keeps the
/// state in the address.
export class PieceMap {
  constructor(query, changed) {
    this.changed = changed;
    this.man = query.get("man") ?? null;
    this.hand = this.man ? null : query.get("hand");
    this.isOn = Boolean(this.man || this.hand);
    this.isOther = query.get("mapside") === "other";
    this.colours = query.get("mapshow") === "depths" ? "depths" : "results";
    this.answer = null;
    this.error = null;
  }

  /// What the address keeps of it.
  get state() {
    if (!this.isOn) return {};
    return { man: this.man ?? "", hand: this.hand ?? "", mapside: this.isOther ? "other" : "", mapshow: this.colours === "depths" ? "depths" : "" };
  }

  /// The question about a position.
  question(fen) {
    return { fen, man: this.man, hand: this.hand, show: this.colours };
  }

  toggle(fen) {
    this.isOn = !this.isOn;
    if (this.isOn && !this.hand) this.choose(fen, null);
    else this.changed(true);
  }

  /// Takes the man of a square; without one, the king of the side to move.
  choose(fen, square) {
    const king = [...menOf(fen)].find(([, letter]) => letter === (turnOf(fen) === "w" ? "K" : "k"));
    this.man = squareName(square ?? king?.[0] ?? 0);
    this.hand = null;
    this.changed(true);
  }

  /// The position with the man put on a square, as men and the side to move; null where there is none.
  put(fen, square) {
    if (!this.value(square)?.legal) return null;
    const men = menOf(fen);
    const letter = this.man ? men.get(squareOf(this.man)) : this.hand;
    if (this.man) men.delete(squareOf(this.man));
    men.set(square, letter);
    const turn = (turnOf(fen) === "w") !== this.isOther ? "w" : "b";
    [this.man, this.hand, this.isOther] = [squareName(square), null, false];
    return { men, turn };
  }

  /// Asks about the position; false where there is nothing to ask.
  async load(fen) {
    this.answer = this.error = null;
    if (!this.isOn) return false;
    // A man that a move took away, or moved: the king stands somewhere always.
    if (this.man && !menOf(fen).has(squareOf(this.man))) {
      const king = [...menOf(fen)].find(([, letter]) => letter === (turnOf(fen) === "w" ? "K" : "k"));
      if (king) this.man = squareName(king[0]);
    }
    const asked = JSON.stringify(this.question(fen));
    try {
      const answer = await ask("/api/map", this.question(fen));
      if (asked === JSON.stringify(this.question(fen))) this.answer = answer;
    } catch (error) {
      this.error = error;
    }
    return true;
  }

  value(index) {
    const square = this.answer?.squares[index];
    return square && (this.isOther ? square.other : square);
  }

  /// What the board shows on its squares: class, colour, words and title by square number.
  tints() {
    if (!this.isOn || !this.answer) return new Map();
    const depth = (value) => Math.abs(value.dtm ?? value.dtc ?? value.dtz ?? 0);
    const all = this.answer.squares.map((_, index) => [index, this.value(index)]);
    const depths = all.map(([, value]) => value).filter((value) => value.legal && OUTCOME[value.category]).map(depth);
    const [least, most] = [Math.min(...depths), Math.max(...depths)];
    const isHeat = this.colours === "depths";
    return new Map(all.filter(([, value]) => value.legal || !/another man/.test(value.why)).map(([index, value]) => {
      const outcome = value.legal ? OUTCOME[value.category] ?? "draw" : "illegal";
      const words = !value.legal ? "×" : value.category === "unknown" ? "?" : outcome === "draw" ? "=" : `${isHeat && outcome === "loss" ? "−" : ""}${inUnit(depth(value))}`;
      const title = `${squareName(index)}: ${value.legal ? `${value.category}${outcome === "draw" ? "" : ` in ${inUnit(depth(value))} ${unit()}`}` : value.why}`;
      const heat = isHeat && value.legal && outcome !== "draw" ? (depth(value) - least) / (most - least || 1) : null;
      return [index, { outcome, words, title, heat }];
    }));
  }

  /// The controls below the board.
  panel(fen) {
    if (!this.isOn) return "";
    const mover = (turnOf(fen) === "w") !== this.isOther ? "White" : "Black";
    const count = (outcome) => [...this.tints().values()].filter((tint) => tint.outcome === outcome).length;
    const summary = this.error ? this.error.message : !this.answer ? "…" :
      `${mover} to move: ${count("win")} won, ${count("draw")} drawn, ${count("loss")} lost, ${count("illegal")} illegal`;
    return h("div", { class: "map-panel" },
      h("p", { id: "map-summary", class: this.error ? "error" : "", role: "status" }, summary),
      hand(this.hand, (letter) => { this.hand = letter; this.man = null; this.changed(true); }),
      h("div", { class: "row tight" },
        choice("map-side", "Who is to move in the map", [["same", `${turnOf(fen) === "w" ? "White" : "Black"} to move`], ["other", `${turnOf(fen) === "w" ? "Black" : "White"} to move`]], this.isOther ? "other" : "same",
          (event) => { this.isOther = event.target.value === "other"; this.changed(true); }),
        choice("map-colours", "What colours the map", [["results", "results"], ["depths", "depths as heat"]], this.colours,
          (event) => { this.colours = event.target.value; this.changed(true); }),
        downloads("map", this.question(fen), "map")),
      h("p", { class: "faint small" }, `Click a man to take it about, or choose one more from the hand; click a square to put it there. ${this.colours === "depths" ? `The deeper, the redder; − where ${mover} to move loses` : `Green: ${mover} to move wins; red: loses; grey: a draw`}; depths in ${unit()}.`));
  }
}
