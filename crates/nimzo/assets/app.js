// The explorer's frame: which page is shown, and what every page uses.
import { endgames } from "/assets/chess/endgames.js";
import { classes } from "/assets/chess/classes.js";
import { zugzwangs } from "/assets/chess/zugzwangs.js";
import { mine } from "/assets/chess/mine.js";
import { solve } from "/assets/chess/solve.js";
import { studies } from "/assets/chess/studies.js";
import { pawns } from "/assets/games/pawns.js";
import { young } from "/assets/games/young.js";
import { echess } from "/assets/games/echess.js";
import { values } from "/assets/games/values.js";
import { sums } from "/assets/games/sums.js";
import { papers } from "/assets/papers.js";
import { loadMen } from "/assets/chess/board.js";
import { watch } from "/assets/jobs.js";
import { search } from "/assets/search.js";
import { fault, h, say } from "/assets/lib.js";

const PAGES = { endgames, classes, zugzwangs, mine, solve, studies, pawns, young, echess, values, sums, papers };

/// Shows the page that the address names, with the state that its query holds.
function show() {
  const name = location.pathname.replaceAll("/", "");
  for (const link of document.querySelectorAll("nav a")) {
    if (link.pathname === `/${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const main = document.getElementById("page");
  // A fresh element takes the listeners of the page before along with it.
  const fresh = main.cloneNode(false);
  main.replaceWith(fresh);
  say("");
  const page = PAGES[name];
  document.title = page ? `${name} · nimzo` : "nimzo";
  if (page) page(fresh, new URLSearchParams(location.search));
  else welcome(fresh);
}

function welcome(main) {
  const part = (name, title, text) => h("li", {}, h("a", { class: "part", href: `/${name}` }, h("b", {}, title), h("span", {}, text)));
  main.append(
    h("h1", {}, "Chess endgames meet combinatorial game theory"),
    h("ul", { class: "parts" },
      part("endgames", "Endgames", "Any position with few men: its value, its depth in each metric, every move judged"),
      part("classes", "Classes", "Each endgame: how often it is won, how deep, its longest wins, and what it turns into"),
      part("zugzwangs", "Zugzwangs", "Positions where having the move hurts, by type and depth, with boards"),
      part("mine", "Mine", "A question of your own, put to every position of an endgame"),
      part("solve", "Solve", "One position with many pawns: everything that it can become, planned and solved"),
      part("studies", "Studies", "A study checked: is each move of its solution the only one?"),
      part("pawns", "Pawns", "Elkies' pawn game: nimbers, loony moves, a perfect opponent"),
      part("young", "Young", "Impartial chess on Young diagrams: drag the outline, see the values, play"),
      part("echess", "Echess", "King and rook against a king who cashes out: means, temperatures, thermographs"),
      part("values", "Values", "A calculator for combinatorial values, loopy ones too"),
      part("sums", "Sums", "A chess position taken apart: its components, their values, who wins and by which move"),
      part("papers", "Papers", "The published tables, recomputed cell by cell")),
    h("p", { class: "faint" }, "The same questions for programs: ", h("a", { href: "/openapi.json" }, "openapi.json"), ". Clients of Lichess's table server can ask ", h("code", {}, "/standard?fen="), " and ", h("code", {}, "/standard/mainline?fen="), "."));
}

/// Goes to a page of the explorer.
function visit(address) {
  history.pushState(null, "", address);
  show();
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='/']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.pathname.includes(".")) return;
  event.preventDefault();
  visit(link.href);
});
addEventListener("popstate", show);
search(visit);
loadMen().then(() => { show(); watch(); }, (error) => document.getElementById("page").replaceChildren(fault(error)));
