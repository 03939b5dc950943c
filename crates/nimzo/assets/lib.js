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
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

/// Asks the server; throws an Error with the server's own words when it refuses.
export async function ask(path, query = {}) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== false) words.append(name, each);
    }
  }
  return read(await fetch(`${path}?${words}`));
}

/// Starts a job and calls `tell` with its state until it has ended; returns the last state.
export async function job(command, query, tell) {
  const words = new URLSearchParams(query);
  let state = await read(await fetch(`/jobs/${command}?${words}`, { method: "POST", headers: { "X-Nimzo": "1" } }));
  while (state.state === "waiting" || state.state === "running") {
    tell(state);
    await new Promise((done) => setTimeout(done, 400));
    state = await read(await fetch(`/jobs/${state.id}`));
  }
  tell(state);
  return state;
}

async function read(response) {
  const answer = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  if (!response.ok) throw Object.assign(new Error(answer.error ?? `the server answered ${response.status}`), { status: response.status });
  return answer;
}

/// The line at the foot of the page.
export function say(text, isError = false) {
  const status = document.getElementById("status");
  status.textContent = text;
  status.className = isError ? "error" : "";
}

/// Puts the page's state into the address, so that it can be shared.
export function address(query) {
  const words = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value != null));
  history.replaceState(null, "", `${location.pathname}?${words}`);
}

/// Runs `work` so that only the newest call's result counts, and its errors are shown in `place`.
export function newest(place, work) {
  let turn = 0;
  return async (...words) => {
    const mine = ++turn;
    const isNewest = () => mine === turn;
    try {
      await work(isNewest, ...words);
    } catch (error) {
      if (isNewest()) place.replaceChildren(h("p", { class: "error", role: "alert" }, error.message));
    }
  };
}

/// A dyadic such as "-7/4" as a number.
export function number(text) {
  const [over, under = "1"] = String(text).split("/");
  return Number(over) / Number(under);
}

/// The picture that a command would draw, gone again where it has none.
export function picture(command, query, alt) {
  const image = h("img", { class: "picture", src: `/picture/${command}?${new URLSearchParams(query)}`, alt });
  image.addEventListener("error", () => image.remove());
  return image;
}
