// Entrepreneurial chess: means and temperatures for the White king around the Black king.
import { address, ask, choice, downloads, facts, h, newest, picture } from "/assets/lib.js";
import { map } from "/assets/games/echess-map.js";
import { pictureButtons } from "/assets/keep-picture.js";
import { job, progress } from "/assets/jobs.js";
import { game } from "/assets/games/echess-play.js";

const HIGH = 10, LOW = -5;
/// How far the squares reach that are shown at once.
const NEAR = 6;
/// Milliseconds after which a window that is not there yet is waited for.
const PATIENCE = 400;
const pair = (text) => text.split(",").map(Number);
const isPair = (text) => /^-?\d+,-?\d+$/.test(text);

export function echess(main, query) {
  const given = (name) => (isPair(query.get(name) ?? "") ? pair(query.get(name)) : null);
  let rook = given("wr") ?? [2, 1], chosen = given("wk"), measure = query.get("show") === "temperature" ? "temperature" : "mean";
  let cells = [], whole = false;
  const awaited = h("div", { id: "awaited" });
  const place = h("div", { class: "card" }), answer = h("div", { class: "card", id: "answer" }), playing = h("div", { class: "card", id: "game" });
  const written = h("input", { id: "rook-square", "aria-label": "The rook's square", size: 6, autocomplete: "off" });
  const shown = choice("measure", "What the map shows",
    [["mean", "means"], ["temperature", "temperatures"]],
    measure,
    () => { measure = shown.value; keep(true); draw(); },
  );
  const moves = query.get("moves") ?? "";
  const keep = (step, more = {}) => address(
    { wr: rook.join(","), wk: chosen?.join(","), show: measure === "mean" ? "" : measure, ...more },
    step,
  );

  const draw = () => {
    const hadFocus = place.contains(document.activeElement);
    const scrolled = place.firstElementChild?.scrollLeft ?? 0;
    const scroll = h("div", { class: "scroll" }, map({ cells, measure, rook, chosen, onHover, onChoose, onRook }));
    place.replaceChildren(scroll, pictureButtons(() => scroll.firstElementChild, "map"));
    scroll.scrollLeft = scrolled;
    if (hadFocus) scroll.firstElementChild.focus({ preventScroll: true });
  };
  const known = new Map();
  const about = (king) => {
    const key = `${king} ${rook}`;
    if (!known.has(key)) {
      const position = { bk: "0,0", wk: king.join(","), wr: rook.join(","), window: whole ? null : NEAR };
      known.set(key,
        Promise.all([ask("/api/echess/eval", position), picture("echess/eval", position, `thermograph with the White king on ${king}`)]),
      );
      known.get(key).catch(() => known.delete(key));
    }
    return known.get(key);
  };
  let waiting = 0, pointed = null;
  const onHover = (cell) => {
    clearTimeout(waiting);
    pointed = cell && cells.some((each) => each.x === cell[0] && each.y === cell[1]) ? cell : null;
    waiting = setTimeout(() => look(pointed ?? chosen), 60);
  };
  const onChoose = (cell) => {
    if (String(cell) === String(rook) || String(cell) === "0,0") return;
    chosen = cell;
    keep(true);
    draw();
    look(chosen);
    play(position());
  };
  const onRook = (cell) => {
    if (String(cell) === "0,0" || String(cell) === String(rook)) return draw();
    rook = cell;
    known.clear();
    show(true);
  };
  const position = () => (chosen ? `0,0 ${chosen} ${rook}` : null);
  const look = newest(answer, async (isNewest, king) => {
    if (!king) return answer.replaceChildren(h("p", {},
      "Point at a square, tap it, or choose it with the arrow keys: it is the White king's, and its thermograph appears here. Drag the rook to another square.",
    ));
    const [value, drawn] = await about(king);
    if (!isNewest()) return;
    answer.replaceChildren(
      h("p", { class: "answer", id: "mean" }, `mean ${value.mean}, temperature ${value.temperature}`),
      h("p", { class: "faint" }, `White king [${king}], rook [${rook}], Black king [0,0]`),
      drawn, downloads("echess/eval", { bk: "0,0", wk: king.join(","), wr: rook.join(",") }, "thermograph"),
      facts([["Black begins", value.left_stop], ["White begins", value.right_stop], ["chilled", value.chilled], ["upper bound chilled", value.chilled_of_upper_bound], ["initiative", value.sente], ["exact", value.exact ? "yes" : "no: the bounds of this window do not meet"]]));
  });
  const show = newest(place, async (isNewest, step = false) => {
    written.value = rook.join(",");
    keep(step);
    const result = await solved({ wr: rook.join(","), x: `${LOW}..${HIGH}`, y: `${LOW}..${HIGH}` }, isNewest);
    if (!isNewest()) return;
    if (!whole) known.clear();
    whole = true;
    awaited.replaceChildren();
    cells = result.cells;
    draw();
    look(pointed ?? chosen);
    play(position());
  });
  /// The first time the squares around the king have to be solved, which takes a while: as a job. The
  /// squares near the king are there at once, from a smaller window, with bounds where it is too small.
  const solved = (question, isNewest) => {
    if (whole) return ask("/api/echess/map", question);
    const near = { ...question, x: `${-NEAR}..${NEAR}`, y: `${-NEAR}..${NEAR}`, window: NEAR };
    const first = async () => {
      if (whole || !isNewest()) return;
      const result = await ask("/api/echess/map", near);
      if (whole || !isNewest()) return;
      cells = result.cells;
      draw();
    };
    setTimeout(() => first().catch(() => {}), PATIENCE);
    const bar = progress();
    awaited.replaceChildren(
      h("p", { class: "faint" }, "The squares near the Black king come first; the others are being solved, which takes half a minute or more the first time."),
      bar.element,
    );
    return job("echess/map", question, bar.tell);
  };
  const play = game(playing, moves, (list) => keep(true, { moves: list }));
  main.append(
    h("h1", {}, "Entrepreneurial chess"),
    h("p", { class: "lead" },
      "The Black king may cash out at any time for the sum of his coordinates; White chases him with king and rook on an endless board. The map shows the value for every square of the White king, with the Black king on [0,0].",
    ),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); if (isPair(written.value.trim())) onRook(pair(written.value.trim())); else answer.replaceChildren(h("p", { class: "error", role: "alert" }, `"${written.value}" is not a square; write X,Y as in 2,1`)); } },
      shown, h("label", {}, "rook on", written), h("button", {}, "Show")),
    awaited,
    h("div", { class: "split wide-left" }, place, answer),
    h("h2", {}, "Play Black"), playing);
  look(chosen);
  show();
}
