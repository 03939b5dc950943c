"use strict";
// Replays lines of play on their boards; opens what is folded before printing.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const men = document.getElementById("men");

  const group = (name, parent) => {
    const made = document.createElementNS(SVG, "g");
    made.setAttribute("data-layer", name);
    parent.append(made);
    return made;
  };

  const start = (player) => {
    const placements = player.dataset.placements.split(" ");
    const squares = player.dataset.squares.split(" ");
    const board = player.querySelector("svg");
    const range = player.querySelector("input");
    const output = player.querySelector("output");
    const links = [...player.querySelectorAll("[data-ply]")];
    const ground = board.querySelector(".n-light");
    const number = (name) => Number(ground.getAttribute(name));
    const side = number("width") / 8;
    const corner = (file, rank) => [number("x") + file * side, number("y") + (7 - rank) * side];
    board.querySelectorAll(".n-man").forEach((man) => man.remove());
    const tints = group("tints", board);
    const stand = group("men", board);
    const last = placements.length - 1;
    let ply = 0;

    const tint = (name) => {
      const [x, y] = corner(name.charCodeAt(0) - 97, Number(name[1]) - 1);
      const rect = document.createElementNS(SVG, "rect");
      Object.entries({ x, y, width: side, height: side, class: "n-note" })
        .forEach(([key, value]) => rect.setAttribute(key, value));
      tints.append(rect);
    };

    const put = (letter, file, rank) => {
      const man = men.content.querySelector(`[data-man="${letter}"]`).cloneNode(true);
      const [x, y] = corner(file, rank);
      man.setAttribute("transform", `translate(${x} ${y}) scale(${side / 100})`);
      stand.append(man);
    };

    const show = (to) => {
      ply = Math.max(0, Math.min(last, to));
      tints.replaceChildren();
      stand.replaceChildren();
      if (ply > 0) {
        const move = squares[ply - 1];
        [move.slice(0, 2), move.slice(2, 4)].forEach(tint);
      }
      placements[ply].split("/").forEach((row, top) => {
        let file = 0;
        for (const letter of row) {
          if (letter >= "1" && letter <= "8") file += Number(letter);
          else put(letter, file++, 7 - top);
        }
      });
      range.value = ply;
      output.textContent = `${ply}/${last}`;
      links.forEach((link, index) => link.classList.toggle("now", index === ply - 1));
    };

    const steps = { start: () => 0, back: () => ply - 1, forward: () => ply + 1, end: () => last };
    player.querySelectorAll("[data-step]").forEach((button) =>
      button.addEventListener("click", () => show(steps[button.dataset.step]())));
    range.addEventListener("input", () => show(Number(range.value)));
    links.forEach((link) => {
      link.tabIndex = 0;
      const go = () => show(Number(link.dataset.ply));
      link.addEventListener("click", go);
      link.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
    });
    player.querySelector(".controls").hidden = false;
    player.classList.add("live");
    show(0);
  };

  if (men) document.querySelectorAll(".player[data-placements]").forEach(start);
  addEventListener("beforeprint", () =>
    document.querySelectorAll("details").forEach((details) => { details.open = true; }));
})();
