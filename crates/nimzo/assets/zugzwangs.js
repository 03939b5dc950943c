// Zugzwangs: those of an endgame, with boards.
import { address, ask, h, newest } from "/assets/lib.js";
import { board } from "/assets/board.js";

const PAGE = 24;

export function zugzwangs(main, query) {
  const material = h("input", { id: "material", "aria-label": "Endgame", value: query.get("material") ?? "KRvKN", size: 10, spellcheck: "false" });
  const kind = h("select", { id: "kind", "aria-label": "Type" }, ["all types", "A1", "A2", "A3", "A4", "A5", "A6"].map((type) => h("option", { value: type.startsWith("A") ? type : "", selected: type === query.get("type") }, type)));
  const enPassant = h("input", { type: "checkbox", id: "ep", checked: query.get("ep") === "1" });
  const least = h("input", { type: "number", id: "depth", min: 0, placeholder: "depth ≥", value: query.get("depth") ?? "" });
  const result = h("div", { id: "answer" });
  let from = 0;
  const show = newest(result, async (isNewest) => {
    address({ material: material.value, type: kind.value, ep: enPassant.checked ? "1" : "", depth: least.value });
    result.replaceChildren(h("p", { class: "faint" }, "searching…"));
    const words = { class: material.value, format: "json", type: kind.value || undefined, ep: enPassant.checked ? true : undefined, "min-depth": least.value || undefined };
    const list = await ask("/api/zug/list", words);
    if (!isNewest()) return;
    const all = list.positions ?? list;
    const page = () => {
      result.replaceChildren(
        h("p", { id: "count" }, `${all.length} zugzwangs`, all.length > PAGE ? `, ${from + 1} to ${Math.min(all.length, from + PAGE)} shown` : ""),
        h("div", { class: "row" },
          h("button", { type: "button", disabled: from === 0, onclick: () => { from -= PAGE; page(); } }, "◀ deeper"),
          h("button", { type: "button", disabled: from + PAGE >= all.length, onclick: () => { from += PAGE; page(); } }, "shallower ▶"),
          download("EPD", "epd", words), download("PGN", "pgn", words)),
        h("div", { class: "boards" }, all.slice(from, from + PAGE).map(figure)));
    };
    from = 0;
    page();
  });
  main.append(
    h("h1", {}, "Zugzwangs"),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); show(); } }, material, kind, h("label", {}, enPassant, "en passant"), least, h("button", {}, "Search")),
    result);
  show();
}

function figure(position) {
  return h("figure", {},
    h("a", { href: `/endgames?fen=${encodeURIComponent(position.fen.replaceAll(" ", "_"))}` }, board(position.fen, { small: true })),
    h("figcaption", {}, `${position.type} · ${position.fen}`));
}

function download(label, format, words) {
  const query = new URLSearchParams(Object.entries({ ...words, format }).filter(([, value]) => value !== undefined));
  return h("a", { href: `/text/zug/list?${query}`, download: `${words.class}.${format}`, target: "_blank" }, `⤓ ${label}`);
}
