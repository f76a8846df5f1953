// @ts-check
// What happened, in words: the latest round or turn first, each told from its beginning, long ones folded.
import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../frame/language.js";
import { place } from "../frame/parts.js";

/** @typedef {import("../types.js").FeedEvent} FeedEvent */
/** @typedef {{ title: string, events: FeedEvent[] }} Group */
/** @typedef {{ seat: number, name: string }} Reader */

const LINES = 8; // of a group that are shown; those before them can be unfolded
const WHOLE = 40; // of the latest turns
const CAME = 3; // lines at the top about one act, and as many about what followed for its player
const ROLES = ["seat", "by", "owner", "other", "victim", "partner"]; // facts of events that are players
const TO_THE_OTHER = ["demanded", "stolen", "took-card", "rejected"]; // what is done to the one other player of a game for two
const ROUND = 6; // turns back to the reader's own that are told without unfolding

/** Events that begin a round or turn belong to it, though the decision before it brought them. */
/** @type {{ [type: string]: "round" | "turn" }} */
const BEGINS = { round: "round", turn: "turn", rolled: "turn" };

/** @param {FeedEvent[]} story @returns {Group[]} by round or turn, the oldest first */
export function grouped(story) {
  /** @type {Group[]} */
  const groups = [];
  /** What nothing came before yet. @type {FeedEvent[]} */
  const early = [];
  let title = "";
  let after = "";
  for (const one of story) {
    const decided = place(one.decision);
    // Votes, pauses and the like belong to what was under way.
    if (!decided) {
      const last = groups[groups.length - 1];
      if (last) last.events.push(one);
      else early.push(one);
      continue;
    }
    // What became of something said ahead comes after what happened, where the next round may have begun already.
    const its = groups.find((group) => group.title === decided);
    if (its && /** @type {{ type?: string }} */ (one.event).type === "said-ahead") {
      its.events.push(one);
      continue;
    }
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
  const [first] = groups;
  if (first) first.events.unshift(...early);
  else if (early.length) groups.push({ title: say("atFirst"), events: early });
  return groups;
}

/** Whether a line tells of the reader, in a turn of somebody else. @param {FeedEvent} one @param {Group} group @param {Reader | null} reader */
function concerns(one, { events }, reader) {
  const begun = /** @type {{ seat?: number } | undefined} */ (events.find((other) => /** @type {{ type?: string }} */ (other.event).type === "rolled")?.event);
  return reader !== null && begun?.seat !== undefined && begun.seat !== reader.seat && isAbout(one, reader);
}

/** Whether a line tells of the reader: by name, or, where it speaks to the reader, by what the event says. @param {FeedEvent} one @param {Reader} reader */
function isAbout(one, { seat, name }) {
  const facts = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (one.event));
  const seats = [facts, ...(Array.isArray(facts.choices) ? facts.choices : [])].flatMap((known) => ROLES.map((role) => known[role]));
  const against = TO_THE_OTHER.includes(String(facts.type)) && !("victim" in facts) && facts.seat !== seat;
  return against || seats.includes(seat) || String(one.text).includes(name);
}

/**
 * What came of the reader's own act: first all that it did itself (what was explored, who begins), then what followed that names the
 * reader, newest last.
 * @param {FeedEvent[]} story @param {number} acted number of the last entry before it; 0: nothing was done on this visit
 * @param {string} question which was answered @param {Reader | null} reader @param {boolean} brief whether its last line stands for it
 */
export function cameOfIt(story, acted, question, reader, brief) {
  if (!acted || !reader) return nothing;
  const since = story.filter((one) => one.n > acted && !(String(/** @type {{ type?: string }} */ (one.event).type) in BEGINS));
  const own = since.filter((one) => one.decision === question).slice(0, CAME);
  const after = since.filter((one) => one.decision !== question && isAbout(one, reader)).slice(-CAME);
  const lines = [...own, ...after];
  const last = lines.at(-1);
  if (!last) return nothing;
  if (!brief || lines.length === 1) return html`<div class="came" role="status">${lines.map((one) => html`<p>${one.text}</p>`)}</div>`;
  return html`<details class="came"><summary><span role="status">${last.text}</span></summary>${lines.slice(0, -1).map((one) => html`<p>${one.text}</p>`)}</details>`;
}

/** Whether a turn is the reader's own; rounds are nobody's. @param {Group} group @param {Reader | null} reader */
const isOwn = ({ events }, reader) => reader !== null && events.some(({ event }) => {
  const { type, seat } = /** @type {{ type?: string, seat?: number }} */ (event);
  return BEGINS[String(type)] === "turn" && seat === reader.seat;
});

/** What is told of a group: its title says already that "Round 4 begins." @param {Group} group */
const told = ({ title, events }) => events.filter((one) => String(one.text).replace(/ \S+$/, "") !== title);

/**
 * What came after an entry, by round or turn, from its beginning; each line with the whole round or turn that it belongs to.
 * @param {FeedEvent[]} story @param {number} seen @returns {{ group: Group, lines: FeedEvent[] }[]}
 */
export const cameAfter = (story, seen) =>
  grouped(story).map((group) => ({ group, lines: told(group).filter((one) => one.n > seen) })).filter(({ lines }) => lines.length > 0);

/** @param {FeedEvent} one @param {Group} group @param {Reader | null} reader @param {boolean} [fresh] whether it came since the reader's last visit */
export const lineOf = (one, group, reader, fresh = false) => html`<li class="${fresh ? "new" : ""} ${concerns(one, group, reader) ? "mine" : ""}">${one.text}</li>`;

/**
 * The story by round or turn, the latest first, but for what is told first (since.js).
 * @param {FeedEvent[]} story @param {import("./since.js").Visit} visit @param {Reader | null} reader who has a seat
 */
export function whatHappened(story, { seen, until }, reader) {
  const whole = grouped(story).reverse();
  // A round that has only begun has nothing to tell yet.
  const groups = whole.filter((group) => told(group).some((one) => one.n <= until));
  // The turn before one's own, which may have just begun, is told as well: it is somebody else's.
  // So is the reader's own last turn: what one has found must not be looked for among what is folded.
  const own = groups.slice(0, ROUND).findIndex((group) => isOwn(group, reader));
  const latest = groups.slice(0, Math.max(2, own + 1));
  const shown = (/** @type {Group} */ group) => {
    const lines = told(group).filter((one) => one.n <= until).map((one) => lineOf(one, group, reader, seen > 0 && one.n > seen));
    // What others did while the reader was away is read from its beginning.
    const most = latest.includes(group) ? WHOLE : LINES;
    const folded = lines.slice(0, -most);
    return html`<h3>${group.title}</h3>
      ${folded.length ? html`<details><summary>${say(folded.length === 1 ? "moreLine" : "moreLines", { n: folded.length })}</summary><ul>${folded}</ul></details>` : nothing}
      ${lines.length ? html`<ul>${lines.slice(-most)}</ul>` : nothing}`;
  };
  const rest = groups.slice(latest.length);
  return html`<section class="story" aria-labelledby="story"><h2 id="story" tabindex="-1">${say("story")}</h2>
    ${groups.length === 0 ? html`<p class="quiet">${say(whole.length ? "allIsNew" : "nothingYet")}</p>` : latest.map(shown)}
    ${rest.length ? html`<details><summary>${say("earlier")}</summary>${rest.map(shown)}</details>` : nothing}</section>`;
}
