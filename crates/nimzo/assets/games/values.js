// A calculator for combinatorial values.
import { address, ask, downloads, facts, h, newest, picture } from "/assets/lib.js";

const EXAMPLES = ["{1|0} + {3||2*|1*} - ^", "+-1 + *2", "{2|{1|-1}}", "Tiny(2)", "a{1||a|0}", "over", "cool({3|-3}, 1)"];

export function values(main, query) {
  const input = h("input",
    { class: "wide", id: "expression", "aria-label": "Expression", value: query.get("expr") ?? EXAMPLES[0], spellcheck: "false", autocomplete: "off" },
  );
  const result = h("div", { class: "card", id: "answer" });
  const show = newest(result, async (isNewest, step = false) => {
    address({ expr: input.value }, step);
    const value = await ask("/api/cgt", { expr: input.value });
    const drawn = await picture("cgt", { expr: input.value }, "thermograph").catch(() => "");
    if (!isNewest()) return;
    const told = Object.entries(value).filter(([name, fact]) => name !== "canonical" && ["string", "number", "boolean"].includes(typeof fact));
    result.replaceChildren(
      h("p", { class: "answer canonical" }, value.canonical ?? ""),
      h("div", { class: "split" },
        facts(told.map(([name, fact]) => [name.replaceAll("_", " "), fact === true ? "yes" : fact === false ? "no" : fact])),
        h("div", {}, drawn, drawn ? downloads("cgt", { expr: input.value }, "thermograph") : ""),
      ),
    );
  });
  const example = (text) => h("a", { href: `/values?expr=${encodeURIComponent(text)}` }, text);
  main.append(
    h("h1", {}, "Values"),
    h("p", { class: "lead" },
      "Numbers, nimbers (*2), ups (^3*), switches {5|-2}, sums, multiples, nested bars, and loopy values such as over or a{0|a}.",
    ),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); show(true); } }, input, h("button", {}, "Evaluate")),
    h("p", { class: "row small examples" }, "Examples:", EXAMPLES.map(example)),
    result);
  show();
}
