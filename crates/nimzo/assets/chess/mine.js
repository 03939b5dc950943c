// Mining: a query put to every position of an endgame, with a count as it runs and boards.
import { address, ask, choice, fault, h, newest, words } from "/assets/lib.js";
import { figure } from "/assets/chess/figure.js";
import { job, progress } from "/assets/jobs.js";

const SHOWN = 24;
const SORTS = [["", "in order"], ["dtm", "deepest first"], ["dtz50", "deepest by DTZ50 first"]];
const FORMATS = ["epd", "pgn", "csv", "fen"];

export function mine(main, given) {
  const classes = h("input", { id: "classes", "aria-label": "Endgames", size: 14, spellcheck: "false", autocomplete: "off", value: given.get("classes") ?? "KPvK" });
  const query = h("textarea", { id: "query", "aria-label": "Query", rows: 2, spellcheck: "false" }, given.get("query") ?? "mutual");
  const sort = choice("sort", "Order", SORTS, given.get("sort") ?? "");
  const result = h("div", { id: "answer" });
  const questions = h("ul", { id: "questions", class: "questions" });

  const show = newest(result, async (isNewest, step = false) => {
    address({ classes: classes.value.trim(), query: query.value.trim(), sort: sort.value }, step);
    const asked = { classes: classes.value.trim().split(/[\s,]+/).filter(Boolean), query: query.value.trim(), sort: sort.value || null, limit: SHOWN };
    const bar = progress(), count = h("p", { id: "running", role: "status", class: "faint" });
    result.replaceChildren(bar.element, count);
    const answer = await job("mine", asked, (state) => {
      bar.tell(state);
      const found = (state.counted ?? []).filter((one) => one.what.endsWith("found"));
      count.textContent = found.map((one) => `${one.what}: ${one.done.toLocaleString("en")}`).join(" · ");
    });
    if (isNewest()) result.replaceChildren(...shown(answer, asked));
  });

  const take = (name, text, order = "") => { if (name) classes.value = name; query.value = text; sort.value = order; show(true); };
  ask("/api/mine", { named: "list" }).then(({ examples, named }) => {
    const pick = (label, title, onclick) => h("li", {}, h("button", { type: "button", title, onclick }, label));
    questions.append(
      ...examples.map((one) => pick(`${one.class}: ${one.finds}`, one.query, () => take(one.class, one.query))),
      ...named.map((one) => pick(one.name, `${one.explanation} ${one.query}`, () => take("", one.query, "dtm"))),
    );
  }, (error) => questions.replaceWith(fault(error)));
  main.append(
    h("h1", {}, "Mine"),
    h("p", { class: "lead" }, "A question put to every position of an endgame. White is the stronger side; depths are plies; mirror images count once."),
    h("form", { onsubmit: (event) => { event.preventDefault(); show(true); } },
      h("div", { class: "row" }, classes, sort, h("button", { id: "search" }, "Search")), query),
    result,
    h("h2", {}, "Questions to click"),
    questions);
  if (given.get("query")) show();
}

function shown(answer, asked) {
  const count = (one) => `${one.name}: ${one.count.toLocaleString("en")} (${one.wtm.toLocaleString("en")} with White to move, ${one.btm.toLocaleString("en")} with Black)`;
  return [
    h("p", { id: "count", class: "answer" }, answer.classes.map((one) => [count(one), h("br", {})])),
    answer.positions.length ? h("div", { class: "row" }, FORMATS.map((format) => download(format, asked))) : "",
    h("div", { class: "boards" }, answer.positions.map(({ fen, result, dtm }) => figure(fen, result, dtm == null ? "" : `mate in ${Math.abs(dtm)} plies`))),
  ];
}

function download(format, asked) {
  return h("a",
    { class: "button", href: `/text/mine?${words({ ...asked, limit: 1000, format })}`, download: `mine.${format}`, target: "_blank" },
    `⤓ ${format.toUpperCase()}`,
  );
}
