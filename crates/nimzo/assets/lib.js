// What every page uses: elements, questions to the server, the address bar.

/// Makes an HTML element. Attributes that start with "on" are listeners; true means present.
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/// Makes an SVG element.
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(2).filter((child) => child != null && child !== false));
  return element;
}

/// A button.
export const button = (label, title, onclick, more = {}) => h("button", { type: "button", title, onclick, ...more }, label);

/// A list to choose from; `options` are words or [value, label] pairs.
export function choice(id, label, options, chosen, onchange) {
  const pairs = options.map((option) => (Array.isArray(option) ? option : [option, option]));
  return h("select", { id, "aria-label": label, onchange },
    pairs.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
}

/// The words of a query, those that are not given left out.
export function words(query) {
  const pairs = Object.entries(query).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each]));
  return new URLSearchParams(pairs.filter(([, value]) => value !== undefined && value !== null && value !== false));
}

/// Asks the server; throws an Error with the server's own words when it refuses.
export async function ask(path, query = {}) {
  const response = await send(`${path}?${words(query)}`);
  return response.json();
}

/// Sends a request. Refusals come as answers with their status in a header: the page shows them.
export async function send(address, method = "GET") {
  let response;
  try {
    response = await fetch(address, { method, headers: { "X-Nimzo": "page" } });
  } catch {
    throw new Error("the server does not answer; is nimzo serve still running?");
  }
  const status = Number(response.headers.get("X-Nimzo-Status") ?? response.status);
  if (status < 400) return response;
  const refusal = await response.json().catch(() => ({}));
  throw Object.assign(new Error(refusal.error ?? `the server answered ${status}`), { status });
}

/// The line at the foot of the page.
export function say(text, isError = false) {
  const status = document.getElementById("status");
  status.textContent = text;
  status.className = isError ? "error" : "";
}

/// Runs `work` when a button is pressed; its errors are said at the foot of the page.
export const saying = (work) => async (...event) => {
  try {
    say("…");
    await work(...event);
    say("");
  } catch (error) {
    say(error.message, true);
  }
};

/// Puts the page's state into the address, so that it can be shared; `step` makes it one that the
/// browser's back button returns from.
export function address(query, step = false) {
  const kept = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
  const next = `${location.pathname}?${words(kept)}`;
  if (next === location.pathname + location.search) return;
  if (step) history.pushState(null, "", next);
  else history.replaceState(null, "", next);
}

/// Runs `work` so that only the newest call's result counts, and its errors are shown in `place`.
export function newest(place, work) {
  let turn = 0;
  return async (...given) => {
    const mine = ++turn;
    const isNewest = () => mine === turn && place.isConnected;
    try {
      await work(isNewest, ...given);
    } catch (error) {
      if (isNewest()) place.replaceChildren(fault(error));
    }
  };
}

/// An error where an answer would stand.
export const fault = (error) => h("p", { class: "error", role: "alert" }, error.message);

/// A dyadic such as "-7/4" as a number.
export function number(text) {
  const [over, under = "1"] = String(text).split("/");
  return Number(over) / Number(under);
}

/// The picture that a command would draw; nothing where it draws none.
export async function picture(command, query, alt) {
  const response = await send(`/picture/${command}?${words(query)}`);
  const source = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
  const image = h("img", { class: "picture", src: source, alt });
  image.addEventListener("load", () => URL.revokeObjectURL(source));
  return image;
}

/// What may be wider than the page: it scrolls by itself, by the keyboard too.
export const wide = (label, ...children) => h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, ...children);

/// A picture that a command would draw, to keep as a file.
export function downloads(command, query, name) {
  const link = (place, format) => h("a",
    { class: "button small", href: `/${place}/${command}?${words(query)}`, download: `${name}.${format}`, target: "_blank", title: `keep the picture as ${format.toUpperCase()}` },
    `⤓ ${format.toUpperCase()}`);
  return h("span", { class: "downloads" }, link("picture", "svg"), link("png", "png"));
}

/// Facts of an answer as a table: [name, value] pairs; those without a value are left out.
export function facts(pairs) {
  const rows = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return h("table", { class: "facts" },
    rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value instanceof Node ? value : String(value)))),
  );
}

/// A nimber as people write it.
export const star = (nimber) => (nimber === 0 ? "0" : nimber === 1 ? "*" : `*${nimber}`);

/// Text that a click copies.
export function copyable(text, title = "copy") {
  const copy = async (event) => {
    try {
      await navigator.clipboard.writeText(text);
      event.target.textContent = "copied";
    } catch {
      event.target.previousSibling.focus();
    }
  };
  return h("span", { class: "copy" },
    h("input", { class: "wide", readonly: true, value: text, "aria-label": title, onfocus: (event) => event.target.select() }),
    button("copy", `copy the ${title}`, copy),
  );
}
