// Impartial chess on Young diagrams: drag the outline, see the values, play.
import { address, ask, h, newest, s, say } from "/assets/lib.js";

const PIECES = ["ROOK", "QUEEN", "KING", "KNIGHT", "BISHOP", "PAWN", "DOWNRIGHT"];
const MOST = 24;

export function young(main, query) {
  let parts = parse(query.get("parts") ?? "5,4,4,4");
  let misere = query.get("play") === "misere";
  const piece = h("select", { id: "piece", "aria-label": "Piece" }, PIECES.map((name) => h("option", { selected: name === query.get("piece") }, name)));
  const written = h("input", { class: "wide", id: "parts", "aria-label": "Partition", spellcheck: "false" });
  const playing = h("input", { type: "checkbox", id: "playing" });
  const rule = h("input", { type: "checkbox", id: "misere", checked: misere });
  const picture = h("div", { class: "card" }), answer = h("div", { class: "card", id: "answer" });

  const show = newest(answer, async (isNewest) => {
    written.value = parts.join(",");
    address({ piece: piece.value, parts: written.value, play: misere ? "misere" : "" });
    const question = { piece: piece.value, parts: written.value };
    const [map, value] = await Promise.all([ask("/api/young/map", question), ask("/api/young/value", question)]);
    if (!isNewest()) return;
    const [sg, mis] = [map.sg?.[0]?.[0] ?? 0, map.misere?.[0]?.[0] ?? 1];
    const wins = misere ? mis !== 0 : sg !== 0;
    const legal = new Map(value.moves.map(([rows, columns]) => [`${rows},${columns}`, [rows, columns]]));
    picture.replaceChildren(diagram(parts, misere ? map.misere : map.sg, playing.checked ? legal : null, (next) => { parts = next; show(); }, (move) => play(move)));
    answer.replaceChildren(
      h("p", { class: "answer", id: "pair" }, `(${sg}, ${mis})`),
      h("p", {}, wins ? "The player to move wins." : "The player to move loses: a P-position.", ` (${misere ? "misère" : "normal"} play)`),
      h("p", { class: "faint" }, "Normal Sprague–Grundy value and misère value. A cell shows the value of what remains when everything above and to the left of it is removed; ringed cells are P-positions."),
      moves(misere ? value.misere_winning : value.winning),
      value.moves.length || !playing.checked ? "" : h("p", { class: "answer", id: "over" }, "No move is left: the game is over."));
  });
  /// The player's move, then the best reply: a winning one where there is one, else any.
  const play = newest(answer, async (isNewest, move) => {
    parts = after(parts, move);
    const reply = parts.length ? await ask("/api/young/value", { piece: piece.value, parts: parts.join(",") }) : { moves: [] };
    if (!isNewest()) return;
    const good = (misere ? reply.misere_winning : reply.winning) ?? [];
    const choice = good[0] ?? reply.moves[Math.floor(Math.random() * reply.moves.length)];
    if (choice) parts = after(parts, choice);
    say(choice ? `You removed ${told(move)}; the reply removed ${told(choice)}.` : `You removed ${told(move)}; there is no reply, so you made the last move${misere ? " and lose" : " and win"}.`);
    if (parts.length) show();
  });
  piece.addEventListener("change", show);
  playing.addEventListener("change", show);
  rule.addEventListener("change", () => { misere = rule.checked; show(); });
  main.append(
    h("h1", {}, "Impartial chess on Young diagrams"),
    h("p", { class: "lead" }, "Click a cell to end its row there, or the dashed edge to let a row grow. A move removes rows from the top and columns from the left, as the piece goes; in play, click the cell that becomes the new corner."),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); enter(); } }, piece, written, h("button", {}, "Show"), h("label", {}, rule, "misère"), h("label", {}, playing, "play")),
    h("div", { class: "split" }, picture, answer));
  function enter() {
    const next = parse(written.value);
    if (next.length) parts = next;
    show();
  }
  show();
}

/// Parts of "5,4^3"; the server judges whether they make a partition.
function parse(text) {
  return text.split(",").flatMap((word) => {
    const [part, times = "1"] = word.trim().split("^").map(Number);
    return Array(Math.min(Number(times) || 1, 200)).fill(part);
  }).filter((part) => Number.isFinite(part));
}

function diagram(parts, values, legal, change, play) {
  const rows = parts.length, columns = Math.max(...parts);
  const most = Math.max(1, ...values.flat().filter(Number.isFinite));
  const picture = s("svg", { class: "young cells", viewBox: `-0.1 -0.1 ${columns + 1.2} ${rows + 1.2}`, role: "img", "aria-label": `diagram of ${parts.join(",")}`, style: `max-width: ${Math.max(12, (columns + 1) * 3)}rem` });
  const grow = (row, column) => {
    const next = [...parts];
    if (row === rows) next.push(1); else next[row] = column + 1;
    for (let above = row - 1; above >= 0 && next[above] < next[row]; above--) next[above] = next[row];
    for (let below = row + 1; below < next.length && next[below] > next[row]; below++) next[below] = next[row];
    return next.slice(0, MOST).map((part) => Math.min(part, MOST));
  };
  parts.forEach((part, row) => {
    for (let column = 0; column < part; column++) {
      const value = values[row]?.[column];
      const share = Number.isFinite(value) ? value / most : 0;
      picture.append(
        s("rect", { x: column, y: row, width: 1, height: 1, fill: `color-mix(in srgb, var(--link) ${Math.round(share * 60)}%, var(--card))`, stroke: "var(--line)", "stroke-width": 0.03 }),
        value === 0 ? s("circle", { class: "p-position", cx: column + 0.5, cy: row + 0.5, r: 0.38, fill: "none", stroke: "var(--win)", "stroke-width": 0.06 }) : "",
        s("text", { x: column + 0.5, y: row + 0.52 }, value ?? ""),
        s("rect", { class: "hit", x: column, y: row, width: 1, height: 1, "data-cell": `${row},${column}`, onclick: () => legal ? legal.has(`${row},${column}`) && play([row, column]) : change(grow(row, column)) }),
        legal?.has(`${row},${column}`) ? s("rect", { x: column + 0.08, y: row + 0.08, width: 0.84, height: 0.84, fill: "none", stroke: "var(--focus)", "stroke-width": 0.06, "pointer-events": "none" }) : "");
    }
    picture.append(edge(part, row, () => change(grow(row, part))));
  });
  picture.append(edge(0, rows, () => change(grow(rows, 0))));
  return picture;
}

function edge(column, row, onclick) {
  return s("g", {},
    s("rect", { x: column + 0.06, y: row + 0.06, width: 0.88, height: 0.88, fill: "none", stroke: "var(--line)", "stroke-width": 0.03, "stroke-dasharray": "0.12 0.12" }),
    s("rect", { class: "hit grow", x: column, y: row, width: 1, height: 1, onclick }));
}

const after = (parts, [rows, columns]) => parts.slice(rows).map((part) => part - columns).filter((part) => part > 0);
const told = ([rows, columns]) => `${rows} rows and ${columns} columns`;

function moves(winning) {
  return h("p", { id: "winning" }, winning.length ? `Winning moves (rows, columns): ${winning.map((move) => `(${move.join(",")})`).join(" ")}` : "No winning move.");
}
