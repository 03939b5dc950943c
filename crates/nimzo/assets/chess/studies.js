// Checking studies: is each move of the solution the only one that keeps the result?
import { fault, h, newest, wide } from "/assets/lib.js";
import { board } from "/assets/chess/board.js";
import { job, progress } from "/assets/jobs.js";
import { pictureButtons } from "/assets/keep-picture.js";

const EXAMPLE = `[White "Reti"]
[Event "Tidskrift for Schack 1921"]
[SetUp "1"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]
[Result "1/2-1/2"]

1. Kg7 h4 2. Kf6 Kb6 3. Ke5 h3 4. Kd6 h2 5. c7 Kb7 6. Kd7 1/2-1/2
`;

export function studies(main) {
  const input = h("textarea", { id: "pgn", "aria-label": "Studies as PGN", rows: 9, spellcheck: "false" }, EXAMPLE);
  const answer = h("div", { id: "answer" });
  const check = newest(answer, async (isNewest) => {
    const bar = progress();
    answer.replaceChildren(bar.element);
    const { studies } = await job("study/check", { pgn: input.value }, bar.tell);
    if (isNewest()) answer.replaceChildren(...studies.map(shown));
  });
  main.append(
    h("h1", {}, "Check a study"),
    h("p", { class: "lead" }, "The result tag says what is claimed: 1-0 that White wins, 1/2-1/2 that White draws, 0-1 that Black wins. Each move of that side is looked at: does it keep the result, and which others do? Positions that no table knows are solved."),
    h("form", { onsubmit: (event) => { event.preventDefault(); check().catch((error) => answer.replaceChildren(fault(error))); } },
      input, h("div", { class: "row" }, h("button", { id: "check" }, "Check"))),
    answer);
}

function shown(study) {
  const holds = (fact) => (fact === null ? "unknown" : fact ? "yes" : "no");
  const others = (move) => [["dual", move.duals], ["transposes", move.transpositions], ["loses time", move.wastes_of_time]]
    .filter(([, list]) => list.length).map(([name, list]) => `${name}: ${list.join(", ")}`).join("; ");
  const start = board(study.fen);
  return h("section", { class: "card" },
    h("h2", {}, study.name || "A study"),
    h("p", { class: `answer ${study.sound ? "win" : "loss"}`, id: "sound" }, study.sound ? "Sound" : "Not sound"),
    h("p", {}, `Claim ${study.claim}: holds at the start: ${holds(study.claim_holds)}; at the end of the main line: ${holds(study.final_holds)}.`),
    h("div", { class: "split" }, h("div", {}, start, pictureButtons(() => start, "study")),
      wide("Moves", h("table", {},
        h("tr", {}, ["move", "keeps it", "only move", "others"].map((head) => h("th", { scope: "col" }, head))),
        study.moves.map((move) => h("tr", {},
          h("td", { style: `padding-left: ${move.depth}em` }, h("a", { href: `/endgames?fen=${encodeURIComponent(move.fen.replaceAll(" ", "_"))}` }, move.move)),
          h("td", {}, String(move.verdict)), h("td", { class: move.only ? "win" : "" }, move.only ? "yes" : "no"), h("td", { class: "wrap" }, others(move))))))));
}
