// A Young diagram whose outline can be dragged.
import { s } from "/assets/lib.js";

export const MOST = 24;

/// The partition whose outline passes through the corner below `row` rows and right of `column` columns:
/// rows above are at least that long, rows below at most.
export function through(parts, row, column) {
  const next = [];
  for (let i = 0; i < Math.max(parts.length, row); i++) {
    const part = parts[i] ?? 0;
    next.push(Math.min(MOST, i < row ? Math.max(part, column) : Math.min(part, column)));
  }
  return next.slice(0, MOST).filter((part) => part > 0);
}

/// The partition whose outer corner [row, column] is moved to another place: the cells that only it held are
/// gone, and those above and left of its new place are there.
function moved(parts, [row, column], toRow, toColumn) {
  const below = parts[row] ?? 0;
  const base = parts.map((part) => (part === column ? below : part));
  const next = [];
  for (let i = 0; i < Math.max(base.length, toRow); i++) next.push(Math.min(MOST,
    i < toRow ? Math.max(base[i] ?? 0, toColumn) : base[i] ?? 0,
  ));
  return next.slice(0, MOST).filter((part) => part > 0);
}

/// A diagram that stays while what it shows changes: its element, and `show(parts, options)`. `options`:
/// `values` (rows of numbers or text), `lost(row, column)`, `level(row, column)` from 0 to 1, `legal` (set of "row,column"
/// that can be played), `chosen` ("row,column"), `onShape(parts, isDone)` while the outline is dragged,
/// `onCell(row, column)`, `onKey(event)`.
export function diagram() {
  const element = s("svg", { class: "young cells", role: "application", tabindex: 0 });
  const state = { parts: [], options: {}, drag: null };
  const show = (parts, options) => {
    Object.assign(state, { parts, options });
    const columns = parts[0] ?? 0;
    if (!state.drag) {
      Object.assign(state, { width: Math.min(MOST, columns + 2), height: Math.min(MOST, parts.length + 2) });
      element.setAttribute("viewBox", `-0.2 -0.2 ${state.width + 0.4} ${state.height + 0.4}`);
      element.style.maxWidth = `${Math.max(14, state.width * 2.8)}rem`;
    }
    element.setAttribute("aria-label", `diagram of ${parts.join(",") || "the empty partition"}`);
    element.classList.toggle("editable", Boolean(options.onShape));
    element.replaceChildren(...contents(state));
  };
  listen(element, state);
  return { element, show };
}

function contents({ parts, options, width, height }) {
  const list = [];
  if (options.onShape) for (let row = 1; row <= height; row++) for (let column = 1; column <= width; column++) list.push(s("circle", { class: "dot", cx: column, cy: row, r: 0.04 }));
  parts.forEach((part, row) => { for (let column = 0; column < part; column++) list.push(...cell(row, column, options)); });
  list.push(s("path", { class: "outline", d: path(parts) }));
  const handle = (kind) => ([row, column]) => s("circle",
    { class: `handle ${kind}`, cx: column, cy: row, r: 0.17, "data-corner": `${row},${column}` },
  );
  if (options.onShape) list.push(...inner(parts).map(handle("inner")), ...outer(parts).map(handle("outer")));
  return list;
}

function cell(row, column, options) {
  const key = `${row},${column}`, text = String(options.values?.[row]?.[column] ?? "");
  const share = Math.round(60 * (options.level?.(row, column) ?? 0));
  const isLegal = options.legal?.has(key);
  return [
    s("rect",
      { x: column, y: row, width: 1, height: 1, class: "cell", "data-cell": key, style: `fill: color-mix(in srgb, var(--link) ${share}%, var(--card))` },
    ),
    options.lost?.(row, column) ? s("circle", { class: "p-position", cx: column + 0.5, cy: row + 0.5, r: 0.37 }) : "",
    isLegal ? s("rect", { class: "legal", x: column + 0.07, y: row + 0.07, width: 0.86, height: 0.86 }) : "",
    options.chosen === key ? s("rect", { class: "chosen", x: column + 0.04, y: row + 0.04, width: 0.92, height: 0.92 }) : "",
    s("text", { x: column + 0.5, y: row + 0.52, style: text.length > 2 ? "font-size:.3px" : "" }, text),
  ].filter(Boolean);
}

/// The staircase from the lower left to the upper right.
function path(parts) {
  let d = `M0 ${parts.length}`;
  for (let row = parts.length - 1; row >= 0; row--) d += `H${parts[row]}V${row}`;
  return d;
}

/// Corners of the outline, as [rows above, columns to the left]: those that stick out, and those between them.
const outer = (parts) => parts.map((part, row) => [row + 1, part]).filter(([row, part]) => (parts[row] ?? 0) < part);
const inner = (parts) => parts.map((part, row) => [row, part]).filter(([row, part]) => row > 0 && parts[row - 1] > part);

function listen(element, state) {
  const point = (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
    return [place.x, place.y];
  };
  const near = (at, most) => Math.max(0, Math.min(most, Math.round(at)));
  element.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const begun = point(event);
    const corner = outer(state.parts).find(([row, column]) => Math.hypot(column - begun[0], row - begun[1]) < 0.45);
    state.drag = { begun, corner, parts: state.parts, last: null };
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    const { drag, options } = state;
    if (!drag || !options.onShape) return;
    const [x, y] = point(event);
    if (!drag.last && Math.hypot(x - drag.begun[0], y - drag.begun[1]) < 0.3) return;
    const [row, column] = [near(y, state.height), near(x, state.width)];
    const next = drag.corner ? moved(drag.parts, drag.corner, row, column) : through(drag.parts, row, column);
    if (!next.length || String(next) === String(drag.last)) return;
    drag.last = next;
    options.onShape(next, false);
  });
  element.addEventListener("pointercancel", () => { state.drag = null; });
  element.addEventListener("pointerup", () => {
    const { drag, options, parts } = state;
    state.drag = null;
    if (!drag) return;
    if (drag.last) return options.onShape?.(drag.last, true);
    const [column, row] = drag.begun.map(Math.floor);
    if (row < 0 || column < 0) return;
    if (column < (parts[row] ?? 0)) options.onCell?.(row, column);
    else options.onShape?.(through(parts, row + 1, column + 1), true);
  });
  element.addEventListener("keydown", (event) => state.options.onKey?.(event));
}
