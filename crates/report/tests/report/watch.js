"use strict";
// Collects every script error and every complaint on the console.
window.watched = [];
addEventListener("error", (event) => window.watched.push(String(event.message || event.target)), true);
addEventListener("unhandledrejection", (event) => window.watched.push(String(event.reason)));
for (const name of ["error", "warn"]) {
  console[name] = (...words) => window.watched.push(words.join(" "));
}
