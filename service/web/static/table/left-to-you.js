// @ts-check
// A question that goes away by itself: the rules would answer it by default, or somebody's offer is withdrawn. For a while it is
// left to its reader, who looks at the table.
import { countdown } from "../frame/countdown.js";
import { locale, learn, say } from "../frame/language.js";
import { html } from "../vendor/lit-html.js";
import { nameOf } from "../frame/parts.js";

learn({
  leftToYou: [
    "You are asked because you are at the table. If you do not answer by {moment}: {move}.",
    "Du wirst gefragt, weil du gerade am Tisch bist. Antwortest du nicht bis {moment}, gilt: {move}.",
  ],
  botWaits: ["You don't have to answer: {name} waits until {moment} at most, then goes on.", "Du darfst, musst aber nicht: {name} wartet höchstens bis {moment} und spielt dann weiter."],
  offerStands: ["You don't have to answer: the offer stands until {name} goes on.", "Du darfst, musst aber nicht: Das Angebot steht, bis {name} weiterspielt."],
});

/** @typedef {import("./table.js").Table} Table */

const PATIENCE = 60_000; // milliseconds that a bot leaves its offer on the table for who looks at it
const SHARE = 4; // of the time that its own answer has, a bot waits no longer than this part

/** A moment that is near, to the second. @param {string} moment RFC 3339 */
const soon = (moment) => new Intl.DateTimeFormat(locale(), { timeStyle: "medium" }).format(new Date(moment));

/** @param {Table} table */
export function leftToYou(table) {
  const asked = table.asked();
  const at = asked?.facts.left_until_at;
  return at ? html`<p class="due urgent"><time datetime=${at}>${say("leftToYou", { moment: soon(at), move: asked.words.silence ?? "" })}</time> ${countdown(at)}</p>` : "";
}

/** How long an offer stands. @param {Table} table */
export function botWaits(table) {
  const { match } = table;
  const asked = table.asked();
  const [first, ...others] = match.waiting_for.map((seat) => match.seats[seat]);
  if (!asked || !first || others.length) return html`<p class="due">${say("optional")}</p>`;
  const name = nameOf(match, first.seat);
  if (!first.bot || first.bot === "owned") return html`<p class="due">${say("offerStands", { name })}</p>`;
  const own = match.decisions.find((one) => !one.optional && one.seats.includes(first.seat));
  const span = own?.deadline_at ? Math.min(PATIENCE, (Date.parse(own.deadline_at) - Date.parse(own.opened_at)) / SHARE) : PATIENCE;
  const at = new Date(Date.parse(asked.facts.opened_at) + span).toISOString();
  return html`<p class="due"><time datetime=${at}>${say("botWaits", { name, moment: soon(at) })}</time> ${countdown(at)}</p>`;
}
