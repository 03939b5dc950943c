// Entrepreneurial chess played as Black against the program, scored against the best play.
import { ask, button, h, newest, s } from "/assets/lib.js";
import { man } from "/assets/chess/board.js";
import { pictureButtons } from "/assets/keep-picture.js";

const VIEW = 6;
const pair = (text) => text.split(",").map(Number);

/// A game in `place`; `made` are the moves so far, and `keep(moves)` puts them into the address. Returns the
/// function that begins at a position "BKX,BKY WKX,WKY WRX,WRY", or shows none.
export function game(place, made, keep) {
  let start = null, moves = made.split(";").filter(Boolean), hints = false;
  const show = newest(place, async (isNewest) => {
    if (!start) return place.replaceChildren(h("p", { class: "faint" },
      "Choose a square for the White king in the map; the game begins there, and it is Black's move.",
    ));
    const now = await ask("/api/echess/play", { position: start, moves: moves.join(";") || ";" });
    if (isNewest()) draw(now);
  });
  const take = (move) => { moves = [...moves, move]; keep(moves.join(";")); show(); };
  const draw = (now) => {
    const hint = h("input", { type: "checkbox", id: "worths", checked: hints, onchange: () => { hints = hint.checked; draw(now); } });
    const cash = now.legal.find((move) => move.move === "cash");
    const steps = now.legal.filter((move) => move.move !== "cash");
    const here = now.position?.split(" ").map(pair);
    place.replaceChildren(
      h("div", { class: "row" },
        cash ? button(`Cash out for ${here[0][0] + here[0][1]}`, "take the points and end the game",
          () => take("cash"),
          { id: "cash" },
        ) : "",
        button("Take back", "your last move and the answer",
          () => { moves = moves.slice(0, -1); keep(moves.join(";")); show(); },
          { disabled: !moves.length },
        ),
        button("New game", "from the start", () => { moves = []; keep(""); show(); }, { disabled: !moves.length }),
        h("label", {}, hint, "show what moves are worth")),
      h("div", { class: "split" },
        h("div", { class: "played" }, here ? [board(here, steps, hints, take), pictureButtons(() => place.querySelector(".played svg"), "position")] : h("p", { class: "answer" }, "The game is over.")),
        h("div", {},
          h("p", { class: "answer", id: "score", role: "status" },
            now.over ? `You got ${now.score}; best play brings ${now.optimum}.` : `Your move. Best play from the start brings ${now.optimum}; now it is worth ${now.worth}.`,
          ),
          now.lost === null || now.lost === undefined ? h("p", { class: "loss" }, "A king or a rook was given away.") : h(
            "p",
            {},
            now.lost === "0" ? "So far every move was best." : `You gave away ${now.lost} so far.`,
          ),
          now.over ? "" : h("div", { class: "row tight", role: "group", "aria-label": "Your steps" },
            steps.map((move) => button(hints ? `${move.step ?? move.move} (${move.worth})` : move.step ?? move.move,
              `to ${move.move}`,
              () => take(move.step ?? move.move),
            )),
          ),
          record(now))));
  };
  return (position) => {
    if (position !== start && start !== null) moves = [];
    start = position;
    show();
  };
}

/// The squares around the Black king; a click on one he may step to steps there.
function board([king, white, rook], steps, hints, take) {
  const size = 2 * VIEW + 1, at = ([x, y]) => [x - king[0] + VIEW, VIEW - (y - king[1])];
  const isSeen = (square) => at(square).every((place) => place >= 0 && place < size);
  const picture = s("svg",
    { class: "map cells", viewBox: `-0.8 -0.05 ${size + 0.85} ${size + 0.7}`, role: "group", "aria-label": `Black king ${king}, White king ${white}, rook ${rook}` },
  );
  for (let i = 0; i < size; i++) {
    picture.append(s("text", { class: "axis", x: -0.4, y: i + 0.5 }, String(king[1] + VIEW - i)),
      s("text", { class: "axis", x: i + 0.5, y: size + 0.3 }, String(king[0] - VIEW + i)),
    );
    for (let j = 0; j < size; j++) picture.append(s("rect",
      { x: i, y: j, width: 1, height: 1, class: (i + j + king[0] + king[1]) % 2 ? "light" : "dark" },
    ));
  }
  for (const [letter, square] of [["K", white], ["R", rook]]) {
    if (isSeen(square)) picture.append(man(letter, ...at(square)));
    else {
      const [x, y] = at(square).map((place) => Math.max(0, Math.min(size - 1, place)));
      picture.append(s("g", { opacity: 0.45 }, man(letter, x, y), s("title", {}, `far away, on ${square}`)));
    }
  }
  picture.append(man("k", VIEW, VIEW));
  for (const step of steps) {
    const target = (step.after ?? "").split(" ")[0];
    const square = target ? pair(target) : null;
    if (!square || !isSeen(square)) continue;
    const [x, y] = at(square);
    picture.append(s("circle", { class: "mark draw", cx: x + 0.5, cy: y + 0.5, r: 0.16 }));
    if (hints) picture.append(s("text", { x: x + 0.5, y: y + 0.82, style: "font-size:.26px" }, step.worth));
    picture.append(s("rect",
      { class: "hit", x, y, width: 1, height: 1, "data-step": step.step, onclick: () => take(step.step ?? step.move) },
      s("title", {}, `${step.step ?? step.move}: worth ${step.worth}`),
    ));
  }
  return picture;
}

function record(now) {
  if (!now.moves.length) return "";
  return h("div", { class: "scroll" }, h("table", { id: "record" },
    h("tr", {}, ["who", "move", "gave away", "best was"].map((head) => h("th", { scope: "col" }, head))),
    now.moves.map((move) => h("tr", {}, h("td", {}, move.player), h("td", {}, move.move), h("td", { class: move.loss === "0" ? "" : "loss" }, move.loss === null ? "everything" : move.loss === "0" ? "" : move.loss), h("td", {}, move.loss === "0" ? "" : move.best)))));
}
