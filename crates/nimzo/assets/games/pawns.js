// Elkies' pawn game: files opened and stopped, the nimber, every move judged.
import { address, ask, button, copyable, downloads, fault, h, newest, picture, s, star } from "/assets/lib.js";
import { man } from "/assets/chess/board.js";
import { game, wide } from "/assets/games/pawns-play.js";

const MOST = 32;
const LETTERS = (file) => (file < 26 ? "" : "a") + String.fromCharCode(97 + (file % 26));

export function pawns(main, query) {
  let sum = query.get("word") ?? "1000";
  const written = h("input",
    { class: "wide", id: "word", "aria-label": "Words of files and heaps", spellcheck: "false", autocomplete: "off" },
  );
  const drawing = h("div", { class: "card" }), answer = h("div", { class: "card", id: "answer" });
  const embedded = h("div", { class: "card", id: "embedded" });
  const playing = h("div", { class: "card", id: "game" });
  const state = { moves: query.get("moves")?.split(",").filter(Boolean) ?? [], you: query.get("you") ?? "white" };
  const keep = (step) => address({ word: sum, moves: state.moves.join(","), you: state.you === "black" ? "black" : "" }, step);

  const show = newest(answer, async (isNewest, step = false) => {
    written.value = sum;
    keep(step);
    const parts = sum.split("+").map((part) => part.trim());
    const heaps = parts.filter((part) => part.startsWith("*")), files = parts.filter((part) => !part.startsWith("*"));
    drawing.replaceChildren(...files.map((word, i) => h("div", { class: "scroll" }, diagram(word, [], (file) => toggle(i, file)))));
    const values = await Promise.all(files.map((word) => ask("/api/pawns/value", { word })));
    if (!isNewest()) return;
    const total = values.reduce(
      (all, value) => all ^ value.nimber,
      heaps.reduce((all, heap) => all ^ (heap === "*" ? 1 : Number(heap.slice(1))), 0),
    );
    drawing.replaceChildren(
      ...values.map((value, i) => h("div", {},
        files.length > 1 ? h("h2", {}, `${value.word} = ${star(value.nimber)}`) : "",
        h("div", { class: "scroll" }, diagram(value.word, value.moves, (file) => toggle(i, file))), downloads("pawns/value", { word: value.word }, value.word),
      )),
      heaps.length ? h("p", {}, `and beside them ${heaps.join(" + ")}`) : "",
      h("p", { class: "faint small" }, "Click a file to stop or open it. Below each: the nimber that a step there leads to, or ☾ where it is loony."));
    answer.replaceChildren(
      h("p", { class: "answer", id: "nimber" }, star(total)),
      h("p", {}, total === 0 ? "Whoever moves loses." : "Whoever moves wins."),
      ...values.map((value) => table(value, files.length > 1)));
    embedded.hidden = !files.length;
    if (files.length) await embed(embedded, files.join("+"), heaps.length > 0, isNewest);
  });
  const play = game(playing, state, () => sum, keep);
  const change = (next) => { sum = next; state.moves = []; show(true); play(); };
  const toggle = (part, file) => {
    const parts = sum.split("+").map((each) => each.trim());
    const place = parts.map((each, i) => [each, i]).filter(([each]) => !each.startsWith("*"))[part][1];
    const letters = [...parts[place]];
    letters[file] = letters[file] === "1" ? "0" : "1";
    // Two stopped files are never neighbours: stopping one opens the others beside it.
    if (letters[file] === "1") for (const beside of [file - 1, file + 1]) if (letters[beside] === "1") letters[beside] = "0";
    parts[place] = letters.join("");
    change(parts.join("+"));
  };
  const lengthen = () => { const parts = sum.split("+"); const at = parts.findLastIndex((part) => !part.startsWith("*")); if (at >= 0 && parts[at].length < MOST) parts[at] += "0"; change(parts.join("+")); };
  const shorten = () => { const parts = sum.split("+"); const at = parts.findLastIndex((part) => !part.startsWith("*")); if (at >= 0 && parts[at].length > 1) parts[at] = parts[at].slice(0, -1); change(parts.join("+")); };
  main.append(
    h("h1", {}, "Elkies' pawn game"),
    h("p", { class: "lead" },
      "Three ranks, a white and a black pawn on each file; whoever gets a pawn through wins, and whoever cannot move loses. No pawn wins on a stopped file. Sums are written 1000+00+*3: words of files, and heaps of Nim.",
    ),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); change(written.value.replaceAll(/\s/g, "")); } }, written, h("button", {}, "Show"),
      button("+ file", "one file more", lengthen, { id: "longer" }), button("− file", "one file fewer", shorten, { id: "shorter" })),
    h("div", { class: "split" }, drawing, answer),
    h("h2", {}, "Play against a perfect opponent"), playing,
    h("h2", {}, "As a king-and-pawn endgame"), embedded);
  show();
  play();
}

/// One word's files with a mark below each; a click or Enter toggles its stop.
function diagram(word, moves, toggle) {
  const count = Math.max(word.length, 1);
  const drawing = s("svg",
    { class: "files cells", viewBox: `-0.1 -0.2 ${count + 0.2} 4.25`, role: "group", "aria-label": `files ${word}`, style: wide(count) },
  );
  [...word].forEach((letter, file) => {
    const isStopped = letter === "1", move = moves[file];
    for (let row = 0; row < 3; row++) drawing.append(s("rect",
      { x: file, y: row, width: 1, height: 1, class: (file + row) % 2 ? "light" : "dark", opacity: isStopped ? 0.5 : 1 },
    ));
    drawing.append(man("p", file, 0), man("P", file, 2));
    if (isStopped) for (const y of [-0.04, 3.04]) drawing.append(s("line",
      { class: "stop", x1: file + 0.06, x2: file + 0.94, y1: y, y2: y },
    ));
    if (move) drawing.append(s("text", { x: file + 0.5, y: 3.5, class: move.loony ? "loony" : "move" },
      move.loony ? "☾" : star(move.nimber),
    ));
    const what = `${LETTERS(file)}: ${isStopped ? "stopped" : "open"}${move ? move.loony ? ", a step is loony" : `, a step leads to ${star(move.nimber)}` : ""}`;
    drawing.append(s("rect", {
      class: "hit", x: file, y: -0.1, width: 1, height: 3.2, "data-file": file, tabindex: 0, role: "button", "aria-pressed": String(isStopped), "aria-label": what,
      onclick: () => toggle(file), onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(file); } },
    }, s("title", {}, what)));
  });
  return drawing;
}

function table(value, isNamed) {
  const isLong = value.word.length > 12;
  return h("details", { open: !isLong }, h("summary", {}, isNamed || isLong ? `Moves of ${value.word}` : "Moves"), h("table", { class: "moves" },
    h("tr", {}, ["file", "moves to", "leaves"].map((head) => h("th", { scope: "col" }, head))),
    value.moves.map((move) => h("tr", {}, h("td", {}, move.file), h("td", { class: move.loony ? "loss" : "" }, move.loony ? "☾ loony" : star(move.nimber)), h("td", { class: "wrap" }, move.leaves, move.reason ? h("span", { class: "faint small" }, ` ${move.reason}`) : "")))));
}

/// The sum as a king-and-pawn endgame, as a picture.
async function embed(place, sum, hasHeaps, isNewest) {
  try {
    // Without proof: that the nimber tells who wins is the theory's business here.
    const question = { sum, positions: 0 };
    const [embedded, drawn] = await Promise.all([ask("/api/pawns/embed", question),
      picture("pawns/embed", question, `chess position of ${sum}`),
    ]);
    if (!isNewest()) return;
    place.replaceChildren(
      h("p", {},
        `${hasHeaps ? "Without the heaps: on" : "On"} ${embedded.files} files and ${embedded.rows} rows; ${embedded.outcome}${embedded.winning_files?.length ? `, by a step on ${embedded.winning_files.join(", ")}` : ""}.`,
      ),
      h("div", { class: "scroll" }, drawn), downloads("pawns/embed", question, "position"), copyable(embedded.fen, "position"));
  } catch (error) {
    if (isNewest()) place.replaceChildren(fault(error));
  }
}
