// A map of the squares around the Black king, one value for each place of the White king.
import { number, s } from "/assets/lib.js";
import { man } from "/assets/chess/board.js";

export const LOW = -5, HIGH = 10;
const SIZE = HIGH - LOW + 1;
export const inMap = ([x, y]) => x >= LOW && x <= HIGH && y >= LOW && y <= HIGH;

/// What a cell shows: a number, or what is proved of it.
export function brief(text) {
  const bounds = /^\[(.*), (.*)\]$/.exec(text);
  if (!bounds) return text === "unbounded" ? "∞" : text;
  const [, low, high] = bounds;
  if (low === "-infinity" && high === "+infinity") return "?";
  return low === "-infinity" ? `≤${high}` : `≥${low}`;
}

/// The number that a cell is coloured by, if there is one.
function level(text) {
  const bounds = /^\[(.*), (.*)\]$/.exec(text);
  const value = number(bounds ? (bounds[1] === "-infinity" ? bounds[2] : bounds[1]) : text);
  return Number.isFinite(value) ? value : null;
}

/// Draws the map. `options`: `cells`, `measure`, `rook`, `chosen`, and what is called:
/// `onHover(cell)` under the pointer, `onChoose(cell)` on a click or arrow key, `onRook(cell)` when the rook is
/// dropped or moved by Shift and an arrow.
export function map(options) {
  const { cells, measure, rook, chosen } = options;
  const values = new Map(cells.map((cell) => [`${cell.x},${cell.y}`, cell[measure]]));
  const levels = [...values.values()].map(level).filter((value) => value !== null);
  const low = Math.min(...levels, 0), high = Math.max(...levels, 1);
  const picture = s("svg",
    { class: "map cells", viewBox: `-0.75 -0.1 ${SIZE + 0.85} ${SIZE + 0.85}`, role: "application", tabindex: 0, "aria-label": `Map of the ${measure} for each square of the White king. Arrow keys choose a square, Shift and arrow keys move the rook.` },
  );
  const at = (x, y) => ({ x: x - LOW, y: HIGH - y, width: 1, height: 1 });
  for (let y = HIGH; y >= LOW; y--) {
    picture.append(s("text", { class: "axis", x: -0.4, y: HIGH - y + 0.52 }, String(y)));
    for (let x = LOW; x <= HIGH; x++) {
      const key = `${x},${y}`, text = values.get(key);
      const share = text === undefined ? 0 : Math.round(8 + 72 * ((level(text) ?? low) - low) / (high - low || 1));
      picture.append(s("rect",
        { ...at(x, y), class: text === undefined ? "cell none" : "cell", "data-cell": key, style: text === undefined ? "" : `fill: color-mix(in srgb, var(--${measure === "mean" ? "mark" : "hot"}) ${share}%, var(--card))` },
        s("title", {}, text === undefined ? `[${key}]` : `[${key}] ${measure} ${text}`),
      ));
      const label = text === undefined ? "" : brief(text);
      if (label) picture.append(s("text",
        { class: /[≥≤?]/.test(label) ? "bound" : "", x: x - LOW + 0.5, y: HIGH - y + 0.52, style: `font-size:${label.length > 6 ? 0.2 : label.length > 4 ? 0.26 : label.length > 2 ? 0.33 : 0.4}px` },
        label,
      ));
    }
  }
  for (let x = LOW; x <= HIGH; x++) picture.append(s("text", { class: "axis", x: x - LOW + 0.5, y: SIZE + 0.4 }, String(x)));
  const stand = ([x, y]) => s("rect", { ...at(x, y), class: "stand" });
  picture.append(stand([0, 0]), man("k", -LOW, HIGH));
  const tower = inMap(rook) ? man("R", rook[0] - LOW, HIGH - rook[1]) : null;
  if (tower) { tower.classList.add("grab"); tower.setAttribute("id", "rook"); picture.append(stand(rook), tower); }
  if (chosen && inMap(chosen)) picture.append(s("rect", { ...at(...chosen), class: "chosen" }));
  listen(picture, tower, options);
  return picture;
}

function listen(picture, tower, options) {
  let held = false, moved = false, down = null, hovered = "";
  const cellUnder = (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    return [Math.floor(place.x) + LOW, HIGH - Math.floor(place.y)];
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    down = cellUnder(event);
    held = Boolean(tower) && String(down) === String(options.rook);
    moved = false;
    if (held) picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", (event) => {
    const cell = cellUnder(event);
    if (held) {
      moved ||= String(cell) !== String(down);
      if (moved && inMap(cell)) tower.setAttribute("transform", `translate(${cell[0] - LOW} ${HIGH - cell[1]}) scale(0.01)`);
    } else if (event.pointerType === "mouse" && inMap(cell) && String(cell) !== hovered) {
      hovered = String(cell);
      options.onHover(cell);
    }
  });
  picture.addEventListener("pointerleave", () => { hovered = ""; options.onHover(null); });
  picture.addEventListener("pointercancel", () => { held = false; down = null; });
  picture.addEventListener("pointerup", (event) => {
    const cell = cellUnder(event), wasHeld = held;
    held = false;
    if (!down || !inMap(cell)) return;
    if (wasHeld && moved) options.onRook(cell);
    else if (String(cell) === String(down)) options.onChoose(cell);
    down = null;
  });
  picture.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const from = event.shiftKey ? options.rook : options.chosen ?? [1, -2];
    const to = [from[0] + step[0], from[1] + step[1]];
    if (inMap(to)) (event.shiftKey ? options.onRook : options.onChoose)(to);
  });
}
