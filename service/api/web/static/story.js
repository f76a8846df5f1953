// @ts-check
// What happened, in words: the latest round or turn first, each told from its beginning, long ones folded.
import { html, nothing } from "./lit-html.js";
import { say } from "./language.js";
import { place } from "./parts.js";

/** @typedef {import("./types.js").FeedEvent} FeedEvent */
/** @typedef {{ title: string, events: FeedEvent[] }} Group */
/** @typedef {{ seat: number, name: string }} Reader */

const LINES = 8; // of a group that are shown; those before them can be unfolded
const WHOLE = 40; // of the latest turns
const CAME = 3; // lines at the top about one act

/** Events that begin a round or turn belong to it, though the decision before it brought them. */
/** @type {{ [type: string]: "round" | "turn" }} */
const BEGINS = { round: "round", turn: "turn", rolled: "turn" };

/** @param {FeedEvent[]} story @returns {Group[]} by round or turn, the oldest first */
export function grouped(story) {
  /** @type {Group[]} */
  const groups = [];
  let title = "";
  let after = "";
  for (const one of story) {
    const decided = place(one.decision);
    // Once a turn has begun, what follows in answer to the same decision belongs to it.
    if (decided !== after) [title, after] = [decided, decided];
    const event = /** @type {{ type?: string, turn?: number, round?: number }} */ (one.event);
    const n = event.turn ?? event.round;
    const begins = BEGINS[String(event.type)];
    if (begins && n !== undefined) title = say(begins, { n });
    const last = groups[groups.length - 1];
    if (last && last.title === title) last.events.push(one);
    else groups.push({ title, events: [one] });
  }
  return groups;
}

/** Whether a line tells of the reader, in a turn of somebody else. @param {FeedEvent} one @param {Group} group @param {Reader | null} reader */
function concerns(one, { events }, reader) {
  const begun = /** @type {{ seat?: number } | undefined} */ (events.find((other) => /** @type {{ type?: string }} */ (other.event).type === "rolled")?.event);
  return reader !== null && begun?.seat !== undefined && begun.seat !== reader.seat && String(one.text).includes(reader.name);
}

/**
 * What came of the reader's own act, newest last: the lines since it that name the reader.
 * @param {FeedEvent[]} story @param {number} acted number of the last entry before it; 0: nothing was done on this visit @param {Reader | null} reader
 */
export function cameOfIt(story, acted, reader) {
  const lines = acted && reader ? story.filter((one) => one.n > acted && !(String(/** @type {{ type?: string }} */ (one.event).type) in BEGINS) && String(one.text).includes(reader.name)).slice(-CAME) : [];
  return lines.length ? html`<div class="came" role="status">${lines.map((one) => html`<p>${one.text}</p>`)}</div>` : nothing;
}

/** @param {FeedEvent[]} story @param {number} seen number of the last entry that the reader had seen before @param {Reader | null} reader who has a seat */
export function told(story, seen, reader) {
  const groups = grouped(story).reverse();
  const newest = groups.findIndex((group) => group.events.every((one) => one.n <= seen));
  const fresh = Math.max(1, newest < 0 ? groups.length : newest);
  const line = (/** @type {FeedEvent} */ one, /** @type {Group} */ group) =>
    html`<li class="${one.n > seen && seen > 0 ? "new" : ""} ${concerns(one, group, reader) ? "mine" : ""}">${one.text}</li>`;
  // The turn before one's own, which may have just begun, is told as well: it is somebody else's.
  const latest = groups.slice(0, Math.max(2, Math.min(fresh, 3)));
  const shown = (/** @type {Group} */ group) => {
    const { events, title } = group;
    // What others did while the reader was away is read from its beginning.
    const lines = latest.includes(group) ? WHOLE : LINES;
    const folded = events.slice(0, -lines);
    return html`<h3>${title}</h3>
      ${folded.length ? html`<details><summary>${say(folded.length === 1 ? "moreLine" : "moreLines", { n: folded.length })}</summary><ul>${folded.map((one) => line(one, group))}</ul></details>` : nothing}
      <ul>${events.slice(-lines).map((one) => line(one, group))}</ul>`;
  };
  const rest = groups.slice(latest.length);
  return html`<section class="story" aria-labelledby="story"><h2 id="story">${say("story")}</h2>
    ${groups.length === 0 ? html`<p class="quiet">${say("nothingYet")}</p>` : latest.map(shown)}
    ${rest.length ? html`<details><summary>${say("earlier")}</summary>${rest.map(shown)}</details>` : nothing}</section>`;
}
