// What is known of a position, as people read it: verdict, moves, zugzwang, best play.
import { ask, choice, copyable, h, newest } from "/assets/lib.js";
import { play, turnOf } from "/assets/chess/board.js";
import { inUnit, unit } from "/assets/chess/depths.js";
import { moveNumberOf } from "/assets/chess/positions.js";

export const METRICS = [["dtm", "to mate"], ["dtc", "to conversion"], ["dtz", "to a zeroing move"]];

/// What a category of the API is without the fifty-move rule's shades.
export const OUTCOME = { win: "win", "maybe-win": "win", "cursed-win": "win", "syzygy-win": "win", loss: "loss", "maybe-loss": "loss", "blessed-loss": "loss", "syzygy-loss": "loss" };
const OTHER = { win: "loss", loss: "win", draw: "draw", "cursed-win": "blessed-loss", "blessed-loss": "cursed-win", "maybe-win": "maybe-loss", "maybe-loss": "maybe-win" };

/// The API says what a move leaves to the opponent; people read what it does for the player.
const mine = (move) => OTHER[move.category] ?? move.category;

/// "win", "draw" or "loss" for the player who makes the move.
export const outcomeOf = (move) => OUTCOME[mine(move)] ?? "draw";

/// Before a depth that may be a ply more, because Syzygy's files, which round, have told it.
const about = (metric, value) => (metric === "dtz" && value.dtz && (value.precise_dtz === null || value.dtz_rounded) ? "~" : "");

/// Who wins and in how many moves or plies.
export function verdict(value, fen) {
  const side = turnOf(fen) === "w" ? "White" : "Black";
  const ruled = value.category.startsWith("cursed") || value.category.startsWith("blessed") ? ", but the fifty-move rule makes it a draw" : "";
  const words = value.checkmate ? "is checkmated" : value.stalemate ? "is stalemated" : value.category === "draw" ? "to move: a draw" :
    OUTCOME[value.category] === "win" ? `to move wins${ruled}` : OUTCOME[value.category] === "loss" ? `to move loses${ruled}` : `to move: ${value.category}`;
  const metrics = [["dtm", "DTM", "mate"], ["dtc", "DTC", "conversion"], ["dtz", "DTZ", "a zeroing move"]];
  if (value.dtz_no_rule != null && value.dtz_no_rule !== value.dtz) metrics.push(["dtz_no_rule", "DTZ", "a zeroing move without the fifty-move rule"]);
  const depths = metrics.filter(([metric]) => value[metric] != null && value[metric] !== 0);
  return h("div", {},
    h("p", { class: `answer ${OUTCOME[value.category] ?? "draw"}`, id: "verdict" }, `${side} ${words}`),
    depths.length ? h("p", { id: "depths" }, depths.map(([metric, name, what], i) => [i ? " · " : "", h("b", {}, `${name} ${about(metric, value)}${inUnit(value[metric])}`), ` ${unit()} to ${what}`])) : "");
}

const GROUPS = [["win", "Winning"], ["draw", "Drawing"], ["loss", "Losing"]];

/// Every move, grouped by what it does for the player who makes it; `take(move)` plays it and
/// `point(move or null)` shows it on the board.
export function moveTable(moves, take, point) {
  if (!moves.length) return h("p", { class: "faint" }, "No legal move.");
  const depth = (value) => (value == null || value === 0 ? "" : String(inUnit(value)));
  const heads = [["move"], ["result", "for the side that moves"], ["DTM", `${unit()} to mate after it`], ["DTC", `${unit()} to conversion`], ["DTZ", `${unit()} to a zeroing move`]];
  const row = (move) => {
    const outcome = outcomeOf(move);
    const press = () => take(move), enter = () => point(move), leave = () => point(null);
    return h("tr",
      { class: `choice ${outcome}-row`, tabindex: 0, onclick: press, onkeydown: (event) => { if (event.key === "Enter") press(); }, onpointerenter: enter, onpointerleave: leave, onfocus: enter, onblur: leave },
      h("td", {}, move.san), h("td", { class: outcome }, move.checkmate ? "mate" : mine(move)), h("td", {}, depth(move.dtm)), h("td", {}, depth(move.dtc)), h("td", {}, about("dtz", move), depth(move.dtz)));
  };
  const groups = GROUPS.map(([outcome, name]) => [outcome, name, moves.filter((move) => outcomeOf(move) === outcome)]);
  return h("div", { class: "scroll" }, h("table", { id: "moves" },
    h("thead", {}, h("tr", {}, heads.map(([head, title]) => h("th", { scope: "col", title }, head)))),
    groups.filter(([, , group]) => group.length).map(([outcome, name, group]) => h("tbody", {},
      h("tr", {}, h("th", { class: outcome, colspan: heads.length, scope: "rowgroup" }, `${name}: ${group.length}`)),
      group.map(row)))));
}

/// The type of zugzwang and the three positions that decide it. The question answers in moves; where
/// plies are wanted each position is asked about by itself.
export async function zugzwangTable(zug) {
  if (zug.error) return h("p", { class: "faint" }, zug.error);
  const names = { p1: "as it stands", p2: "other side to move", p3: "without en passant" };
  const rows = Object.keys(names).filter((name) => zug[name] != null && (name !== "p3" || zug.ep));
  const deep = unit() === "moves" ? rows.map((name) => zug[name]) : await Promise.all(rows.map((name) => ask("/api/probe", { fen: zug[name].fen })));
  const shown = (part, depths) => (part.stalemate ? "stalemate" : [part.value,
    ...["dtm", "dtz", "dtc"].filter((metric) => depths[metric] != null && part.value !== "draw").map((metric) => `${metric.toUpperCase()} ${about(metric, depths)}${Math.abs(depths[metric])}`)].join(", "));
  const link = (part) => (part?.fen ? h("a", { href: `/endgames?fen=${encodeURIComponent(part.fen.replaceAll(" ", "_"))}` }, part.fen) : "");
  return h("div", {},
    h("p", { id: "zugtype", class: zug.type === "none" ? "" : "answer" }, zug.type === "none" ? "Not a zugzwang." : `Zugzwang of type ${zug.type}`),
    zug.reason ? h("p", { class: "faint" }, zug.reason) : "",
    Object.keys(zug.level_b ?? {}).length ? h("p", {}, Object.entries(zug.level_b).map(([metric, type]) => `${type} in ${metric.toUpperCase()}`).join(", ")) : "",
    zug.unreachable ? h("p", { class: "faint" }, `No game reaches it: ${zug.unreachable}`) : "",
    h("table", { class: "facts", title: `for the side to move as it stands; depths in ${unit()}${unit() === "moves" ? " of the winner" : ""}` },
      rows.map((name, i) => h("tr", {}, h("th", { scope: "row", title: names[name] }, name), h("td", {}, shown(zug[name], deep[i])), h("td", { class: "faint" }, names[name]), h("td", { class: "fen" }, link(zug[name]))))));
}

/// Best play to the end; `follow(moves)` plays the moves up to the one that was clicked.
export function bestPlay(fen, follow) {
  const place = h("p", { class: "moves" });
  const metric = choice("line-metric", "What counts as best", METRICS, "dtm", () => show());
  const show = newest(place, async (isNewest) => {
    const line = await ask("/api/line", { fen, metric: metric.value });
    if (!isNewest()) return;
    let at = fen;
    const steps = line.moves.map((san, i) => ({ san, uci: line.uci[i] }));
    place.replaceChildren(...steps.flatMap(({ san, uci }, i) => {
      const prefix = turnOf(at) === "w" ? `${moveNumberOf(at)}. ` : i === 0 ? `${moveNumberOf(at)}… ` : "";
      at = play(at, uci);
      return [prefix, h("button", { type: "button", class: "plain", onclick: () => follow(steps.slice(0, i + 1)) }, san), " "];
    }), line.result, h("span", {}, copyable(line.pgn, "line as PGN")));
  });
  const details = h("details",
    { ontoggle: () => { if (details.open && !place.hasChildNodes()) show(); } },
    h("summary", {}, "Best play to the end"),
    h("div", { class: "row" }, "best by depth", metric),
    place,
  );
  return details;
}
