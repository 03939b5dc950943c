// Elkies' pawn game: files opened and stopped, the nimber, every move judged.
import { address, ask, h, newest, s } from "/assets/lib.js";

const MOST = 40;

export function pawns(main, query) {
  let word = query.get("word") ?? "1000";
  const written = h("input", { class: "wide", id: "word", "aria-label": "Word of files", spellcheck: "false" });
  const picture = h("div", { class: "card" }), answer = h("div", { class: "card", id: "answer" });
  const show = newest(answer, async (isNewest) => {
    written.value = word;
    address({ word });
    picture.replaceChildren(files(word, [], toggle));
    const value = await ask("/api/pawns/value", { word });
    if (!isNewest()) return;
    picture.replaceChildren(files(word, value.moves, toggle));
    answer.replaceChildren(
      h("p", { class: "answer", id: "nimber" }, star(value.nimber)),
      h("p", {}, value.nimber === 0 ? "Alone, the player to move loses." : "Alone, the player to move wins."),
      table(value.moves));
    const embedded = await ask("/api/pawns/embed", { sum: word }).catch((error) => ({ error: error.message }));
    if (isNewest()) answer.append(chess(embedded));
  });
  const toggle = (file) => {
    const letters = [...word];
    letters[file] = letters[file] === "1" ? "0" : "1";
    // Two stopped files are never neighbours: stopping one opens the others beside it.
    if (letters[file] === "1") for (const beside of [file - 1, file + 1]) if (letters[beside] === "1") letters[beside] = "0";
    word = letters.join("");
    show();
  };
  const resize = (next) => { if (next.length >= 1 && next.length <= MOST) { word = next; show(); } };
  main.append(
    h("h1", {}, "Elkies' pawn game"),
    h("p", { class: "lead" }, "Three ranks, a white and a black pawn on each file; whoever gets a pawn through wins. Click a file to stop it (no pawn may win there) or to open it."),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); word = written.value.trim(); show(); } }, written, h("button", {}, "Show"),
      h("button", { type: "button", title: "one file more", onclick: () => resize(word + "0") }, "+ file"),
      h("button", { type: "button", title: "one file fewer", onclick: () => resize(word.slice(0, -1)) }, "− file")),
    h("div", { class: "split" }, picture, answer));
  show();
}

const star = (nimber) => nimber === 0 ? "0" : nimber === 1 ? "*" : `*${nimber}`;

function files(word, moves, toggle) {
  const count = Math.max(word.length, 1);
  const picture = s("svg", { class: "files cells", viewBox: `-0.1 -0.1 ${count + 0.2} 4.3`, role: "img", "aria-label": `files ${word}`, style: `max-width: ${Math.max(8, count * 4)}rem` });
  [...word].forEach((letter, file) => {
    for (let row = 0; row < 3; row++) {
      picture.append(s("rect", { x: file, y: row, width: 1, height: 1, fill: (file + row) % 2 ? "var(--light-square)" : "var(--dark-square)", opacity: letter === "1" ? 0.45 : 1 }));
    }
    picture.append(
      s("text", { class: "man b", x: file + 0.5, y: 0.53, style: "font-size:.8px" }, "♟\uFE0E"),
      s("text", { class: "man w", x: file + 0.5, y: 2.53, style: "font-size:.8px" }, "♟\uFE0E"));
    if (letter === "1") {
      for (const y of [0.02, 2.98]) picture.append(s("line", { class: "stop", x1: file + 0.08, x2: file + 0.92, y1: y, y2: y, stroke: "var(--loss)", "stroke-width": 0.12 }));
    }
    const move = moves[file];
    if (move) picture.append(s("text", { x: file + 0.5, y: 3.5, class: move.loony ? "loony" : "move", style: move.loony ? "fill: var(--loss)" : "" }, move.loony ? "☾" : star(move.nimber)));
    picture.append(s("rect", { class: "hit", x: file, y: 0, width: 1, height: 3, "data-file": file, onclick: () => toggle(file) }));
  });
  return picture;
}

function table(moves) {
  return h("table", { id: "moves" },
    h("tr", {}, ["file", "moves to", "why"].map((head) => h("th", { scope: "col" }, head))),
    moves.map((move) => h("tr", {}, h("td", {}, String(move.file)), h("td", { class: move.loony ? "loss" : "" }, move.loony ? "loony" : star(move.nimber)), h("td", { style: "white-space: normal" }, [move.leaves && `leaves ${move.leaves}`, move.reason].filter(Boolean).join(": ")))));
}

function chess(embedded) {
  if (embedded.error) return h("p", { class: "faint" }, `As a chess position: ${embedded.error}`);
  return h("div", { id: "embedded" }, h("h2", {}, "As a king-and-pawn endgame"), h("p", {}, `${embedded.files} × ${embedded.rows}: ${embedded.outcome ?? ""}`), h("pre", {}, embedded.fen));
}
