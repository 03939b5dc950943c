// A picture that the page drew, kept as a file: what the style sheet says of it is written into it first.
import { button, h } from "/assets/lib.js";

const STYLES = ["fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "opacity", "visibility", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
/// Pixels across a PNG.
const ACROSS = 1024;

/// Two buttons that keep the picture which `find` returns when they are pressed.
export function pictureButtons(find, name) {
  const one = (format, file) => button(`⤓ ${format.toUpperCase()}`, `keep the picture as ${format.toUpperCase()}`,
    async () => hand(await file(find()), `${name}.${format}`), { class: "button small", "data-keep": format });
  return h("span", { class: "downloads" }, one("svg", asSvg), one("png", asPng));
}

function hand(file, name) {
  const place = URL.createObjectURL(file);
  h("a", { href: place, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(place), 60_000);
}

/// A copy that looks the same without the page around it.
function asSvg(picture) {
  const copy = picture.cloneNode(true);
  const drawn = [picture, ...picture.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(drawn[i]);
    element.setAttribute("style", STYLES.map((property) => `${property}: ${style.getPropertyValue(property)}`).join("; "));
    element.removeAttribute("class");
  });
  const { width, height } = picture.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", ACROSS);
  copy.setAttribute("height", Math.round(ACROSS * height / width));
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

async function asPng(picture) {
  const place = URL.createObjectURL(asSvg(picture)), image = new Image();
  try {
    image.src = place;
    await image.decode();
  } finally {
    URL.revokeObjectURL(place);
  }
  const canvas = h("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
