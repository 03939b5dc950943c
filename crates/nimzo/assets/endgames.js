// Endgames: a position, its value, and every move with the value it leads to.
import { address, ask, h, job, newest, say } from "/assets/lib.js";
import { board, menOf, palette, placement, play, squareName } from "/assets/board.js";

const START = "8/8/8/8/8/3k4/8/K1R5 w - - 0 1";

export function endgames(main, query) {
  let fen = query.get("fen")?.replaceAll("_", " ") ?? START;
  let flipped = false, setting = null, selected = null, known = [], past = [], future = [];
  const place = h("div", { class: "card" }), answer = h("div", { class: "card", id: "answer" });
  const written = h("input", { class: "wide", id: "fen", "aria-label": "Position as FEN", spellcheck: "false" });

  const go = (next, remember = true) => {
    if (remember) { past.push(fen); future = []; }
    fen = next;
    selected = null;
    show();
  };
  const draw = () => {
    const targets = selected === null ? [] : known.filter((move) => move.uci.startsWith(squareName(selected))).map((move) => squareAt(move.uci));
    place.replaceChildren(
      board(fen, { flipped, selected, targets, onSquare }),
      h("div", { class: "row" },
        button("◀", "back", () => past.length && (future.push(fen), go(past.pop(), false))),
        button("▶", "forward", () => future.length && (past.push(fen), go(future.pop(), false))),
        button("Best move", "play the best move", () => known[0] && go(play(fen, known[0].uci))),
        button("Null move", "let the other side move", () => go(nullMove(fen))),
        button("Flip", "turn the board", () => { flipped = !flipped; draw(); }),
        button("Mirror", "left and right exchanged", () => go(mirror(fen)))),
      palette(setting, (letter) => { setting = letter; selected = null; draw(); }));
  };
  const onSquare = (square) => {
    if (setting !== null) {
      const men = menOf(fen);
      if (setting === "") men.delete(square); else men.set(square, setting);
      go(`${placement(men)} ${turnOf(fen)} - - 0 1`);
    } else if (selected !== null && known.some((move) => move.uci.startsWith(squareName(selected) + squareName(square)))) {
      go(play(fen, known.find((move) => move.uci.startsWith(squareName(selected) + squareName(square))).uci));
    } else {
      selected = selected === square ? null : square;
      draw();
    }
  };
  const show = newest(answer, async (isNewest) => {
    written.value = fen;
    known = [];
    address({ fen: fen.replaceAll(" ", "_") });
    draw();
    try {
      const value = await ask("/api/probe", { fen });
      if (!isNewest()) return;
      known = value.moves ?? [];
      answer.replaceChildren(verdict(value, fen), h("div", { id: "zugzwang" }), table(known, fen, go));
      draw();
      const zug = await ask("/api/zug/classify", { fen }).catch((error) => ({ error: error.message }));
      if (isNewest()) answer.querySelector("#zugzwang").replaceChildren(zugzwang(zug));
    } catch (error) {
      if (!isNewest()) return;
      answer.replaceChildren(h("p", { class: "error", role: "alert" }, error.message), offer(fen, error, show));
    }
  });
  const button = (label, title, onclick) => h("button", { type: "button", title, onclick }, label);
  const endgame = h("input", { id: "endgame", "aria-label": "Endgame", value: "KRvKN", size: 9, spellcheck: "false" });
  const fetchInto = (work) => async () => {
    try { say("…"); await work(); say(""); } catch (error) { say(error.message, true); }
  };
  main.append(
    h("h1", {}, "Endgames"),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); go(written.value.trim()); } }, written, h("button", {}, "Show")),
    h("div", { class: "row" }, endgame,
      button("Longest win", "the longest win of this endgame", fetchInto(async () => {
        const stats = await ask("/api/table/stats", { name: endgame.value });
        go(stats.wtm.max_dtm_fen ?? stats.btm.max_dtm_fen);
      })),
      button("Random position", "a random legal position of this endgame", fetchInto(async () => go(await randomPosition(endgame.value)))),
      button("Random zugzwang", "a random zugzwang of this endgame", fetchInto(async () => {
        const list = await ask("/api/zug/list", { class: endgame.value, format: "json" });
        const all = list.positions ?? list;
        if (!all.length) throw new Error(`${endgame.value} has no zugzwang`);
        go(all[Math.floor(Math.random() * all.length)].fen);
      }))),
    h("div", { class: "split" }, place, answer));
  main.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select")) return;
    if (event.key === "ArrowLeft" && past.length) { future.push(fen); go(past.pop(), false); }
    if (event.key === "ArrowRight") { if (future.length) { past.push(fen); go(future.pop(), false); } else if (known[0]) go(play(fen, known[0].uci)); }
  });
  show();
}

const squareAt = (uci) => "abcdefgh".indexOf(uci[2]) + (Number(uci[3]) - 1) * 8;
const turnOf = (fen) => fen.split(/\s+/)[1] === "b" ? "b" : "w";
const nullMove = (fen) => `${fen.split(/\s+/)[0]} ${turnOf(fen) === "w" ? "b" : "w"} - - 0 1`;

function mirror(fen) {
  const men = new Map([...menOf(fen)].map(([square, man]) => [square ^ 7, man]));
  return `${placement(men)} ${turnOf(fen)} - - 0 1`;
}

const GOOD = { win: "win", "maybe-win": "win", "cursed-win": "win", loss: "loss", "maybe-loss": "loss", "blessed-loss": "loss" };
const OTHER = { win: "loss", loss: "win", draw: "draw", "cursed-win": "blessed-loss", "blessed-loss": "cursed-win", "maybe-win": "maybe-loss", "maybe-loss": "maybe-win" };

function verdict(value, fen) {
  const side = turnOf(fen) === "w" ? "White" : "Black";
  const words = value.checkmate ? "is checkmated" : value.stalemate ? "is stalemated" : value.category === "draw" ? "to move draws" :
    GOOD[value.category] === "win" ? "to move wins" : GOOD[value.category] === "loss" ? "to move loses" : `to move: ${value.category}`;
  const depths = ["dtm", "dtz", "dtc"].filter((metric) => value[metric] != null).map((metric) => `${metric.toUpperCase()} ${value[metric]}`);
  return h("div", {}, h("p", { class: `answer ${GOOD[value.category] ?? "draw"}`, id: "verdict" }, `${side} ${words}`), h("p", { class: "faint" }, depths.length ? `${depths.join(" · ")} (plies)` : ""));
}

function zugzwang(zug) {
  if (zug.error) return h("p", { class: "faint" }, zug.error);
  const shown = (part) => typeof part === "object" && part !== null ? part.value ?? part.category ?? JSON.stringify(part) : String(part);
  const values = ["p1", "p2", "p3"].filter((name) => zug[name] != null).map((name) => `${name}: ${shown(zug[name])}`);
  return h("p", { id: "zugtype" }, zug.type === "none" ? "Not a zugzwang. " : `Zugzwang of type ${zug.type}. `, h("span", { class: "faint" }, values.join(" · ")));
}

function table(moves, fen, go) {
  if (!moves.length) return h("p", { class: "faint" }, "No legal move.");
  const depth = (value) => value == null ? "" : String(Math.abs(value));
  return h("table", { id: "moves" },
    h("tr", {}, ["move", "result", "DTM", "DTZ", "DTC"].map((head) => h("th", { scope: "col" }, head))),
    moves.map((move) => {
      const mine = OTHER[move.category] ?? move.category;
      const take = () => go(play(fen, move.uci));
      return h("tr", { class: "choice", tabindex: 0, onclick: take, onkeydown: (event) => event.key === "Enter" && take() },
        h("td", {}, move.san), h("td", { class: GOOD[mine] ?? "draw" }, mine), h("td", {}, depth(move.dtm)), h("td", {}, depth(move.dtz)), h("td", {}, depth(move.dtc)));
    }));
}

/// Where a table is missing, a button that builds it.
function offer(fen, error, again) {
  const men = [...menOf(fen).values()];
  const side = (isWhite) => [..."KQRBNP"].map((role) => role.repeat(men.filter((man) => man === (isWhite ? role : role.toLowerCase())).length)).join("");
  const name = `${side(true)}v${side(false)}`;
  if (!/table/i.test(error.message) || !/^K[QRBNP]*vK[QRBNP]*$/.test(name)) return null;
  const bar = h("progress", { max: 1, value: 0, hidden: true }), text = h("p", { class: "faint" });
  const build = async (event) => {
    event.target.disabled = true;
    bar.hidden = false;
    try {
      const state = await job("table/build", { names: name }, (now) => {
        text.textContent = now.stage ? now.stage.what : now.state;
        if (now.stage) { bar.max = now.stage.total; bar.value = now.stage.done; }
      });
      if (state.error) throw new Error(state.error);
      again();
    } catch (failure) { text.textContent = failure.message; event.target.disabled = false; }
  };
  return h("div", {}, h("button", { type: "button", id: "build", onclick: build }, `Build ${name}`), bar, text);
}

/// Men thrown on the board until the server finds the position legal.
async function randomPosition(name) {
  const [white, black = ""] = name.trim().split("v");
  const letters = [...white.toUpperCase(), ...black.toLowerCase()];
  for (let attempt = 0; attempt < 60; attempt++) {
    const men = new Map();
    for (const letter of letters) {
      let square;
      do square = Math.floor(Math.random() * 64); while (men.has(square) || (letter.toLowerCase() === "p" && (square < 8 || square >= 56)));
      men.set(square, letter);
    }
    const fen = `${placement(men)} ${Math.random() < 0.5 ? "w" : "b"} - - 0 1`;
    try { await ask("/api/probe", { fen }); return fen; } catch (error) { if (/table/i.test(error.message)) return fen; }
  }
  throw new Error(`no legal position of ${name} came up`);
}
