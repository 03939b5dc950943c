// The search box of every page: whatever is written there, the page that shows it.
import { ask, h } from "/assets/lib.js";

/// Makes the box work; `visit(address)` shows a page.
export function search(visit) {
  const form = document.getElementById("finder"), input = document.getElementById("find"), place = document.getElementById("found");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    place.className = "";
    try {
      const { found } = await ask("/api/find", { text });
      place.replaceChildren(...(found.length > 1 ? [`${text} is `, ...found.flatMap((one, i) => [i ? " or " : "", h("a", { href: one.page }, one.what)])] : []));
      visit(found[0].page);
    } catch (error) {
      place.className = "error";
      place.replaceChildren(error.message);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    input.focus();
  });
}
