// Solving one position, however many pawns it has: its plan first, then the work as a job.
import { address, button, choice, fault, h, newest } from "/assets/lib.js";
import { board } from "/assets/chess/board.js";
import { job, progress } from "/assets/jobs.js";
import { verdict } from "/assets/chess/position-answer.js";

const START = "8/2k5/8/1p1p4/1P1P4/8/2K5/8 w - - 0 1";
const METRICS = [["wdl", "who wins"], ["dtc", "and how far a conversion is"], ["dtm", "and how far mate is"]];

export function solve(main, query) {
  const input = h("input", { class: "wide", id: "fen", "aria-label": "Position as FEN", value: query.get("fen")?.replaceAll("_", " ") ?? START, spellcheck: "false", autocomplete: "off" });
  const metric = choice("metric", "What to find out", METRICS, query.get("metric") ?? "wdl");
  const drawing = h("div", { class: "card" }), answer = h("div", { class: "card", id: "answer" });
  const asked = () => ({ fen: input.value.trim(), metric: metric.value });
  const keep = (step) => address({ fen: asked().fen.replaceAll(" ", "_"), metric: metric.value === "wdl" ? "" : metric.value }, step);

  const work = (dry) => newest(answer, async (isNewest) => {
    keep(true);
    drawing.replaceChildren(board(asked().fen));
    const bar = progress();
    answer.replaceChildren(bar.element);
    const found = await job("solve", dry ? { ...asked(), dry_run: true } : asked(), bar.tell);
    if (isNewest()) answer.replaceChildren(...(dry ? planned(found) : solved(found, asked().fen)));
  });
  const plan = work(true), carryOut = work(false);
  const planned = ({ ways = [], left_out }) => [
    ways.length ? h("p", { class: "answer", id: "plan" }, "It can be tried:") : h("p", { class: "answer", id: "plan" }, "It cannot be solved here."),
    ...ways.map((way) => h("p", {}, told(way))),
    left_out ? h("p", { class: "faint" }, left_out) : "",
    ways.length ? button("Solve it", "begin; what is solved is kept", carryOut, { id: "solve" }) : "",
  ];
  main.append(
    h("h1", {}, "Solve a position"),
    h("p", { class: "lead" }, "Everything that one position can become, and nothing else: few sets of pawns may be left where pawns are blocked, so many men are in reach."),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); plan(); } }, input, metric, h("button", { id: "plan-it" }, "What would it take?")),
    h("div", { class: "split" }, drawing, answer));
  try {
    drawing.append(board(asked().fen));
  } catch (error) {
    drawing.append(fault(error));
  }
  answer.append(h("p", { class: "faint" }, "Ask what it would take; then solve it."));
}

const told = (way) => `${way.slices.toLocaleString("en")} sets of pawns of ${way.classes} endgames, ${way.positions.toLocaleString("en")} positions a side, about ${Math.ceil(way.seconds)} s${leftOut(way)}`;

/** What bounds leave out, if they do. */
const leftOut = ({ pieces, changes }) => {
  if (changes !== undefined) return `; at most ${changes} pawn moves and captures away, bounds for the rest`;
  return pieces ? `; at most ${pieces} men beside pawns, bounds for the rest` : "";
};

const solved = (found, fen) => [
  verdict(found, fen),
  found.plan ? h("p", { class: "faint" }, `Solved: ${told(found.plan)}.`) : h("p", { class: "faint" }, "It was solved already."),
  h("p", {}, h("a", { href: `/endgames?fen=${encodeURIComponent(fen.replaceAll(" ", "_"))}` }, "every move of it")),
];
