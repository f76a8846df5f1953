// @ts-check
// The same table once more, from the list of finished tables and from the table that has just ended.
import { call, Refused } from "../frame/api.js";
import { isGone } from "../frame/parts.js";
import { createAndSit } from "./sitting.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").MatchSummary} MatchSummary */

/** Open the table again with the same people, and go there. @param {MatchSummary} match */
export async function playAgain(match) {
  /** @type {Match} */
  const whole = await call("GET", `/v1/matches/${match.match}`); // a list does not say what was agreed about talk
  /** @param {string} title */
  const open = (title) => createAndSit({ ...rematch(whole), title }, crypto.randomUUID(), async () => null);
  const made = await open(match.title).catch((error) => {
    if (!isTitleRefused(error)) throw error;
    return open(""); // it is older than a rule about titles; the game's own will do
  });
  location.assign(`/table/${made.match}`);
}

/** @param {unknown} error */
const isTitleRefused = (error) => error instanceof Refused && (error.problem.errors ?? []).some((one) => one.pointer === "/title");

/** What the table is made of: the same game, pace and people; not its title. @param {Match} match */
function rematch(match) {
  const rest = match.seats.filter((one) => one.seat !== match.seat);
  return {
    rules: match.rules.split("@")[0],
    seats: match.seats.length,
    options: match.options,
    pace: match.pace,
    nights: match.nights,
    assistants: match.assistants,
    talk: match.talk.state === "off" ? "none" : match.talk.spectators,
    grace_seconds: match.grace_seconds,
    visibility: "private",
    bots: rest.filter((one) => one.bot && one.bot !== "owned").map((one) => one.bot),
    invite: rest.filter((one) => (!one.bot || one.bot === "owned") && one.player && !isGone(one.name)).map((one) => one.player),
  };
}
