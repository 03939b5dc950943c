// The explorer's frame: which page is shown, and what every page uses.
import { endgames } from "/assets/endgames.js";
import { zugzwangs } from "/assets/zugzwangs.js";
import { pawns } from "/assets/pawns.js";
import { young } from "/assets/young.js";
import { echess } from "/assets/echess.js";
import { values } from "/assets/values.js";
import { papers } from "/assets/papers.js";
import { h, say } from "/assets/lib.js";

const PAGES = { endgames, zugzwangs, pawns, young, echess, values, papers };

/// Shows the page that the address names, with the state that its query holds.
function show() {
  const name = location.pathname.replaceAll("/", "");
  for (const link of document.querySelectorAll("nav a")) {
    if (link.pathname === `/${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const main = document.getElementById("page");
  main.replaceChildren();
  say("");
  const page = PAGES[name];
  document.title = page ? `${name} · nimzo` : "nimzo";
  if (page) page(main, new URLSearchParams(location.search));
  else welcome(main);
}

function welcome(main) {
  const part = (name, text) => h("li", {}, h("a", { href: `/${name}` }, name), ` — ${text}`);
  main.append(
    h("h1", {}, "Chess endgames meet combinatorial game theory"),
    h("ul", {},
      part("endgames", "any position with a table: value, depths, every move"),
      part("zugzwangs", "positions where having the move hurts"),
      part("pawns", "Elkies' pawn game: nimbers, loony moves"),
      part("young", "impartial chess on Young diagrams"),
      part("echess", "King and Rook against King for money: means and temperatures"),
      part("values", "a calculator for combinatorial values"),
      part("papers", "the published tables, recomputed")),
    h("p", { class: "faint" }, "The same questions for programs: ", h("a", { href: "/openapi.json" }, "openapi.json"), "."));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='/']");
  if (!link || event.ctrlKey || event.metaKey || link.target || link.pathname.includes(".")) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  show();
});
addEventListener("popstate", show);
show();
