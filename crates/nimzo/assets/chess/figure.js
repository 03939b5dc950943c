// A small board in a list: a way to its position, what is said of it, and the board to keep.
import { h } from "/assets/lib.js";
import { board, turnOf } from "/assets/chess/board.js";
import { pictureButtons } from "/assets/keep-picture.js";

export function figure(fen, name, note) {
  const picture = board(fen, { small: true });
  return h("figure", {},
    h("a", { href: `/endgames?fen=${encodeURIComponent(fen.replaceAll(" ", "_"))}`, "aria-label": `${name}: ${fen}` }, picture),
    h("figcaption", {}, h("b", {}, name), ` · ${turnOf(fen) === "w" ? "White" : "Black"} to move`, note ? ` · ${note}` : "", h("br", {}), h("span", { class: "fen" }, fen), pictureButtons(() => picture, "board")));
}
