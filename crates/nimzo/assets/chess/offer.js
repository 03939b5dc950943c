// Where a table is missing: what would tell. A button is shown only for what can succeed here.
import { ask, button, fault, h } from "/assets/lib.js";
import { job, progress, running } from "/assets/jobs.js";

const NAME = /^K[QRBNP]*vK[QRBNP]*$/;

/// An offer for the endgame `name`, if `error` says that it is missing; `again` is called when the
/// answer is there. With a position it can be solved alone.
export function offer(name, error, again, fen = null) {
  const isMissing = /no table|missing|build it first|does not hold|longer than|cannot be/i.test(error.message);
  return isMissing && NAME.test(name) ? buildOffer(name, again, fen) : null;
}

/// What would tell about an endgame, with buttons, and the bar that takes their place.
export function buildOffer(name, again, fen = null) {
  const place = h("div", { class: "offer" }, h("p", { class: "answer" }, `There is no table of ${name} yet.`));
  const follow = (command, query, label) => async () => {
    const bar = progress();
    place.replaceChildren(bar.element);
    try {
      await job(command, query, bar.tell);
      if (place.isConnected) await again();
    } catch (failure) {
      place.replaceChildren(
        failure.message === "stopped" ? h("p", {}, "The work was stopped; what was finished is kept.") : fault(failure),
        button(`Go on: ${label}`, label, follow(command, query, label)),
      );
    }
  };
  const build = follow("table/build", { names: name }, `Build ${name}`);
  (async () => {
    const [plan, jobs] = await Promise.all([ask("/api/table/plan", { name, fen }), openJob(name)]);
    if (jobs.open) return build();
    place.append(...ways(plan, jobs.isAllowed, name, fen, build, follow));
  })().catch((failure) => place.append(fault(failure)));
  return place;
}

/// Whether this server does jobs, and the build that another tab, or this page before it was closed, has
/// begun.
async function openJob(name) {
  try {
    return { isAllowed: true, open: await running(`table build ${name}`) };
  } catch (error) {
    return { isAllowed: error.status !== 403, open: null };
  }
}

function* ways(plan, isAllowed, name, fen, build, follow) {
  const small = (...text) => h("p", { class: "faint small" }, ...text);
  if (!isAllowed) yield h("p", {}, "This server only reads what is there: it builds and solves nothing.");
  else if (plan.build.possible) {
    yield button(`Build ${name}`, "solve this endgame and all that it leads to", build, { id: "build" });
    yield small(`${plan.build.classes} endgames to solve, up to ${bytes(plan.build.memory_bytes)} of memory, about ${bytes(plan.build.disk_bytes)} of disk; ${time(name)}. The page can be closed meanwhile.`);
  } else yield h("p", { id: "out-of-reach" }, `Its table is out of reach here: ${plan.build.why} (${plan.build.positions.toLocaleString("en")} positions).`);
  if (isAllowed && plan.solve) {
    const seconds = plan.solve.seconds < 60 ? `${Math.ceil(plan.solve.seconds)} s` : `${Math.ceil(plan.solve.seconds / 60)} min`;
    yield button("Solve this position", "solve what this position can become, and nothing else", follow("solve", { fen }, "Solve this position"), { id: "solve" });
    yield small(`${plan.solve.slices} sets of pawns of ${plan.solve.classes} endgames, ${bytes(plan.solve.memory_bytes)} of memory, about ${seconds}.`);
  }
  yield small("Syzygy files that would tell, on a server that has them: ", plan.syzygy.join(", "));
}

function bytes(count) {
  const units = ["B", "KB", "MB", "GB", "TB", "PB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, count)) / Math.log(1024)));
  return `${(count / 1024 ** step).toPrecision(3)} ${units[step]}`;
}

function time(name) {
  const men = name.length - 1;
  return men <= 4 ? "a few seconds" : men === 5 ? "a minute or more" : "it may take hours";
}
