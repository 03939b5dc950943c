// Long work on the server: started here, shown wherever one looks, stopped on demand.
import { ask, button, h, send, words } from "/assets/lib.js";

const SHORTEST = 60, LONGEST = 600;
const isOpen = (job) => job.state === "waiting" || job.state === "running";
const pause = (time) => new Promise((done) => setTimeout(done, time));

/// Starts a job, or joins the one that does the same already, and calls `tell` with its state
/// until it has ended; returns its answer. A server that only reads does no jobs: it is asked at once.
export async function job(command, query, tell) {
  let response;
  try {
    response = await send(`/jobs/${command}?${words(query)}`, "POST");
  } catch (refusal) {
    if (refusal.status !== 403) throw refusal;
    return ask(`/api/${command}`, query).catch((error) => { throw error.status === 405 ? refusal : error; });
  }
  return follow(await response.json(), tell);
}

/// Follows a job to its end.
export async function follow(job, tell) {
  watch();
  let state = job, time = SHORTEST;
  while (isOpen(state)) {
    tell(state);
    await pause(time);
    time = Math.min(LONGEST, time * 1.5);
    state = await ask(`/jobs/${job.id}`);
  }
  if (state.error) throw new Error(state.state === "stopped" ? "stopped" : state.error);
  return state.answer;
}

/// The open job of a command, if there is one.
export async function running(command) {
  const jobs = await ask("/jobs");
  return jobs.find((job) => isOpen(job) && (job.command === command || job.command.startsWith(`${command} `)));
}

/// A bar for a job, and `tell` to keep it up to date.
export function progress() {
  const bar = h("progress", {}), what = h("span", {});
  let id = null;
  const stop = button("Stop", "stop this work; what is finished is kept",
    async () => { if (id !== null) await send(`/jobs/${id}`, "DELETE"); },
  );
  const element = h("div", { class: "job" }, what, bar, stop);
  const tell = (job) => {
    id = job.id;
    what.textContent = told(job);
    show(bar, job);
  };
  return { element, tell };
}

function told(job) {
  if (job.state === "waiting") return `${job.command}: waiting for the work before it`;
  return `${job.command}${job.stage ? `: ${job.stage.what}` : ""}`;
}

function show(bar, job) {
  if (job.stage?.total) {
    bar.max = job.stage.total;
    bar.value = Math.min(job.stage.done, job.stage.total);
  } else bar.removeAttribute("value");
}

let watching = false;

/// Shows open jobs at the foot of every page for as long as there are any: also those of another
/// tab, or of a page that was closed meanwhile.
export async function watch() {
  if (watching) return;
  watching = true;
  const place = document.getElementById("jobs");
  const bars = new Map();
  try {
    for (;;) {
      const open = (await ask("/jobs")).filter(isOpen);
      for (const [id, bar] of bars) if (!open.some((job) => job.id === id)) { bar.element.remove(); bars.delete(id); }
      for (const job of open) {
        if (!bars.has(job.id)) { bars.set(job.id, progress()); place.append(bars.get(job.id).element); }
        bars.get(job.id).tell(job);
      }
      if (!open.length) break;
      await pause(LONGEST);
    }
  } catch {
    // The server has gone; whoever asks next will say so.
  }
  place.replaceChildren();
  watching = false;
}
