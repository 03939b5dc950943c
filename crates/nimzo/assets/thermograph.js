// A thermograph as the books draw it: values grow to the left, temperature upward, the mast on top.
import { s } from "/assets/lib.js";

/// A dyadic such as "-7/4" as a number.
export function number(text) {
  const [over, under = "1"] = String(text).split("/");
  return Number(over) / Number(under);
}

/// Draws walls given as lists of points [value, temperature]; returns null when there is nothing to draw.
export function thermograph(walls) {
  const left = points(walls?.left ?? walls?.left_wall), right = points(walls?.right ?? walls?.right_wall);
  if (!left.length && !right.length) return null;
  const all = [...left, ...right];
  const values = all.map(([value]) => value), temperatures = all.map(([, temperature]) => temperature);
  const low = Math.min(...values) - 1, high = Math.max(...values) + 1;
  const bottom = Math.min(-1, ...temperatures), top = Math.max(...temperatures) + 1.5;
  const x = (value) => high - value, y = (temperature) => top - temperature;
  const width = high - low, height = top - bottom;
  const unit = Math.max(width, height) / 20;
  const line = (wall, name) => s("polyline", {
    class: name, fill: "none", stroke: name === "left" ? "var(--link)" : "var(--loss)", "stroke-width": unit / 4,
    points: [...wall, [wall.at(-1)[0], top]].map(([value, temperature]) => `${x(value)},${y(temperature)}`).join(" "),
  });
  const marks = [];
  for (let value = Math.ceil(low); value <= high; value += Math.max(1, Math.round(width / 10))) {
    marks.push(s("line", { x1: x(value), x2: x(value), y1: y(0) - unit / 4, y2: y(0) + unit / 4, stroke: "currentColor", "stroke-width": unit / 12 }),
      s("text", { x: x(value), y: y(0) + unit * 1.3, "font-size": unit, "text-anchor": "middle" }, String(value)));
  }
  return s("svg", { class: "map thermograph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "thermograph", style: "max-height: 24rem" },
    s("line", { x1: 0, x2: width, y1: y(0), y2: y(0), stroke: "currentColor", "stroke-width": unit / 12 }), marks,
    right.length ? line(right, "right") : null, left.length ? line(left, "left") : null);
}

function points(wall) {
  const list = Array.isArray(wall) ? wall : wall?.points ?? [];
  return list.map((point) => Array.isArray(point) ? point.map(number) : [number(point.value), number(point.temperature)])
    .filter(([value, temperature]) => Number.isFinite(value) && Number.isFinite(temperature));
}
