// A chess position as a sum of games: its components framed on the board, their values beside it.
import { address, ask, downloads, facts, h, newest, picture } from "/assets/lib.js";

const EXAMPLES = [
  ["Diagram 6A", "11k/10pP/6p3P1/ppppp2p4/6pP4/PPPPP1P5/7P2p1/10Pp/11K w"],
  ["Diagram 7A", "11k/p9pP/P5p3P1/pppp3p1p2/6pP4/PPPP2P2P2/p6P2p1/P9Pp/11K w"],
  ["Up and star", "8k/p5pP/2p1p2P1/4p4/5P3/2P1P2p1/P5Pp/8K w"],
];

export function sums(main, query) {
  const input = h("input",
    { class: "wide", id: "position", "aria-label": "Position", value: query.get("fen") ?? EXAMPLES[0][1], spellcheck: "false", autocomplete: "off" },
  );
  const result = h("div", { class: "card", id: "answer" });
  const show = newest(result, async (isNewest, step = false) => {
    address({ fen: input.value }, step);
    const question = { fen: input.value };
    const sum = await ask("/api/sum", question);
    const drawn = await picture("sum", question, "the position with its components framed");
    if (!isNewest()) return;
    result.replaceChildren(h("p", { class: "answer canonical" }, sum.sum ?? "no short game"), h("div", { class: "split" }, h("div", {}, drawn, downloads("sum", question, "sum")), told(sum)));
  });
  const example = ([name, fen]) => h("a", { href: `/sums?fen=${encodeURIComponent(fen)}` }, name);
  main.append(
    h("h1", {}, "Positions as sums"),
    h("p", { class: "lead" },
      "Kings in mutual zugzwang, and pawns elsewhere with moves left: a sum of games. Boards of any size; White is Left.",
    ),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); show(true); } }, input, h("button", {}, "Take apart")),
    h("p", { class: "row small examples" }, "Examples:", EXAMPLES.map(example)),
    result);
  show();
}

/// What the values say, line by line.
function told(sum) {
  const moves = (turn) => turn.winning.length ? `, by ${turn.winning.map((move) => move.uci).join(" ")}` : "";
  const turn = (one) => one.winner ? `${one.winner} wins${moves(one)}` : "the values do not tell";
  return facts([
    ...sum.components.map((one, i) => [`component ${i + 1}`, `${one.men.join(" ")} = ${one.value ?? one.form ?? one.why}`]),
    ["core", `${sum.core.join(" ")}${sum.core_is_zugzwang ? ", a proved zugzwang" : ""}`],
    ["mean", sum.mean],
    ["temperature", sum.temperature],
    ["White first", turn(sum.outcome.white_first)],
    ["Black first", turn(sum.outcome.black_first)],
    ["proved", sum.proved ? "by search" : "no: it holds if nobody moves in the core before he must, and whoever promotes first wins"],
  ]);
}
