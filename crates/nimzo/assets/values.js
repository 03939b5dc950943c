// A calculator for combinatorial values.
import { address, ask, h, newest, picture } from "/assets/lib.js";

export function values(main, query) {
  const input = h("input", { class: "wide", id: "expression", "aria-label": "Expression", value: query.get("expr") ?? "{1|0} + {3||2*|1*} - ^", spellcheck: "false" });
  const result = h("div", { class: "card", id: "answer" });
  const show = newest(result, async (isNewest) => {
    address({ expr: input.value });
    const value = await ask("/api/cgt", { expression: input.value });
    if (!isNewest()) return;
    const facts = Object.entries(value)
      .filter(([, fact]) => ["string", "number", "boolean"].includes(typeof fact))
      .map(([name, fact]) => h("tr", {}, h("th", { scope: "row" }, name.replaceAll("_", " ")), h("td", {}, String(fact))));
    result.replaceChildren(h("p", { class: "answer" }, value.canonical ?? ""), h("table", {}, facts), picture("cgt", { expression: input.value }, "thermograph"));
  });
  main.append(
    h("h1", {}, "Values"),
    h("p", { class: "lead" }, "Numbers, nimbers (*2), ups (^3*), switches {5|-2}, sums, multiples, nested bars, and loopy values such as over or a{0|a}."),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); show(); } }, input, h("button", {}, "Evaluate")),
    result);
  show();
}
