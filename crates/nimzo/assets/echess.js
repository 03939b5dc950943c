// Entrepreneurial chess: means and temperatures for the White king around the Black king.
import { address, ask, h, newest, number, picture, s } from "/assets/lib.js";

export function echess(main, query) {
  let rook = (query.get("wr") ?? "2,1").split(",").map(Number);
  let chosen = query.get("wk")?.split(",").map(Number) ?? null;
  let measure = query.get("show") ?? "mean";
  const span = 8;
  const place = h("div", { class: "card" }), answer = h("div", { class: "card", id: "answer" });
  const choose = h("select", { id: "measure", "aria-label": "What the map shows" }, ["mean", "temperature"].map((name) => h("option", { selected: name === measure }, name)));
  let cells = [], moving = false;

  const draw = () => place.replaceChildren(map(cells, span, rook, chosen, measure, onCell));
  const onCell = (x, y) => {
    if (moving) { moving = false; rook = [x, y]; show(); }
    else if (x === rook[0] && y === rook[1]) { moving = true; answer.replaceChildren(h("p", {}, "Click where the rook shall stand.")); }
    else { chosen = [x, y]; look(); }
  };
  const look = newest(answer, async (isNewest) => {
    address({ wr: rook.join(","), wk: chosen?.join(","), show: measure });
    draw();
    if (!chosen) return answer.replaceChildren(h("p", { class: "faint" }, "The Black king stands on [0,0]. Click a square for the White king; click the rook to move it."));
    const position = { bk: "0,0", wk: chosen.join(","), wr: rook.join(",") };
    const value = await ask("/api/echess/eval", position);
    if (!isNewest()) return;
    const facts = Object.entries(value).filter(([, fact]) => ["string", "number", "boolean"].includes(typeof fact));
    answer.replaceChildren(
      h("p", { class: "answer", id: "mean" }, `mean ${value.mean}, temperature ${value.temperature}`),
      h("p", {}, `White king [${chosen}], rook [${rook}], Black king [0,0]`),
      h("table", {}, facts.map(([name, fact]) => h("tr", {}, h("th", { scope: "row" }, name.replaceAll("_", " ")), h("td", {}, String(fact))))),
      picture("echess/eval", position, "thermograph"));
  });
  const show = newest(answer, async (isNewest) => {
    address({ wr: rook.join(","), wk: chosen?.join(","), show: measure });
    answer.replaceChildren(h("p", { class: "faint" }, "solving the window…"));
    const result = await ask("/api/echess/map", { wr: rook.join(","), x: `${-span}..${span}`, y: `${-span}..${span}` });
    if (!isNewest()) return;
    cells = result.cells;
    draw();
    look();
  });
  choose.addEventListener("change", () => { measure = choose.value; draw(); look(); });
  main.append(
    h("h1", {}, "Entrepreneurial chess"),
    h("p", { class: "lead" }, "Black may cash out where his king stands; White chases with king and rook. The map shows the mean value, or the temperature, for every square of the White king."),
    h("div", { class: "row" }, choose),
    h("div", { class: "split" }, place, answer));
  draw();
  show();
}

function map(cells, span, rook, chosen, measure, onCell) {
  const size = 2 * span + 1;
  const values = new Map(cells.map((cell) => [`${cell.x},${cell.y}`, cell[measure]]));
  const numbers = [...values.values()].map(number).filter(Number.isFinite);
  const low = Math.min(...numbers, 0), high = Math.max(...numbers, 1);
  const drawing = s("svg", { class: "map cells", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `map of ${measure}` });
  for (let y = span; y >= -span; y--) {
    for (let x = -span; x <= span; x++) {
      const text = values.get(`${x},${y}`);
      const share = text === undefined ? 0 : Math.round(10 + 75 * (number(text) - low) / (high - low || 1));
      const place = { x: x + span, y: span - y, width: 1, height: 1 };
      const isChosen = chosen && chosen[0] === x && chosen[1] === y;
      drawing.append(s("rect", { ...place, fill: text === undefined ? "var(--card)" : `color-mix(in srgb, var(--mark) ${share}%, var(--card))`, stroke: isChosen ? "var(--focus)" : "var(--line)", "stroke-width": isChosen ? 0.12 : 0.02 }));
      const label = x === 0 && y === 0 ? "♚" : x === rook[0] && y === rook[1] ? "♖" : text ?? "";
      drawing.append(s("text", { x: x + span + 0.5, y: span - y + 0.52, style: label.length > 4 ? "font-size:.24px" : "font-size:.34px" }, label));
      drawing.append(s("rect", { class: "hit", ...place, "data-cell": `${x},${y}`, onclick: () => onCell(x, y) }, s("title", {}, `[${x},${y}] ${text ?? ""}`)));
    }
  }
  return drawing;
}
