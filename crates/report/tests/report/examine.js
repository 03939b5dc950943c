"use strict";
// Looks the page over as a reader would and tells the page around it what it found.
addEventListener("load", () => {
  const all = (css, from = document) => [...from.querySelectorAll(css)];
  const faults = [];
  const name = (element) => {
    const section = element.closest("[id]");
    return `${section ? section.id : "?"} ${element.tagName} ${element.textContent.slice(0, 30)}`;
  };
  all("details").forEach((details) => { details.open = true; });

  // Names are unique and links within the page lead somewhere.
  const ids = all("[id]").map((element) => element.id);
  ids.filter((id, index) => ids.indexOf(id) !== index).forEach((id) => faults.push(`id ${id} twice`));
  all("a[href^='#']").filter((a) => !document.getElementById(a.getAttribute("href").slice(1)))
    .forEach((a) => faults.push(`link to nowhere: ${a.getAttribute("href")}`));

  // Every picture has a size, and no label sticks out of it.
  const pictures = all("svg.n-svg");
  for (const picture of pictures) {
    const box = picture.getBoundingClientRect();
    if (box.width < 20 || box.height < 20) faults.push(`picture without size: ${name(picture)}`);
    for (const text of all("text", picture)) {
      const label = text.getBoundingClientRect();
      const out = Math.max(box.left - label.left, label.right - box.right,
        box.top - label.top, label.bottom - box.bottom);
      if (out > 1.5) faults.push(`label sticks out by ${out.toFixed(1)}: ${name(text)}`);
    }
  }

  // What is wider than the page must be inside something that scrolls.
  const edge = document.documentElement.clientWidth + 1;
  all("main *").filter((element) => element.getBoundingClientRect().right > edge)
    .filter((element) => !element.closest(".scroll"))
    .slice(0, 5).forEach((element) => faults.push(`sticks out: ${name(element)}`));
  all("figure, table, h2, h3").filter((element) => element.getBoundingClientRect().height === 0)
    .forEach((element) => faults.push(`without height: ${name(element)}`));

  // Lines can be replayed to their ends by the button, and back by a click on the first move.
  const replays = all(".player[data-placements]").map((player) => {
    const placements = player.dataset.placements.split(" ");
    const men = (placement) => placement.replace(/[^a-z]/gi, "").length;
    player.querySelector("[data-step=end]").click();
    const seen = player.querySelectorAll("svg .n-man").length;
    const first = player.querySelector("[data-ply='1']");
    if (first) {
      first.click();
      const after = player.querySelectorAll("svg .n-man").length;
      if (after !== men(placements[1])) faults.push(`first move shows ${after} men`);
      if (!first.classList.contains("now")) faults.push("the move on the board is not marked");
    }
    return [seen, men(placements[placements.length - 1])];
  });

  parent.postMessage(JSON.stringify({
    errors: window.watched,
    width: innerWidth,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    sections: all("section[id]").map((section) => section.id),
    pictures: pictures.length,
    bare: all("section.table").filter((section) => !section.querySelector("svg.n-svg"))
      .map((section) => section.id),
    reruns: all("section.table").filter((section) => !section.querySelector(".rerun code"))
      .map((section) => section.id),
    faults,
    requests: performance.getEntriesByType("resource").map((entry) => entry.name),
    replays,
  }), "*");
});
