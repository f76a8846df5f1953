// @ts-check
// Inviting, and whom a table takes: what its owner, its guests and the lobby read alike.
import { Refused } from "../frame/api.js";
import { languages, learn, say } from "../frame/language.js";
import { html } from "../vendor/lit-html.js";
import { explained } from "../frame/parts.js";

/** @typedef {import("../types.js").MatchSummary} MatchSummary */
/** @typedef {import("../frame/language.js").Language} Language */

learn({
  inTime: [" ({percent} % of {asked} answers in time)", " ({percent} % von {asked} Antworten rechtzeitig)"],
  forReliable: ["only people who answer at least {percent} % in time", "nur Leute, die zu mindestens {percent} % pünktlich antworten"],
  rated: ["rated", "gewertet"],
  noNewcomers: ["no newcomers", "keine Neulinge"],
  lettersIn: ["Language of emails to people who are new here", "Sprache der Mails an Leute, die neu hier sind"],
  noAddress: ["“{typed}” is no email address.", "„{typed}“ ist keine Mailadresse."],
});

/** What is wrong with an invitation, naming what was typed if one of the addresses is no address. @param {unknown} error @param {string[]} invite @returns {string} */
export function explainedInvite(error, invite) {
  const errors = error instanceof Refused ? (error.problem.errors ?? []) : [];
  const wrong = invite.filter((_, place) => errors.some((one) => one.pointer === `/invite/${place}`));
  return wrong.length ? wrong.map((typed) => say("noAddress", { typed })).join(" ") : explained(error);
}

/** In which language people read an invitation who have never been here. @param {Language} chosen @param {(language: Language) => void} choose */
export const lettersIn = (chosen, choose) => html`<label>${say("lettersIn")}<select name="letters" @change=${(/** @type {Event} */ event) => choose(/** @type {Language} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
  ${Object.entries(languages).map(([one, { name }]) => html`<option value=${one} ?selected=${chosen === one}>${name}</option>`)}</select></label>`;

/** How often a seat's player answers in time, where that is shown, as it stands behind the name. @param {MatchSummary} match @param {number} seat */
export function reliability(match, seat) {
  const known = match.seats[seat]?.reliability;
  return known ? say("inTime", { percent: known.percent, asked: known.asked }) : "";
}

/** Whether a table is rated, and whom it takes without an invitation; "" for neither. @param {MatchSummary} match */
export function condition(match) {
  const asked = match.least_reliability;
  const reliable = asked ? [say("forReliable", { percent: asked.percent }), asked.newcomers ? "" : say("noNewcomers")] : [];
  return [match.rated ? say("rated") : "", ...reliable].filter(Boolean).join(", ");
}
