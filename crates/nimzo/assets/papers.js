// The published tables, recomputed here and now.
import { h, job } from "/assets/lib.js";

const PAPERS = ["thompson", "bleicher", "elkies", "gottlieb", "berlekamp"];

export function papers(main) {
  const result = h("div", { id: "answer" });
  const run = async (names) => {
    const text = h("p", { class: "faint" }, "waiting"), bar = h("progress", {});
    result.replaceChildren(text, bar);
    try {
      const state = await job("reproduce", new URLSearchParams(names.map((name) => ["papers", name])), (now) => { text.textContent = now.stage?.what ?? now.state; });
      if (state.error) throw new Error(state.error);
      result.replaceChildren(summary(state.answer));
    } catch (error) { result.replaceChildren(h("p", { class: "error", role: "alert" }, error.message)); }
  };
  main.append(
    h("h1", {}, "The papers"),
    h("p", { class: "lead" }, "Every published table is recomputed cell by cell. A cell agrees, differs, or differs with an explanation."),
    h("div", { class: "row" }, PAPERS.map((name) => h("button", { type: "button", onclick: () => run([name]) }, name)), h("button", { type: "button", onclick: () => run([]) }, "all five")),
    result);
}

function summary(report) {
  return h("div", {}, report.papers.map((paper) => h("section", { class: "card" },
    h("h2", {}, paper.title),
    h("table", {},
      h("tr", {}, ["table", "cells", "agree", "explained", "differ", "left out"].map((head) => h("th", { scope: "col" }, head))),
      paper.tables.map((table) => h("tr", {}, h("td", { style: "white-space: normal" }, table.title ?? table.name), [table.cells, table.agree, table.explained, table.differ, table.skipped].map((count) => h("td", {}, String(count ?? 0)))))),
    paper.tables.filter((table) => (table.verdicts ?? []).some((cell) => cell.verdict !== "agrees" && cell.verdict !== "skipped")).map((table) => h("details", {},
      h("summary", {}, `${table.name}: cells that differ`),
      h("table", {}, table.verdicts.filter((cell) => cell.verdict === "explained" || cell.verdict === "differs").map((cell) =>
        h("tr", {}, h("td", {}, `${cell.row} / ${cell.column}`), h("td", {}, `printed ${cell.printed}`), h("td", {}, `computed ${cell.computed ?? "nothing"}`), h("td", {}, cell.because ?? "unexplained")))))))));
}
