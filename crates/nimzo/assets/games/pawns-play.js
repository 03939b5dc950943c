// The pawn game played: your clicks, a perfect opponent's answers.
import { ask, button, choice, h, newest, s } from "/assets/lib.js";
import { man } from "/assets/chess/board.js";

/// How a move is shown that wins, loses, or would take too long to judge.
const CLASS = { true: "win", false: "loss", null: "draw" }, SIGN = { true: "✓", false: "✗", null: "?" };
const best = (options) => (options.some((option) => option.wins) ? true : options.some((option) => option.wins === null) ? null : false);
const NAME = { white: "White", black: "Black" };

/// How wide so many files are drawn: never so small that a finger could not hit one.
export const wide = (files) => `max-width: ${Math.min(60, Math.max(9, files * 3.4))}rem; min-width: ${files * 1.7}rem`;

/// A game in `place`. `state` holds the moves made and which side is yours; `sumNow()` tells the start,
/// and `keep(step)` puts the state into the address. Returns the function that shows it.
export function game(place, state, sumNow, keep) {
  let chosen = null, hints = false;
  const at = (moves) => ask("/api/pawns/play", { sum: sumNow(), moves: moves.join(",") });
  const show = newest(place, async (isNewest) => {
    chosen = null;
    let now = await at(state.moves);
    if (!isNewest()) return;
    draw(now);
    if (!now.winner && now.turn !== state.you) {
      const answered = [...state.moves, now.best];
      now = await at(answered);
      await new Promise((done) => setTimeout(done, 250));
      if (!isNewest()) return;
      state.moves = answered;
      keep(false);
      draw(now);
    }
  });
  const take = (move) => { state.moves = [...state.moves, move]; keep(true); show(); };
  const back = () => {
    // To your last turn before the present one.
    const first = state.you === "white" ? 0 : 1, before = state.moves.length - 1;
    state.moves = state.moves.slice(0, Math.max(first, before % 2 === first ? before : before - 1));
    keep(true);
    show();
  };
  const draw = (now) => {
    const yours = !now.winner && now.turn === state.you;
    const press = (file) => {
      const from = now.options.filter((option) => option.from === file);
      const target = chosen !== null && now.options.find((option) => option.from === chosen && option.to === file);
      if (target) return take(target.move);
      if (from.length === 1) return take(from[0].move);
      chosen = from.length ? file : null;
      draw(now);
    };
    const you = choice("you", "Your side",
      [["white", "you are White and begin"], ["black", "you are Black"]],
      state.you,
      () => { state.you = you.value; state.moves = []; keep(true); show(); },
    );
    const hint = h("input", { type: "checkbox", id: "hints", checked: hints, onchange: () => { hints = hint.checked; draw(now); } });
    place.replaceChildren(
      h("div", { class: "row" },
        you,
        h("label", {}, hint, "show which moves win"),
        button("Take back", "your last move and the answer", back, { disabled: state.moves.length < (state.you === "white" ? 1 : 2) }),
        button("New game", "from the start", () => { state.moves = []; keep(true); show(); }),
      ),
      h("div", { class: "split" },
        h("div", { class: "scroll" }, drawn(now, yours, chosen, hints, press), heaps(now)),
        h("div", {},
          h("p", { id: "turn", class: "answer", role: "status" }, told(now, state.you)),
          yours ? h("div", { class: "row tight", id: "options", role: "group", "aria-label": "Your moves" },
            now.options.map((option) => button(option.move, describe(option),
              () => take(option.move),
              { class: hints ? CLASS[option.wins] : "" },
            )),
          ) : "",
          state.moves.length ? h("p", { class: "faint", id: "record" }, record(state.moves)) : h("p", { class: "faint" }, "Click a file to move its pawn; where it can also capture, click the file it goes to."))));
  };
  return show;
}

function told(now, you) {
  if (now.winner) return `${now.winner === you ? "You win" : "The opponent wins"}: ${now.ended_by === "touchdown" ? "touchdown" : `${NAME[now.turn]} has no move`}.`;
  if (now.turn !== you) return "The opponent is thinking…";
  return `Your move, ${NAME[you]}.`;
}

const describe = (option) => (option.from === null ? "take stones" : option.from === option.to ? "step" : "capture");
const record = (moves) => moves.map((move, i) => (i % 2 ? move : `${i / 2 + 1}. ${move}`)).join(" ");

function drawn(now, yours, chosen, hints, press) {
  const files = now.rows[0].length;
  const drawing = s("svg",
    { class: "files cells", viewBox: `-0.1 -0.2 ${files + 0.2} 3.7`, role: "group", "aria-label": `board: ${now.rows.join(" / ")}`, style: wide(files) },
  );
  const targets = chosen === null ? [] : now.options.filter((option) => option.from === chosen);
  for (let file = 0; file < files; file++) {
    const isStopped = now.stopped.includes(file), column = now.rows.map((row) => row[file]);
    const isGap = column.every((man) => man === ".") && !isStopped;
    for (let row = 0; row < 3; row++) drawing.append(s("rect",
      { x: file, y: row, width: 1, height: 1, class: (file + row) % 2 ? "light" : "dark", opacity: isStopped ? 0.5 : isGap ? 0.3 : 1 },
    ));
    column.forEach((letter, row) => { if (letter !== ".") drawing.append(man(letter, file, row)); });
    if (isStopped) for (const y of [-0.04, 3.04]) drawing.append(s("line",
      { class: "stop", x1: file + 0.06, x2: file + 0.94, y1: y, y2: y },
    ));
    const options = now.options.filter((option) => option.from === file);
    const isTarget = targets.some((option) => option.to === file);
    if (yours && options.length) drawing.append(s("text",
      { x: file + 0.5, y: 3.32, class: hints ? CLASS[best(options)] : "move" },
      hints ? SIGN[best(options)] : "▴",
    ));
    if (isTarget || chosen === file) drawing.append(s("rect", { class: "target", x: file + 0.04, y: 0.04, width: 0.92, height: 2.92 }));
    if (yours && (options.length || isTarget)) {
      drawing.append(s("rect", {
        class: "hit", x: file, y: 0, width: 1, height: 3, "data-play": file, tabindex: 0, role: "button", "aria-label": options.map((option) => option.move).join(" or ") || "capture here",
        onclick: () => press(file), onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); press(file); } },
      }));
    }
  }
  return drawing;
}

const heaps = (now) => (now.heaps.length ? h("p", {},
  "Heaps: ",
  now.heaps.map((heap) => h("span", { class: "heap", title: `${heap} stones` }, "●".repeat(heap))),
) : "");
