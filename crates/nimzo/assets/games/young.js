// Impartial chess on Young diagrams: drag the outline, see the values, play.
import { address, ask, button, choice, downloads, facts, h, newest, say } from "/assets/lib.js";
import { MOST, diagram, through } from "/assets/games/young-diagram.js";

const PIECES = ["ROOK", "QUEEN", "KING", "KNIGHT", "BISHOP", "PAWN", "DOWNRIGHT"];
const OWN = "own";

export function young(main, query) {
  let parts = parse(query.get("parts") ?? "5,4,4,4"), mistyped = parts.length ? null : query.get("parts");
  let isMisere = query.get("rule") === "misere", isPlaying = query.get("play") === "1", chosen = null, row = 0;
  const asked = query.get("piece") ?? "ROOK";
  const isKnown = PIECES.includes(asked.toUpperCase());
  const piece = choice("piece", "Piece",
    [...PIECES, [OWN, "moves of your own"]],
    isKnown ? asked.toUpperCase() : OWN,
    () => { own.hidden = piece.value !== OWN; show(true); },
  );
  const own = h("input",
    { id: "moveset", "aria-label": "Moves as (rows,columns), + where repeatable", value: isKnown ? "(1,2),(0,1)+" : asked, hidden: isKnown, spellcheck: "false" },
  );
  const written = h("input", { class: "wide", id: "parts", "aria-label": "Partition", spellcheck: "false", autocomplete: "off" });
  const rule = choice("rule", "Who wins",
    [["normal", "normal play: the last move wins"], ["misere", "misère play: the last move loses"]],
    isMisere ? "misere" : "normal",
    () => { isMisere = rule.value === "misere"; show(true); },
  );
  const shown = choice("shown", "What stands in the cells",
    [["values", "values"], ["outcomes", "P and N"], ["nothing", "nothing"]],
    query.get("show") ?? "values",
    () => show(true),
  );
  const playing = h("input",
    { type: "checkbox", id: "playing", checked: isPlaying, onchange: () => { isPlaying = playing.checked; say(""); show(true); } },
  );
  const drawn = diagram(), told = h("p", { class: "faint small" });
  const picture = h("div", { class: "card" }, drawn.element, told), answer = h("div", { class: "card", id: "answer" });

  const show = newest(answer, async (isNewest, step = false) => {
    const name = piece.value === OWN ? own.value : piece.value;
    // What is no partition goes to the server as it stands, for it to say what is wrong.
    written.value = mistyped ?? parts.join(",");
    address(
      { piece: name, parts: written.value, rule: isMisere ? "misere" : "", show: shown.value === "values" ? "" : shown.value, play: isPlaying ? "1" : "" },
      step,
    );
    if (!parts.length && mistyped === null) {
      draw(null, null);
      answer.replaceChildren(h("p", {}, "Nothing is left. Drag the corner to begin again."));
      return;
    }
    const question = { piece: name, parts: written.value };
    const [map, value] = await Promise.all([ask("/api/young/map", question), ask("/api/young/value", question)]);
    if (!isNewest()) return;
    draw(map, value);
    told.textContent = isPlaying ? "Click a framed cell: it becomes the new corner." : "Drag the outline, or click beside it, to change the partition; with the keyboard: up and down choose a row, left and right change it. Click a cell for what is left from there.";
    answer.replaceChildren(...findings(map, value));
  });
  const draw = (map, value) => {
    const values = map && (isMisere ? map.misere : map.sg);
    const most = Math.max(1, ...(values?.flat() ?? []));
    drawn.show(parts, {
      values: shown.value === "outcomes" ? values?.map((line) => line.map((each) => (each === 0 ? "P" : "N"))) : shown.value === "values" ? values : null,
      lost: (i, j) => shown.value !== "nothing" && values?.[i]?.[j] === 0, level: (i, j) => (shown.value === "values" ? (values?.[i]?.[j] ?? 0) / most : 0), chosen,
      legal: isPlaying && value ? new Set(value.moves.map(String)) : null,
      onShape: isPlaying ? null : (next, isDone) => { parts = next; mistyped = null; chosen = null; draw(null, null); show(isDone); },
      onCell: (i, j) => {
        const key = `${i},${j}`;
        if (!isPlaying) { chosen = chosen === key ? null : key; show(); }
        else if (value?.moves.some((move) => String(move) === key)) take([i, j]);
      },
      onKey: isPlaying ? null : keys,
    });
  };
  const keys = (event) => {
    const change = { ArrowRight: 1, ArrowLeft: -1 }[event.key], turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (change === undefined && turn === undefined) return;
    event.preventDefault();
    if (turn) row = Math.max(0, Math.min(parts.length, MOST - 1, row + turn));
    else {
      const length = (parts[row] ?? 0) + change;
      if (length < 0 || length > MOST) return;
      const next = change > 0 ? through(parts, row + 1, length) : through(parts, row, length);
      if (next.length) parts = next;
      show(true);
    }
    say(`row ${row + 1}: ${parts[row] ?? 0} cells`);
  };
  const findings = (map, value) => {
    const [sg, misere] = [map.sg[0][0], map.misere[0][0]];
    const winning = isMisere ? value.misere_winning : value.winning, wins = isMisere ? misere !== 0 : sg !== 0;
    if (isPlaying && !value.moves.length) return over(`No move is left: you ${isMisere ? "win" : "lose"}.`);
    return [
      shown.value === "nothing" ? "" : h("p", { class: "answer", id: "pair" }, `(${sg}, ${misere})`),
      h("p", {},
        isPlaying ? "Your move. " : "",
        shown.value === "nothing" ? "" : wins ? "The player to move wins." : "The player to move loses: a P-position.",
      ),
      isPlaying ? options(value) : shown.value === "nothing" ? "" : best(winning),
      chosen && !isPlaying ? rest(map, ...chosen.split(",").map(Number)) : "",
      downloads("young/map", { piece: piece.value === OWN ? own.value : piece.value, parts: parts.join(",") }, "diagram"),
      h("details", {},
        h("summary", {}, "More about this partition"),
        facts([["normal value", sg], ["misère value", misere],
          ["cells", value.size],
          ["rank", value.rank],
          ["Durfee square", value.durfee],
          ["corners", value.corners],
          ["conjugate", value.conjugate],
        ]),
      ),
      h("p", { class: "faint small" },
        "The pair is the Sprague–Grundy value in normal play and in misère play. A cell holds the value of what remains when the rows above it and the columns left of it are removed; rings are P-positions.",
      ),
    ];
  };
  const over = (text) => [h("p", { class: "answer", id: "over" }, text), button("New diagram", "draw another one", again)];
  const again = () => {
    isPlaying = playing.checked = false;
    parts = [5, 4, 4, 4];
    show(true);
  };
  const options = (value) => h("div", { class: "row tight", id: "options", role: "group", "aria-label": "Your moves" },
    value.moves.slice(0, 60).map((move) => button(`(${move})`, `remove ${removed(move)}`, () => take(move))));
  const best = (winning) => h("p", { id: "winning" },
    winning.length ? `Winning moves (rows,columns): ${winning.map((move) => `(${move})`).join(" ")}` : "No winning move.",
  );
  const rest = (map, i, j) => h("p", { id: "chosen" },
    `After removing ${removed([i, j])}: ${after(parts, [i, j]).join(",")} = (${map.sg[i][j]}, ${map.misere[i][j]})`,
  );
  /// Your move, then the best reply: a winning one where there is one, else any.
  const take = newest(answer, async (isNewest, move) => {
    parts = after(parts, move);
    chosen = null;
    const name = piece.value === OWN ? own.value : piece.value;
    const reply = parts.length ? await ask("/api/young/value", { piece: name, parts: parts.join(",") }) : { moves: [] };
    if (!isNewest()) return;
    const good = (isMisere ? reply.misere_winning : reply.winning) ?? [];
    const best = good[0] ?? reply.moves[Math.floor(Math.random() * reply.moves.length)];
    if (!best) {
      say(`You removed ${removed(move)}.`);
      draw(null, null);
      answer.replaceChildren(...over(`The opponent has no move: you ${isMisere ? "lose" : "win"}.`));
      return;
    }
    parts = after(parts, best);
    say(`You removed ${removed(move)}; the opponent removed ${removed(best)}.`);
    show(true);
  });
  own.addEventListener("change", () => show(true));
  main.append(
    h("h1", {}, "Impartial chess on Young diagrams"),
    h("p", { class: "lead" },
      "Two players move one piece from the corner cell, right or down, as the piece goes; rows and columns that it leaves behind are gone.",
    ),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); enter(); } }, piece, own, written, h("button", {}, "Show")),
    h("div", { class: "row" }, rule, shown, h("label", {}, playing, "play against a perfect opponent")),
    h("div", { class: "split" }, picture, answer));
  function enter() {
    const read = parse(written.value);
    mistyped = read.length ? null : written.value;
    if (read.length) parts = read;
    show(true);
  }
  show();
}

/// Parts of "5,4^3"; the server judges whether they make a partition.
function parse(text) {
  const words = text.split(",").map((word) => word.trim());
  if (words.some((word) => !/^\d+(\^\d+)?$/.test(word))) return [];
  return words.flatMap((word) => {
    const [part, times = 1] = word.split("^").map(Number);
    return Array(Math.min(times, 200)).fill(part);
  });
}

const after = (parts, [rows, columns]) => parts.slice(rows).map((part) => part - columns).filter((part) => part > 0);
const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
const removed = ([rows, columns]) => [rows ? many(rows, "row") : "",
  columns ? many(columns, "column") : "",
].filter(Boolean).join(" and ") || "nothing";
