// Depths in moves or in plies: one unit on the whole page, chosen once and remembered.
import { choice } from "/assets/lib.js";

const KEPT = "nimzo-depth-unit";

/// "moves" or "plies".
export function unit() {
  try {
    return localStorage.getItem(KEPT) === "plies" ? "plies" : "moves";
  } catch {
    return "moves";
  }
}

/// A depth of the API, in plies and signed, in the unit of the page.
export const inUnit = (plies) => (unit() === "plies" ? Math.abs(plies) : Math.ceil(Math.abs(plies) / 2));

/// The switch between both; `changed` draws again.
export const unitChoice = (changed) => choice("unit", "Unit of depths", ["moves", "plies"], unit(), (event) => {
  try {
    localStorage.setItem(KEPT, event.target.value);
  } catch {
    // A browser that keeps nothing shows moves.
  }
  changed();
});
