// Zugzwangs: those of an endgame, with boards.
import { address, ask, button, choice, fault, h, newest, words } from "/assets/lib.js";
import { figure } from "/assets/chess/figure.js";
import { buildOffer, offer } from "/assets/chess/offer.js";

const PAGE = 24;
const TYPES = [["", "all types"], "A1", "A2", "A3", "A4", "A5", "A6"];

export function zugzwangs(main, query) {
  const field = (id, label, more) => h("input", { id, "aria-label": label, value: query.get(id) ?? "", autocomplete: "off", ...more });
  const material = field("material", "Endgame", { size: 10, spellcheck: "false", value: query.get("material") ?? "KRvKN" });
  const kind = choice("kind", "Type", TYPES, query.get("type") ?? "");
  const side = choice("first", "Who moves first",
    [["", "either side"], ["white", "White to move"], ["black", "Black to move"]],
    query.get("first") ?? "",
  );
  const enPassant = h("input", { type: "checkbox", id: "ep", checked: query.get("ep") === "1" });
  const least = field("least", "Least depth", { type: "number", min: 0, placeholder: "from" });
  const most = field("most", "Greatest depth", { type: "number", min: 0, placeholder: "to" });
  const result = h("div", { id: "answer" });
  let from = Math.max(0, Number(query.get("from")) || 0);

  const show = newest(result, async (isNewest, step = false) => {
    const state = () => ({ material: material.value.trim(), type: kind.value, first: side.value, ep: enPassant.checked ? "1" : "", least: least.value, most: most.value, from: from || "" });
    address(state(), step);
    const asked = { class: material.value.trim(), type: kind.value || null, side: side.value || null, ep: enPassant.checked, "min-depth": least.value || null, "max-depth": most.value || null };
    result.replaceChildren(h("p", { class: "faint", role: "status" }, `Searching ${asked.class}…`));
    try {
      if (await isLarge(asked.class)) {
        if (isNewest()) result.replaceChildren(buildOffer(asked.class, () => show()));
        return;
      }
      const all = await ask("/api/zug/list", asked);
      if (!isNewest()) return;
      if (from >= all.length) from = 0;
      const turn = (next) => { from = next; address(state(), true); page(); };
      const page = () => result.replaceChildren(
        h("p", { id: "count", class: "answer" }, `${all.length.toLocaleString("en")} zugzwang${all.length === 1 ? "" : "s"}`),
        all.length ? h("div", { class: "row" },
          all.length > PAGE ? [
            button("◀ deeper", "the page before", () => turn(Math.max(0, from - PAGE)), { disabled: from === 0 }),
            h("span", {}, `${from + 1}–${Math.min(all.length, from + PAGE)}`),
            button("shallower ▶", "the next page", () => turn(from + PAGE), { disabled: from + PAGE >= all.length })] : "",
          download("EPD", "epd", asked), download("PGN", "pgn", asked), download("CSV", "csv", asked)) : h("p", { class: "faint" }, "None with these filters."),
        h("div", { class: "boards" }, all.slice(from, from + PAGE).map(({ fen, type, depth }) => figure(fen, type, depth == null ? "" : `depth ${depth}`))));
      page();
    } catch (error) {
      if (isNewest()) result.replaceChildren(offer(asked.class, error, () => show()) ?? fault(error));
    }
  });
  const afresh = () => { from = 0; show(true); };
  for (const control of [kind, side, enPassant, least, most]) control.addEventListener("change", afresh);
  main.append(
    h("h1", {}, "Zugzwangs"),
    h("p", { class: "lead" },
      "Positions in which the side to move would do better to pass. Depth is the winner's moves with either side to move, added up.",
    ),
    h("form",
      { class: "row", onsubmit: (event) => { event.preventDefault(); afresh(); } },
      material,
      kind,
      side,
      h("label", {}, enPassant, "en passant"),
      h("span", { class: "joined" }, "depth", least, most),
      h("button", {}, "Search"),
    ),
    result);
  show();
}

/// Whether an endgame is too large to be solved for one question and is not built.
async function isLarge(name) {
  if (!/^K[QRBNP]*vK[QRBNP]*$/.test(name) || name.length - 1 < 5) return false;
  const { tables } = await ask("/api/table/list");
  const [white, black] = name.split("v");
  return !tables.some((table) => table.name === name || table.name === `${black}v${white}`);
}

function download(label, format, asked) {
  return h("a",
    { class: "button", href: `/text/zug/list?${words({ ...asked, format })}`, download: `${asked.class}.${format}`, target: "_blank" },
    `⤓ ${label}`,
  );
}
