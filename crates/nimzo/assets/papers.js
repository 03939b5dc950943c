// The published tables, recomputed: the report, written here and now or earlier.
import { address, ask, button, fault, h } from "/assets/lib.js";
import { follow, job, progress, running } from "/assets/jobs.js";

const PAPERS = {
  thompson: "Endgame tables", bleicher: "Zugzwangs", elkies: "The pawn game", gottlieb: "Young diagrams", berlekamp: "Entrepreneurial chess",
};

export function papers(main, query) {
  const result = h("div", { id: "answer" }), written = h("div", { class: "row", id: "written" });
  const full = h("input", { type: "checkbox", id: "full" });
  let chosen = query.get("report");

  const list = async () => {
    const reports = await ask("/reports");
    if (!main.contains(written)) return;
    written.replaceChildren(...(reports.length ? ["Reports: ",
      ...reports.map((report) => button(`${report.name} (${when(report.written)})`, `the report on ${report.name}`,
        () => show(report.name, true),
        { "aria-pressed": String(report.name === chosen) },
      )),
    ] : [h("span", { class: "faint" }, "No report has been written yet.")]));
    return reports;
  };
  const show = (name, step = false) => {
    chosen = name;
    address({ report: name }, step);
    const address_ = `/reports/${encodeURIComponent(name)}`;
    result.replaceChildren(
      h("p", { class: "row" }, h("a", { href: address_, target: "_blank" }, "open the report in a window of its own")),
      h("iframe", { class: "report", src: address_, title: `Report on ${name}`, sandbox: "allow-scripts" }));
    list();
  };
  const finish = async (work, name) => {
    try {
      const report = await work;
      if (!main.contains(result)) return;
      show(name, true);
      result.prepend(summary(report));
    } catch (error) { result.replaceChildren(fault(error)); }
  };
  const run = (names) => {
    const bar = progress();
    result.replaceChildren(h("p", {}, "Recomputing. The page can be closed meanwhile; the report is kept."), bar.element);
    finish(job("reproduce", { papers: names, full: full.checked }, bar.tell), names.length === 1 ? names[0] : "all");
  };
  main.append(
    h("h1", {}, "The papers"),
    h("p", { class: "lead" }, "Every published table is recomputed cell by cell. A cell agrees, differs, or differs with an explanation."),
    h("div", { class: "row", role: "group", "aria-label": "Recompute" },
      "Recompute:",
      Object.entries(PAPERS).map(([name, what]) => button(name, what, () => run([name]), { id: `run-${name}` })),
      button("all five", "every paper, a few minutes", () => run([]), { id: "run-all" }),
      h("label", { title: "may take hours" }, full, "with the long tables"),
    ),
    written, result);
  (async () => {
    const reports = await list();
    const open = await running("reproduce");
    if (open) {
      const bar = progress(), names = Object.keys(PAPERS).filter((name) => open.command.includes(name));
      result.replaceChildren(bar.element);
      finish(follow(open, bar.tell), names.length === 1 ? names[0] : "all");
    } else if (chosen && reports.some((report) => report.name === chosen)) show(chosen);
    else if (!chosen && reports.length) show(reports.reduce((a, b) => (b.written > a.written ? b : a)).name);
    else result.replaceChildren(h("p", { class: "faint" },
      chosen ? `There is no report on ${chosen} yet.` : "Press a paper's name to recompute its tables; the quick ones take seconds.",
    ));
  })().catch((error) => result.replaceChildren(fault(error)));
}

function when(seconds) {
  const date = new Date(seconds * 1000), isToday = date.toDateString() === new Date().toDateString();
  return isToday ? date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) : date.toISOString().slice(0, 10);
}

/// The sums of a run that has just ended.
function summary(report) {
  const count = (part) => report.papers.flatMap((paper) => paper.tables).reduce((sum, table) => sum + (table[part] ?? 0), 0);
  return h("p", { class: `answer ${count("differ") ? "loss" : "win"}`, id: "summary" },
    `${count("cells")} cells: ${count("agree")} agree, ${count("explained")} differ with an explanation, ${count("differ")} differ${count("skipped") ? `, ${count("skipped")} left out of this run` : ""}`,
  );
}
