// @ts-check
// Pieces that several pages show.
import { Away, call, Refused } from "./api.js";
import { html, nothing } from "./lit-html.js";
import { knows, lang, learn, listed, say } from "./language.js";
import { left, when } from "./time.js";

learn({
  wrongAddress: ["The address is wrong", "Die Adresse stimmt nicht"],
  sendAgain: ["Send it again", "Noch einmal schicken"],
  notThere: ["Nothing there? Look into your spam folder, too.", "Nichts da? Sieh auch im Spam-Ordner nach."],
  notDone: ["That did not work ({code}).", "Das hat nicht geklappt ({code})."],
});

/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").MatchSummary} MatchSummary */
/** @typedef {import("./types.js").View} View */
/** @typedef {{ mail: string, name: string }} Typed what was typed into the form that asks for a link */

/** What went wrong, in words. @param {unknown} error @returns {string} */
export function explained(error) {
  if (error instanceof Away) return say("away");
  if (error instanceof Error && error.name === "NoVault") return say("nothingKept");
  if (error instanceof Refused) {
    if (!knows(`p_${error.code}`)) return lang() === "en" ? error.message : say("notDone", { code: error.code });
    const details = lang() === "en" ? (error.problem.errors ?? []).map((one) => one.detail).join("; ") : "";
    return say(`p_${error.code}`) + (details ? ` (${details})` : "");
  }
  return error instanceof Error ? error.message : String(error);
}

/** What is wrong with an invitation, naming what was typed if one of the addresses is no address. @param {unknown} error @param {string[]} invite @returns {string} */
export function explainedInvite(error, invite) {
  const errors = error instanceof Refused ? (error.problem.errors ?? []) : [];
  const wrong = invite.filter((_, place) => errors.some((one) => one.pointer === `/invite/${place}`));
  return wrong.length ? wrong.map((typed) => say("noAddress", { typed })).join(" ") : explained(error);
}

/** In which language people read an invitation who have never been here. @param {"en" | "de"} chosen @param {(language: "en" | "de") => void} choose */
export const lettersIn = (chosen, choose) => html`<label>${say("lettersIn")}<select name="letters" @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value === "de" ? "de" : "en")}>
  <option value="de" ?selected=${chosen === "de"}>Deutsch</option><option value="en" ?selected=${chosen === "en"}>English</option></select></label>`;

/** @param {unknown} error @returns {View} */
export const refusal = (error) => html`
  <h1>${say("error")}</h1>
  <p role="alert">${explained(error)}</p>
  <p><a class="button" href=${location.href}>${say("tryAgain")}</a></p>`;

/** The page that teaches a game, or the part about a preset. @param {string} rules @param {string} [preset] */
export const rulesAddress = (rules, preset) => `/rules/${rules.split("@")[0]}?language=${lang()}${preset ? `#preset-${preset}` : ""}`;

/** A new tab, so that whoever reads loses nothing at the table. @param {string} rules */
export const rulesLink = (rules) => html`<a href=${rulesAddress(rules)} target="_blank">${say("howToPlay")}</a>`;

/** What a seat is called. @param {MatchSummary} match @param {number} seat */
export function nameOf(match, seat) {
  const one = match.seats[seat];
  return one && one.name ? asRead(one.name) : say("free");
}

/** The same, and how often its player answers in time, where that is shown. @param {MatchSummary} match @param {number} seat */
export function nameAndReliability(match, seat) {
  const known = match.seats[seat]?.reliability;
  const name = nameOf(match, seat);
  return known ? say("inTime", { name, percent: known.percent, asked: known.asked }) : name;
}

/** Whom an open table takes without an invitation; "" for anybody. @param {MatchSummary} match */
export function condition(match) {
  const asked = match.least_reliability;
  return asked ? [say("forReliable", { percent: asked.percent }), asked.newcomers ? "" : say("noNewcomers")].filter(Boolean).join(", ") : "";
}

/** Whether an account at a table was deleted: nobody else may have such a name. @param {string} name */
export const isGone = (name) => /^Deleted account\b/.test(name);

/** A name as its reader sees it: bots, and people whose account was deleted, have one in each language. @param {string} name */
export const asRead = (name) => name.replace(/^Deleted account\b/, say("gone")).replace(/ \(bot\)$/, ` (${say("bot")})`);

/** Everybody else at the table. @param {MatchSummary} match */
export function others(match) {
  const names = match.seats.filter((one) => one.seat !== match.seat && one.player).map((one) => asRead(one.name));
  return names.length ? say("against", { names: listed(names) }) : "";
}

/** Round or turn of a decision: "Round 3". @param {string} decision */
export function place(decision) {
  const found = /^(?:e\d+\/)?([rt])(\d+)\./.exec(decision);
  if (!found || found[2] === "0") return found ? say("before") : "";
  return say(found[1] === "r" ? "round" : "turn", { n: String(found[2]) });
}

/** A deadline that can be read at a glance. @param {string | null} at @param {number | null} seconds @returns {View} */
export function deadline(at, seconds) {
  if (at === null || seconds === null) return html`<span class="due">${say("noDeadline")}</span>`;
  const urgent = seconds < 6 * 3600;
  return html`<time class=${urgent ? "due urgent" : "due"} datetime=${at}>${seconds <= 0 ? say("timeIsUp") : say("timeLeft", { left: left(seconds), moment: when(at) })}</time>`;
}

/** The points, the winners' first, as "24 : 15" is said; by name where more than two played. @param {MatchSummary} match @param {{ winners: number[], scores: number[] }} outcome */
function points(match, { winners, scores }) {
  const first = scores.map((score, seat) => ({ score, seat })).sort((one, other) => Number(winners.includes(other.seat)) - Number(winners.includes(one.seat)) || other.score - one.score);
  return scores.length === 2 ? first.map((one) => one.score).join(" : ") : first.map((one) => `${nameOf(match, one.seat)} ${one.score}`).join(", ");
}

/** How a match ended, for its reader. @param {MatchSummary} match */
export function result(match) {
  if (match.stopped !== null) return say("stopped", { why: match.stopped });
  if (match.over === "cancelled") return say("cancelled");
  if (match.over === "unrevealed") return say("unrevealed");
  if (match.over === "expired" || match.outcome === null) return say("expired");
  const outcome = /** @type {{ winners: number[], scores: number[] }} */ (/** @type {unknown} */ (match.outcome));
  // Nobody has points where the rules have not ended it: the outcome has nothing but zeros then.
  const { winners } = outcome;
  const losers = match.seats.filter((one) => !winners.includes(one.seat));
  const [loser] = losers;
  // Of two it is clear who it was; of more the log says it.
  const who = losers.length !== 1 || !loser ? say(match.over === "resigned" ? "resigned" : "abandoned") : loser.seat === match.seat ? say(`${match.over}You`) : say(`${match.over}By`, { name: nameOf(match, loser.seat) });
  const how = match.over === "resigned" || match.over === "abandoned" ? `: ${who}` : `, ${points(match, outcome)}`;
  if (winners.length === match.seats.length) return `${say("draw")}${how}`;
  if (match.seat !== null && winners.includes(match.seat)) return `${say("won")}${how}`;
  const names = listed(winners.map((seat) => nameOf(match, seat)));
  return `${say(winners.length > 1 ? "lostMany" : "lost", { names })}${how}`;
}

/** Who played before in seats that were taken over, a line for each seat. @param {Match} match @returns {View[]} */
export function formerPlayers(match) {
  const changes = match.absence?.taken_over ?? [];
  return match.seats.filter((one) => changes.some((change) => change.seat === one.seat)).map((one) => {
    const before = changes.filter((change) => change.seat === one.seat);
    const names = listed(before.map((change) => say("playedUntil", { name: asRead(change.before), until: place(change.decision ?? "") || when(change.at) })));
    return html`<p class="quiet">${say("playedBefore", { name: nameOf(match, one.seat), names })}</p>`;
  });
}

/**
 * The form that asks for a link by mail.
 * @param {{ sent: string | null, error: unknown, busy: boolean, newcomer: boolean, button: string, lead?: string, typed?: Typed }} state
 * @param {(mail: string, name: string) => void} ask
 * @param {(() => void) | null} [correct] shows the form again, with what was typed
 * @returns {View}
 */
export function mailForm(state, ask, correct = null) {
  const { sent, typed = { mail: "", name: "" } } = state;
  if (sent !== null)
    return html`<div class="sent"><div role="status"><h2>${say("linkSent")}</h2><p>${say("linkSentLead", { mail: sent })}</p></div>
      ${correct ? html`<p class="hint">${say("notThere")}</p><div class="acts"><button ?disabled=${state.busy} @click=${correct}>${say("wrongAddress")}</button>
        <button ?disabled=${state.busy} @click=${() => ask(sent, typed.name)}>${say("sendAgain")}</button></div>` : nothing}
      ${state.error ? html`<p role="alert" class="alert">${explained(state.error)}</p>` : nothing}</div>`;
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    ask(String(data.get("mail")), String(data.get("name") ?? "").trim());
  };
  return html`<form class="stack" @submit=${submit}>
    ${state.lead ? html`<p>${state.lead}</p>` : nothing}
    <label>${say("mail")}<input name="mail" type="email" autocomplete="email" required maxlength="254" .value=${typed.mail}></label>
    <label>${say("yourName")}<input name="name" autocomplete="nickname" maxlength="40" aria-describedby="name-once" .value=${typed.name}></label>
    <p class="hint" id="name-once">${say("nameOnce")}</p>
    ${state.error ? html`<p role="alert" class="alert">${explained(state.error)}</p>` : nothing}
    <button class="seal" ?disabled=${state.busy}>${state.button}</button>
  </form>`;
}

/** Ask for a login link. @param {string} mail @param {string} name */
export async function requestLogin(mail, name) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** @type {Record<string, string>} */
  const body = { mail, language: lang(), zone: zone || "UTC" };
  if (name) body.name = name;
  await call("POST", "/v1/login", { body });
}
