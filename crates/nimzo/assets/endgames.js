// Endgames: a position, its value, and every move with the value it leads to.
import { address, ask, button, choice, copyable, fault, h, newest, saying } from "/assets/lib.js";
import { board, menOf, palette, placement, play, squareName, squareOf, turnOf } from "/assets/board.js";
import { offer } from "/assets/offer.js";

const START = "8/8/8/8/8/3k4/8/K1R5 w - - 0 1";
const METRICS = [["dtm", "to mate"], ["dtc", "to conversion"], ["dtz", "to a zeroing move"]];

export function endgames(main, query) {
  let fen = query.get("fen")?.replaceAll("_", " ") ?? START;
  let flipped = query.get("side") === "black", setting = null, isSettingUp = false;
  let selected = null, last = null, known = [], past = [], future = [], cursor = 0;
  const place = h("div", { class: "card" }), answer = h("div", { class: "card", id: "answer" });
  const written = h("input", { class: "wide", id: "fen", "aria-label": "Position as FEN", spellcheck: "false", autocomplete: "off" });

  const go = (next, remember = true, made = null) => {
    if (remember) { past.push([fen, last]); future = []; }
    fen = next;
    last = made;
    selected = null;
    show(true);
  };
  const back = () => { if (past.length) { future.push([fen, last]); const [earlier, made] = past.pop(); go(earlier, false, made); } };
  const forward = () => {
    if (future.length) { past.push([fen, last]); const [later, made] = future.pop(); go(later, false, made); }
    else if (known[0]) take(known[0].uci);
  };
  const take = (uci) => go(play(fen, uci), true, squareOf(uci.slice(2, 4)));
  const arrange = (men, turn = turnOf(fen)) => go(`${placement(men)} ${turn} - - 0 1`);

  const movesOf = (square) => known.filter((move) => move.uci.startsWith(squareName(square)));
  const moveBetween = (from, to) => movesOf(from).find((move) => move.uci.slice(2, 4) === squareName(to));
  const draw = () => {
    const hadFocus = place.contains(document.activeElement) && document.activeElement.matches("svg.board");
    const marks = selected === null || isSettingUp ? [] : movesOf(selected).reverse().map((move) => [
      squareOf(move.uci.slice(2, 4)),
      OUTCOME[mine(move)] ?? "draw",
    ]);
    const picture = board(fen, {
      flipped, selected, last, marks, cursor, turn: turnOf(fen), onSquare, onDrag, onCursor: (square) => { cursor = square; },
      onDelete: (square) => { if (isSettingUp) { const men = menOf(fen); men.delete(square); arrange(men); } },
      canDrag: (square) => menOf(fen).has(square) && (isSettingUp || movesOf(square).length > 0),
    });
    place.replaceChildren(
      picture,
      h("div", { class: "row tight" },
        button("◀", "one move back (left arrow)", back, { id: "back", disabled: !past.length }),
        button("▶", "one move on: the one taken back, or the best (right arrow)",
          forward,
          { id: "forward", disabled: !future.length && !known.length },
        ),
        button("Null move", "let the other side move", () => go(nullMove(fen)), { id: "null" }),
        button("Flip", "turn the board round", () => { flipped = !flipped; show(); }, { id: "flip" }),
        button("Mirror", "left and right exchanged", () => go(mirror(fen)), { id: "mirror" }),
        button("Colours", "White and Black exchanged", () => go(exchanged(fen)), { id: "colours" }),
        button("Set up", "put men on the board by dragging or clicking", () => { isSettingUp = !isSettingUp; setting = null; selected = null; draw(); }, { id: "setup", "aria-pressed": String(isSettingUp) })),
      isSettingUp ? setUp() : "");
    if (hadFocus) place.querySelector("svg.board").focus({ preventScroll: true });
  };
  const setUp = () => h("div", {},
    palette(setting, (letter) => { setting = letter; selected = null; draw(); }),
    h("div", { class: "row tight" },
      button("White to move", "White to move", () => arrange(menOf(fen), "w"), { "aria-pressed": String(turnOf(fen) === "w") }),
      button("Black to move", "Black to move", () => arrange(menOf(fen), "b"), { "aria-pressed": String(turnOf(fen) === "b") }),
      button("Clear", "two kings only", () => arrange(new Map([[4, "K"], [60, "k"]])))),
    h("p", { class: "faint small" }, "Drag a man to another square, or off the board to remove it. To add one choose it above, then click squares."));
  const onSquare = (square) => {
    if (isSettingUp) {
      const men = menOf(fen);
      if (setting === "") men.delete(square);
      else if (setting !== null) men.set(square, setting);
      else if (selected === null) { if (men.has(square)) { selected = square; draw(); } return; }
      else { men.set(square, men.get(selected)); if (square !== selected) men.delete(selected); }
      arrange(men);
    } else if (selected !== null && moveBetween(selected, square)) {
      take(moveBetween(selected, square).uci);
    } else {
      selected = selected === square || !menOf(fen).has(square) ? null : square;
      draw();
    }
  };
  const onDrag = (from, to) => {
    if (!isSettingUp) {
      const move = to !== null && moveBetween(from, to);
      return move ? take(move.uci) : draw();
    }
    const men = menOf(fen);
    if (to !== null) men.set(to, men.get(from));
    men.delete(from);
    arrange(men);
  };
  const show = newest(answer, async (isNewest, step = false) => {
    written.value = fen;
    known = [];
    address({ fen: fen.replaceAll(" ", "_"), side: flipped ? "black" : "" }, step);
    draw();
    answer.setAttribute("aria-busy", "true");
    try {
      const value = await ask("/api/probe", { fen });
      if (!isNewest()) return;
      known = value.moves ?? [];
      const zugzwang = h("div", { id: "zugzwang" }), line = h("div", { id: "line" });
      answer.replaceChildren(verdict(value, fen), zugzwang, table(known, take), line);
      draw();
      if (value.category !== "draw" && known.length) line.append(bestPlay(fen, (next, made) => go(next, true, made)));
      const zug = await ask("/api/zug/classify", { fen }).catch((error) => ({ error: error.message }));
      if (isNewest()) zugzwang.replaceChildren(zugzwangTable(zug));
    } catch (error) {
      if (isNewest()) answer.replaceChildren(offer(classOf(fen), error, () => show()) ?? fault(error));
    } finally {
      if (isNewest()) answer.removeAttribute("aria-busy");
    }
  });
  main.append(
    h("h1", {}, "Endgames"),
    h("form",
      { class: "row", onsubmit: (event) => { event.preventDefault(); go(written.value.trim()); } },
      written,
      h("button", {}, "Show"),
    ),
    finder(query, go),
    h("div", { class: "split" }, place, answer));
  main.onkeydown = (event) => {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") back();
    else if (event.key === "ArrowRight") forward();
    else return;
    event.preventDefault();
  };
  show();
}

/// Positions of an endgame: at random, the longest win, a random zugzwang.
function finder(query, go) {
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
    const stats = await ask("/api/table/stats", { name: endgame.value });
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

const nullMove = (fen) => `${fen.split(/\s+/)[0]} ${turnOf(fen) === "w" ? "b" : "w"} - - 0 1`;
const rights = (fen, change) => { const right = fen.trim().split(/\s+/)[3] ?? "-"; return /^[a-h][36]$/.test(right) ? change(right) : "-"; };

function mirror(fen) {
  const men = new Map([...menOf(fen)].map(([square, letter]) => [square ^ 7, letter]));
  return `${placement(men)} ${turnOf(fen)} - ${rights(fen, (right) => squareName(squareOf(right) ^ 7))} 0 1`;
}

function exchanged(fen) {
  const other = (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase());
  const men = new Map([...menOf(fen)].map(([square, letter]) => [square ^ 56, other(letter)]));
  return `${placement(men)} ${turnOf(fen) === "w" ? "b" : "w"} - ${rights(fen, (right) => squareName(squareOf(right) ^ 56))} 0 1`;
}

/// The name of a position's endgame.
export function classOf(fen) {
  const men = [...menOf(fen).values()];
  const side = (isWhite) => [..."KQRBNP"].map((role) => role.repeat(men.filter((letter) => letter === (isWhite ? role : role.toLowerCase())).length)).join("");
  return `${side(true)}v${side(false)}`;
}

const OUTCOME = { win: "win", "maybe-win": "win", "cursed-win": "win", "syzygy-win": "win", loss: "loss", "maybe-loss": "loss", "blessed-loss": "loss", "syzygy-loss": "loss" };
const OTHER = { win: "loss", loss: "win", draw: "draw", "cursed-win": "blessed-loss", "blessed-loss": "cursed-win", "maybe-win": "maybe-loss", "maybe-loss": "maybe-win" };
const mine = (move) => OTHER[move.category] ?? move.category;

function verdict(value, fen) {
  const side = turnOf(fen) === "w" ? "White" : "Black";
  const ruled = value.category.startsWith("cursed") || value.category.startsWith("blessed") ? ", but the fifty-move rule makes it a draw" : "";
  const words = value.checkmate ? "is checkmated" : value.stalemate ? "is stalemated" : value.category === "draw" ? "to move: a draw" :
    OUTCOME[value.category] === "win" ? `to move wins${ruled}` : OUTCOME[value.category] === "loss" ? `to move loses${ruled}` : `to move: ${value.category}`;
  const metrics = [["dtm", "DTM", "mate"], ["dtc", "DTC", "conversion"], ["dtz", "DTZ", "a zeroing move"]];
  if (value.dtz_no_rule != null && value.dtz_no_rule !== value.dtz) metrics.push(["dtz_no_rule", "DTZ",
    "a zeroing move without the fifty-move rule",
  ]);
  const depths = metrics.filter(([metric]) => value[metric] != null && value[metric] !== 0);
  return h("div", {},
    h("p", { class: `answer ${OUTCOME[value.category] ?? "draw"}`, id: "verdict" }, `${side} ${words}`),
    depths.length ? h("p", { id: "depths" }, depths.map(([metric, name, what], i) => [i ? " · " : "", h("b", {}, `${name} ${Math.abs(value[metric])}`), ` plies to ${what}`])) : "");
}

function zugzwangTable(zug) {
  if (zug.error) return h("p", { class: "faint" }, zug.error);
  const names = { p1: "as it stands", p2: "other side to move", p3: "without en passant" };
  const depths = (part) => ["dtm", "dtz", "dtc"].filter((metric) => part[metric] != null).map((metric) => `${metric.toUpperCase()} ${Math.abs(part[metric])}`);
  const shown = (part) => (part.stalemate ? "stalemate" : [part.value, ...depths(part)].join(", "));
  const rows = Object.keys(names).filter((name) => zug[name] != null && (name !== "p3" || zug.ep));
  const link = (part) => (part?.fen ? h("a",
    { href: `/endgames?fen=${encodeURIComponent(part.fen.replaceAll(" ", "_"))}` },
    part.fen,
  ) : "");
  return h("div", {},
    h("p", { id: "zugtype", class: zug.type === "none" ? "" : "answer" },
      zug.type === "none" ? "Not a zugzwang." : `Zugzwang of type ${zug.type}`,
    ),
    zug.reason ? h("p", { class: "faint" }, zug.reason) : "",
    Object.keys(zug.level_b ?? {}).length ? h("p", {},
      Object.entries(zug.level_b).map(([metric, type]) => `${type} in ${metric.toUpperCase()}`).join(", "),
    ) : "",
    zug.unreachable ? h("p", { class: "faint" }, `No game reaches it: ${zug.unreachable}`) : "",
    h("table", { class: "facts", title: "depths in moves of the winner" }, rows.map((name) => h("tr", {}, h("th", { scope: "row", title: names[name] }, name), h("td", {}, shown(zug[name])), h("td", { class: "faint" }, names[name]), h("td", { class: "fen" }, link(zug[name]))))));
}

function table(moves, take) {
  if (!moves.length) return h("p", { class: "faint" }, "No legal move.");
  const depth = (value) => (value == null || value === 0 ? "" : String(Math.abs(value)));
  const heads = [["move"], ["result", "for the side that moves"],
    ["DTM", "plies to mate after it"],
    ["DTC", "plies to conversion"],
    ["DTZ", "plies to a zeroing move"],
  ];
  return h("div", { class: "scroll" }, h("table", { id: "moves" },
    h("tr", {}, heads.map(([head, title]) => h("th", { scope: "col", title }, head))),
    moves.map((move) => {
      const result = mine(move), press = () => take(move.uci);
      return h("tr", { class: `choice ${OUTCOME[result] ?? "draw"}-row`, tabindex: 0, onclick: press, onkeydown: (event) => { if (event.key === "Enter") press(); } },
        h("td", {}, move.san), h("td", { class: OUTCOME[result] ?? "draw" }, move.checkmate ? "mate" : result), h("td", {}, depth(move.dtm)), h("td", {}, depth(move.dtc)), h("td", {}, depth(move.dtz)));
    })));
}

/// Best play to the end, each move a way to the position after it.
function bestPlay(fen, go) {
  const place = h("p", { class: "moves" });
  const metric = choice("line-metric", "What counts as best", METRICS, "dtm", () => show());
  const show = newest(place, async (isNewest) => {
    const line = await ask("/api/line", { fen, metric: metric.value });
    if (!isNewest()) return;
    let at = fen, number = Number(fen.trim().split(/\s+/)[5] ?? 1) || 1;
    place.replaceChildren(...line.moves.flatMap((san, i) => {
      const isWhite = turnOf(at) === "w";
      const prefix = isWhite ? `${number}. ` : i === 0 ? `${number}… ` : "";
      if (!isWhite) number++;
      at = play(at, line.uci[i]);
      const next = at, made = squareOf(line.uci[i].slice(2, 4));
      return [prefix, h("button", { type: "button", class: "plain", onclick: () => go(next, made) }, san), " "];
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
