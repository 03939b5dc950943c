// Classes: an endgame as a whole, what it turns into, and how often and how deep it is won.
import { address, ask, button, downloads, fault, h, newest, picture, s, wide } from "/assets/lib.js";
import { job, progress } from "/assets/jobs.js";
import { offer } from "/assets/chess/offer.js";
import { pictureButtons } from "/assets/keep-picture.js";

const START = "KRvKN";
const VALUE = { Q: 9, R: 5, B: 3, N: 3, P: 1 };
const ORDER = "KQRBNP";
const METRICS = [["dtm", "mate"], ["dtc", "conversion"], ["dtz", "a zeroing move"]];

export function classes(main, query) {
  const input = h("input", { id: "class", "aria-label": "Endgame", value: query.get("class") ?? START, size: 10, spellcheck: "false", autocomplete: "off" });
  const told = h("div", { class: "card", id: "answer" }), graph = h("div", { class: "card", id: "graph" });
  const show = newest(told, async (isNewest, step = false) => {
    const name = input.value.trim();
    address({ class: name }, step);
    graph.replaceChildren(drawn(name));
    const bar = progress();
    told.replaceChildren(h("p", { class: "faint", role: "status" }, `Counting ${name}…`), bar.element);
    try {
      const stats = await job("table/stats", { name }, bar.tell);
      const histogram = await picture("table/stats", { name }, `how many positions of ${name} have each depth`);
      if (!isNewest()) return;
      const zugzwangs = h("div", { id: "zugzwangs" });
      told.replaceChildren(
        h("p", { class: "answer", id: "name" }, stats.name),
        results(stats), longest(stats),
        wide("Depths", histogram), h("p", { class: "row" }, downloads("table/stats", { name }, name)),
        h("h2", {}, "Zugzwangs"), zugzwangs);
      const count = () => countZugzwangs(zugzwangs, stats.name);
      if (stats.name.length <= 5) count();
      else zugzwangs.append(button("Count them", "every placement, by type; of five men this takes a while", count, { id: "count-zugzwangs" }));
    } catch (error) {
      if (isNewest()) told.replaceChildren(offer(name, error, () => show()) ?? fault(error));
    }
  });
  main.append(
    h("h1", {}, "Classes"),
    h("p", { class: "lead" }, "An endgame as a whole: results, depths, its longest wins, and the endgames that captures and promotions lead to. Depths here are moves of the winner."),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); show(true); } }, input, h("button", {}, "Show")),
    h("div", { class: "split wide-left" }, told, graph));
  show();
}

const number = (value) => value?.toLocaleString("en") ?? "";
const percent = (part, whole) => (whole ? `${(100 * part / whole).toFixed(2)} %` : "");

/// Wins, draws and losses with either side to move.
function results(stats) {
  const row = (name, side) => h("tr", {}, h("th", { scope: "row" }, name),
    [side.legal, side.win, side.draw, side.loss].map((count, i) => h("td", {}, number(count), i ? h("span", { class: "faint" }, ` ${percent(count, side.legal)}`) : "")));
  return wide("Results", h("table", { id: "results" },
    h("tr", {}, ["", "legal", "won", "drawn", "lost"].map((head) => h("th", { scope: "col" }, head))),
    row("White to move", stats.wtm), row("Black to move", stats.btm)));
}

/// The longest wins and losses, each a way to its position.
function longest(stats) {
  const link = (fen, text) => h("a", { href: `/endgames?fen=${encodeURIComponent(fen.replaceAll(" ", "_"))}` }, text);
  const cell = (side, metric) => {
    const moves = side[`max_${metric}`], fen = side[`max_${metric}_fen`];
    return h("td", {}, moves == null || !fen ? "" : [link(fen, `${moves} moves`), h("span", { class: "faint" }, ` (${number(side[`max_${metric}_count`])})`)]);
  };
  const known = METRICS.filter(([metric]) => stats.wtm[`max_${metric}`] != null || stats.btm[`max_${metric}`] != null);
  if (!known.length) return h("p", {}, "Nobody wins here.");
  return wide("Longest wins", h("table", { id: "longest-wins" },
    h("tr", {}, ["longest win to", "White to move", "Black to move"].map((head) => h("th", { scope: "col" }, head))),
    known.map(([metric, name]) => h("tr", {}, h("th", { scope: "row" }, name), cell(stats.wtm, metric), cell(stats.btm, metric)))));
}

async function countZugzwangs(place, name) {
  const bar = progress();
  place.replaceChildren(bar.element);
  const question = { classes: name, ep: true };
  try {
    const counts = name.length <= 5 ? await ask("/api/zug/count", question) : await job("zug/count", question, bar.tell);
    const types = ["A1", "A2", "A3", "A4", "A5", "A6", "total"];
    const row = (label, tally) => h("tr", {}, h("th", { scope: "row" }, label), types.map((type) => h("td", {}, number(tally[type]))));
    const link = h("a", { href: `/zugzwangs?material=${name}` }, "with boards");
    place.replaceChildren(wide("Zugzwangs by type", h("table", {},
      h("tr", {}, ["", ...types].map((head) => h("th", { scope: "col" }, head))),
      row("White first", counts.wtm), row("Black first", counts.btm),
      counts.ep?.wtm.total || counts.ep?.btm.total ? [row("White first, e. p.", counts.ep.wtm), row("Black first, e. p.", counts.ep.btm)] : "")),
    h("p", {}, link));
  } catch (error) {
    place.replaceChildren(fault(error));
  }
}

/// The endgames that one capture or promotion leads to, each with how; two bare kings are none.
export function neighbours(name) {
  const [white, black] = name.split("v");
  const found = new Map();
  const add = (next, how) => { if (next !== "KvK" && !found.has(next)) found.set(next, how); };
  const each = (army, build) => [...new Set(army.slice(1))].forEach((man) => {
    const rest = army.replace(new RegExp(`${man}(?=[^${man}]*$)`), "");
    add(build(rest), "capture");
    if (man === "P") [..."QRBN"].forEach((piece) => add(build(sorted(rest + piece)), "promotion"));
  });
  each(white, (next) => canonical(next, black));
  each(black, (next) => canonical(white, next));
  return found;
}

const sorted = (army) => [...army].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join("");

/// The name with the stronger side first: more men, then more worth, then the first stronger man.
function canonical(white, black) {
  const worth = (army) => [...army.slice(1)].reduce((sum, man) => sum + VALUE[man], 0);
  const key = (army) => [army.length, worth(army), ...[...army].map((man) => -ORDER.indexOf(man))];
  const [a, b] = [key(white), key(black)];
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && a[at] < (b[at] ?? -1) ? `${black}v${white}` : `${white}v${black}`;
}

/// The endgames around one: those it leads to in columns by men, joined by lines.
function drawn(name) {
  if (!/^K[QRBNP]*vK[QRBNP]*$/.test(name)) return "";
  const columns = [[name]], known = new Set([name]), edges = [];
  for (let depth = 0; depth < 2 && columns[depth].length; depth++) {
    const next = [];
    for (const from of columns[depth]) for (const [to, how] of neighbours(from)) {
      if (!known.has(to)) { known.add(to); next.push(to); }
      edges.push([from, to, how]);
    }
    columns.push(next);
  }
  const rows = Math.max(...columns.map((column) => column.length));
  const place = new Map(columns.flatMap((column, x) => column.map((one, y) => [one, [x * 9 + 0.5, (y + 0.5) * rows * 1.6 / column.length]])));
  const width = Math.max(7, ...[...known].map((one) => one.length * 0.72));
  const picture = s("svg", { class: "classes", viewBox: `0 0 ${18 + width + 1} ${rows * 1.6}`, role: "group", "aria-label": `endgames that ${name} leads to` });
  for (const [from, to, how] of edges) {
    const [[x1, y1], [x2, y2]] = [place.get(from), place.get(to)];
    if (x2 > x1) picture.append(s("line", { class: how, x1: x1 + from.length * 0.62, y1, x2: x2 - 0.2, y2 }));
  }
  for (const [one, [x, y]] of place) picture.append(
    s("a", { href: `/classes?class=${one}`, "aria-current": one === name ? "page" : null }, s("text", { x, y: y + 0.35 }, one)));
  return h("div", {},
    h("h2", {}, "What it turns into"),
    wide("Graph of endgames", picture), pictureButtons(() => picture, name),
    h("p", { class: "faint small" }, "Solid: by a capture; dashed: by a promotion. Two steps are drawn; click a class to go on."));
}
