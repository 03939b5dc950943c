// Where a table is missing: a button that builds it, with progress.
import { fault, h } from "/assets/lib.js";
import { job, progress, running } from "/assets/jobs.js";

const NAME = /^K[QRBNP]*vK[QRBNP]*$/;

/// An offer to build the endgame `name`, if `error` says that it is missing; `again` is called when it
/// is there.
export function offer(name, error, again) {
  const isMissing = /no table|missing|build it first|does not hold|longer than/i.test(error.message);
  return isMissing && NAME.test(name) ? buildOffer(name, again) : null;
}

/// The button, and the bar that takes its place.
export function buildOffer(name, again) {
  const place = h("div", { class: "offer" });
  const follow = async () => {
    const bar = progress();
    place.replaceChildren(bar.element);
    try {
      await job("table/build", { names: name }, bar.tell);
      if (place.isConnected) await again();
    } catch (failure) {
      place.replaceChildren(
        failure.message === "stopped" ? h("p", {}, "The work was stopped; the tables that were finished are kept.") : fault(failure),
        start(`Go on building ${name}`),
      );
    }
  };
  const start = (label) => h("button", { type: "button", id: "build", onclick: follow }, label);
  place.append(
    h("p", { class: "answer" }, `There is no table of ${name} yet.`),
    start(`Build ${name}`),
    h("p", { class: "faint small" },
      `The table of ${name} and of all that captures and promotions lead to; ${time(name)}. The page can be closed meanwhile.`,
    ),
  );
  // A build that another tab, or this page before it was closed, has begun.
  running(`table build ${name}`).then((open) => { if (open) follow(); }, () => {});
  return place;
}

function time(name) {
  const men = name.length - 1;
  return men <= 4 ? "a few seconds" : men === 5 ? "a minute or more" : "it may take hours and many gigabytes";
}
