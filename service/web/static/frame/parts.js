// @ts-check
// Pieces that several pages show.
import { Away, Refused } from "./api.js";
import { html } from "../vendor/lit-html.js";
import { knows, lang, learn, listed, say } from "./language.js";
import { inWords, left, when } from "./time.js";

learn({
  nothingHere: ["There is nothing here", "Hier ist nichts"],
  nothingHereLead: [
    "This table does not exist, or not any more. It may have been cancelled before the match began, or a piece of the link is missing: open it from the email again.",
    "Diesen Tisch gibt es nicht, oder nicht mehr. Vielleicht wurde er abgesagt, bevor die Partie begann, oder dem Link fehlt ein Stück: Öffne ihn noch einmal aus der Mail.",
  ],
  againIn: ["You can try again {when}.", "Du kannst es {when} noch einmal versuchen."],
  notDone: ["That did not work ({code}).", "Das hat nicht geklappt ({code})."],
});

/** @typedef {import("../types.js").MatchSummary} MatchSummary */
/** @typedef {import("../types.js").View} View */

/** What went wrong, in words. @param {unknown} error @returns {string} */
export function explained(error) {
  if (error instanceof Away) return say("away");
  if (error instanceof Error && error.name === "NoVault") return say("nothingKept");
  if (error instanceof Refused) {
    if (!knows(`p_${error.code}`)) return lang() === "en" ? error.message : say("notDone", { code: error.code });
    const details = lang() === "en" ? (error.problem.errors ?? []).map((one) => one.detail).join("; ") : "";
    const field = (error.problem.errors ?? []).map((one) => `i_${one.pointer}`).find(knows);
    return say(error.code === "invalid" && field ? field : `p_${error.code}`) + (details ? ` (${details})` : "") + until(error);
  }
  return error instanceof Error ? error.message : String(error);
}

/** When what was asked for too often can be asked for again, where that is longer than a moment. @param {Refused} error */
const until = ({ status, wait }) => (status === 429 && wait > 60 ? ` ${say("againIn", { when: inWords(wait) })}` : "");

/** @param {unknown} error @returns {View} */
export const refusal = (error) => error instanceof Refused && error.status === 404 ? nowhere() : html`
  <h1>${say("error")}</h1>
  <p role="alert">${explained(error)}</p>
  <p><a class="button" href=${location.href}>${say("tryAgain")}</a></p>`;

/** Where nothing is, trying again helps nobody. */
const nowhere = () => html`<h1>${say("nothingHere")}</h1><p role="alert">${say("nothingHereLead")}</p>
  <p><a class="button" href="/">${say("home")}</a></p>`;

/** The page that teaches a game, or the part about a preset. @param {string} rules @param {string} [preset] */
export const rulesAddress = (rules, preset) => `/rules/${rules.split("@")[0]}?language=${lang()}${preset ? `#preset-${preset}` : ""}`;

/** A new tab, so that whoever reads loses nothing at the table. @param {string} rules */
export const rulesLink = (rules) => html`<a href=${rulesAddress(rules)} target="_blank">${say("howToPlay")}</a>`;

/** What a seat is called. @param {MatchSummary} match @param {number} seat */
export function nameOf(match, seat) {
  const one = match.seats[seat];
  return one && one.name ? asRead(one.name) : say("free");
}

/** A seat's name, which leads to the profile of whoever has it; bots of the house have none. @param {MatchSummary} match @param {number} seat @returns {View} */
export function profileLink(match, seat) {
  const one = match.seats[seat];
  const name = nameOf(match, seat);
  return one?.player && (!one.bot || one.bot === "owned") && !isGone(one.name) ? html`<a class="name" href=${`/player/${one.player}`}>${name}</a>` : html`${name}`;
}

/** Whether an account at a table was deleted: nobody else may have such a name. @param {string} name */
export const isGone = (name) => /^Deleted account\b/.test(name);

/** A name as its reader sees it: bots, and people whose account was deleted, have one in each language. @param {string} name */
export const asRead = (name) => name.replace(/^Deleted account\b/, say("gone")).replace(/ \(bot\)$/, ` (${say("bot")})`);

/** Everybody else at the table; several bots are only counted. @param {MatchSummary} match */
export function others(match) {
  const there = match.seats.filter((one) => one.seat !== match.seat && one.player).map((one) => one.name);
  // One deleted account is no name within a sentence; several are told apart by their numbers.
  const bots = there.filter((one) => one.endsWith(" (bot)"));
  const named = bots.length > 1 ? there.filter((one) => !bots.includes(one)) : there;
  const names = named.map((one) => (isGone(one) && there.filter(isGone).length === 1 ? say("withGone") : asRead(one)));
  if (bots.length > 1) names.push(say("bots", { n: bots.length }));
  if (!names.length) return "";
  return say(bots.length === there.length ? "againstBots" : "against", { names: listed(names) });
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

/** The picture by which the tables of a game are told apart; browsers keep it as long as this release. @param {{ rules: string }} match */
export const emblem = ({ rules }) => html`<img class="emblem" src="${EMBLEMS}/${rules.split("@")[0]}.svg" alt="" width="100" height="100">`;
const EMBLEMS = `${new URL(import.meta.url).pathname.split("/").slice(0, 3).join("/")}/emblems`;

/** Wait for the pictures that the page shows at once. @returns {Promise<unknown>} */
export const pictured = () => Promise.all([...document.images].filter((one) => one.loading !== "lazy").map((one) => one.decode().catch(() => {})));
