// Positions of an endgame: at random, the longest win, a random zugzwang.
import { ask, button, choice, h, saying } from "/assets/lib.js";
import { METRICS } from "/assets/chess/position-answer.js";
import { offer } from "/assets/chess/offer.js";
import { job, progress } from "/assets/jobs.js";

/// The row of buttons; `go(fen)` shows what was found.
export function finder(query, go) {
  const endgame = h("input",
    { id: "endgame", "aria-label": "Endgame", value: query.get("endgame") ?? "KRvKN", size: 9, spellcheck: "false", autocomplete: "off" },
  );
  const metric = choice("metric", "Depth that is longest", METRICS, "dtm");
  const kind = choice("kind", "Type of zugzwang", [["", "any type"], "A1", "A2", "A3", "A4", "A5", "A6"], "");
  const enPassant = h("input", { type: "checkbox", id: "ep" });
  const place = h("div", {});
  const find = (work) => saying(async () => {
    place.replaceChildren();
    const again = async () => go(await work());
    try {
      await again();
    } catch (error) {
      const missing = offer(endgame.value.trim(), error, again);
      if (!missing) throw error;
      place.replaceChildren(missing);
    }
  });
  const random = async () => (await ask("/api/table/random", { name: endgame.value })).positions[0];
  const longest = async () => {
    const bar = progress();
    place.replaceChildren(bar.element);
    const stats = await job("table/stats", { name: endgame.value.trim() }, bar.tell);
    place.replaceChildren();
    const depth = (side) => stats[side][`max_${metric.value}`] ?? -1;
    const side = depth("wtm") >= depth("btm") ? "wtm" : "btm";
    const fen = stats[side][`max_${metric.value}_fen`];
    if (!fen) throw new Error(`${endgame.value} has no win`);
    return fen;
  };
  const zugzwang = async () => {
    const all = await ask("/api/zug/list", { class: endgame.value, type: kind.value || null, ep: enPassant.checked });
    if (!all.length) throw new Error(`${endgame.value} has no zugzwang ${kind.value ? `of type ${kind.value} ` : ""}${enPassant.checked ? "with an en passant right" : "without an en passant right"}`);
    return all[Math.floor(Math.random() * all.length)].fen;
  };
  return h("div", {},
    h("div", { class: "row", role: "group", "aria-label": "Positions of an endgame" }, endgame,
      button("Random position", "a random legal position of this endgame", find(random), { id: "random" }),
      h("span", { class: "joined" },
        button("Longest win", "the longest win of this endgame, by the depth chosen", find(longest), { id: "longest" }),
        metric,
      ),
      h("span", { class: "joined" }, button("Random zugzwang", "a random zugzwang of this endgame, of the type chosen", find(zugzwang), { id: "random-zugzwang" }), kind, h("label", {}, enPassant, "e. p."))),
    place);
}

