// Endgames: a position, its value, and every move with the value it leads to.
import { address, ask, button, choice, copyable, downloads, fault, h, newest } from "/assets/lib.js";
import { arrow, board, menOf, palette, play, promotions, squareName, squareOf, turnOf } from "/assets/chess/board.js";
import { clockOf, classOf, compose, enPassantOf, enPassantSquares, exchanged, mirror, nullMove } from "/assets/chess/positions.js";
import { bestPlay, moveTable, outcomeOf, verdict, zugzwangTable } from "/assets/chess/position-answer.js";
import { GameTree } from "/assets/chess/game-tree.js";
import { finder } from "/assets/chess/finder.js";
import { unitChoice } from "/assets/chess/depths.js";
import { offer } from "/assets/chess/offer.js";
import { PieceMap } from "/assets/chess/piece-map.js";

const START = "8/8/8/8/8/3k4/8/K1R5 w - - 0 1";

export function endgames(main, query) {
  const game = new GameTree(query.get("fen")?.replaceAll("_", " ") ?? START);
  let flipped = query.get("side") === "black", setting = null, isSettingUp = false;
  let selected = null, known = [], cursor = 0, promoting = null;
  const place = h("div", { class: "card" }), answer = h("div", { class: "card", id: "answer" });
  const written = h("input", { class: "wide", id: "fen", "aria-label": "Position as FEN", spellcheck: "false", autocomplete: "off" });

  const map = new PieceMap(query, (step) => show(step));
  const changed = () => { selected = null; promoting = null; show(true); };
  const go = (fen) => { game.begin(fen); changed(); };
  const take = (move) => { game.play(move.uci, move.san, play(game.fen, move.uci)); changed(); };
  const follow = (moves) => { for (const move of moves) game.play(move.uci, move.san, play(game.fen, move.uci)); changed(); };
  const back = () => { if (game.canGoBack) { game.back(); changed(); } };
  const forward = () => { if (game.again()) changed(); else if (known[0]) take(known[0]); };
  const arrange = (men, turn = turnOf(game.fen), enPassant = "-", clock = 0) => go(compose(men, turn, enPassant, clock));

  const movesOf = (square) => known.filter((move) => move.uci.startsWith(squareName(square)));
  const movesBetween = (from, to) => movesOf(from).filter((move) => move.uci.slice(2, 4) === squareName(to));
  /// Plays the move between two squares, asking first which piece a pawn becomes.
  const takeBetween = (from, to) => {
    const moves = movesBetween(from, to);
    if (moves.length < 2) { if (moves.length) take(moves[0]); return moves.length > 0; }
    promoting = moves;
    selected = null;
    draw();
    place.querySelector("#promotion button").focus();
    return true;
  };

  const draw = () => {
    const fen = game.fen;
    const hadFocus = place.contains(document.activeElement) && document.activeElement.matches("svg.board");
    const marks = selected === null || isSettingUp ? [] : movesOf(selected).reverse().map((move) => [squareOf(move.uci.slice(2, 4)), outcomeOf(move)]);
    const picture = board(fen, {
      flipped, selected: map.isOn && map.man ? squareOf(map.man) : selected, last: map.isOn ? null : game.last, marks: map.isOn ? [] : marks, tints: map.tints(), cursor, turn: turnOf(fen), onSquare, onDrag, onCursor: (square) => { cursor = square; },
      onDelete: (square) => { if (isSettingUp) { const men = menOf(fen); men.delete(square); arrange(men); } },
      canDrag: (square) => !map.isOn && menOf(fen).has(square) && (isSettingUp || movesOf(square).length > 0),
    });
    const played = game.list(changed);
    place.replaceChildren(
      picture,
      promoting ? promotions(turnOf(fen), promoting, (move) => { promoting = null; if (move) take(move); else draw(); }) : "",
      h("div", { class: "row tight" },
        button("◀", "one move back (left arrow)", back, { id: "back", disabled: !game.canGoBack }),
        button("▶", "one move on: the one taken back, or the best (right arrow)", forward, { id: "forward", disabled: !game.here.next && !known.length }),
        button("Null move", "let the other side move", () => go(nullMove(fen)), { id: "null" }),
        button("Flip", "turn the board round", () => { flipped = !flipped; show(); }, { id: "flip" }),
        button("Mirror", "left and right exchanged", () => go(mirror(fen)), { id: "mirror" }),
        button("Colours", "White and Black exchanged", () => go(exchanged(fen)), { id: "colours" }),
        button("Set up", "put men on the board by dragging or clicking", () => { isSettingUp = !isSettingUp; setting = null; selected = null; if (isSettingUp && map.isOn) map.toggle(fen); else draw(); }, { id: "setup", "aria-pressed": String(isSettingUp) }),
        button("Map", "take a man to every square: what would the position be?", () => { isSettingUp = false; selected = null; map.toggle(fen); }, { id: "map", "aria-pressed": String(map.isOn) }),
        h("a", { class: "button", id: "lichess", href: `https://lichess.org/analysis/${fen.replaceAll(" ", "_")}`, target: "_blank", rel: "noopener", title: "this position on Lichess's analysis board" }, "Lichess ↗"),
        downloads("probe", { fen }, "board")),
      isSettingUp ? setUp() : "",
      map.panel(fen),
      played, played ? copyable(game.pgn(), "game as PGN") : "");
    if (hadFocus) place.querySelector("svg.board").focus({ preventScroll: true });
  };

  const setUp = () => {
    const fen = game.fen, men = menOf(fen), turn = turnOf(fen), squares = enPassantSquares(fen);
    const clock = h("input", { id: "clock", type: "number", min: 0, max: 150, value: clockOf(fen), onchange: () => arrange(men, turn, enPassantOf(fen), Math.max(0, Math.floor(Number(clock.value)) || 0)) });
    return h("div", {},
      palette(setting, (letter) => { setting = letter; selected = null; draw(); }),
      h("div", { class: "row tight" },
        button("White to move", "White to move", () => arrange(men, "w"), { "aria-pressed": String(turn === "w") }),
        button("Black to move", "Black to move", () => arrange(men, "b"), { "aria-pressed": String(turn === "b") }),
        button("Clear", "two kings only", () => arrange(new Map([[4, "K"], [60, "k"]]))),
        squares.length ? h("label", {}, "en passant", choice("en-passant", "En passant square", [["-", "none"], ...squares], enPassantOf(fen), (event) => arrange(men, turn, event.target.value, 0))) : "",
        h("label", { title: "plies since the last capture or pawn move" }, "clock", clock)),
      h("p", { class: "faint small" }, "Drag a man to another square, or off the board to remove it. To add one choose it above, then click squares."));
  };

  const onSquare = (square) => {
    const men = menOf(game.fen);
    if (map.isOn) {
      if (men.has(square)) { map.choose(game.fen, square); return; }
      const put = map.put(game.fen, square);
      if (put) arrange(put.men, put.turn);
    } else if (isSettingUp) {
      if (setting === "") men.delete(square);
      else if (setting !== null) men.set(square, setting);
      else if (selected === null) { if (men.has(square)) { selected = square; draw(); } return; }
      else { men.set(square, men.get(selected)); if (square !== selected) men.delete(selected); }
      arrange(men);
    } else if (selected === null || !takeBetween(selected, square)) {
      selected = selected === square || !men.has(square) ? null : square;
      draw();
    }
  };
  const onDrag = (from, to) => {
    if (!isSettingUp) {
      if (to === null || !takeBetween(from, to)) draw();
      return;
    }
    const men = menOf(game.fen);
    if (to !== null) men.set(to, men.get(from));
    men.delete(from);
    arrange(men);
  };

  /// An arrow on the board for the move that is pointed at.
  const point = (move) => arrow(place.querySelector("svg.board"), move && [squareOf(move.uci.slice(0, 2)), squareOf(move.uci.slice(2, 4))], flipped);

  const show = newest(answer, async (isNewest, step = false) => {
    const fen = game.fen;
    written.value = fen;
    known = [];
    address({ fen: fen.replaceAll(" ", "_"), side: flipped ? "black" : "", ...map.state }, step);
    draw();
    map.load(fen).then((isLoaded) => { if (isLoaded && isNewest()) draw(); });
    answer.setAttribute("aria-busy", "true");
    try {
      const value = await ask("/api/probe", { fen });
      if (!isNewest()) return;
      known = value.moves ?? [];
      const zugzwang = h("div", { id: "zugzwang" }), line = h("div", { id: "line" });
      answer.replaceChildren(
        h("label", { class: "aside" }, "depths in", unitChoice(() => show())),
        verdict(value, fen), zugzwang, moveTable(known, take, point), line);
      draw();
      if (value.category !== "draw" && known.length) line.append(bestPlay(fen, follow));
      const zug = await ask("/api/zug/classify", { fen }).catch((error) => ({ error: error.message }));
      const table = await zugzwangTable(zug);
      if (isNewest()) zugzwang.replaceChildren(table);
    } catch (error) {
      if (isNewest()) answer.replaceChildren(offer(classOf(fen), error, () => show(), fen) ?? fault(error));
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
  // On the document: a redraw takes the focus away from what stood here.
  const keys = (event) => {
    if (!main.isConnected) { document.removeEventListener("keydown", keys); return; }
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") back();
    else if (event.key === "ArrowRight") forward();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", keys);
  show();
}
