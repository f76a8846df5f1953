// @ts-check
// How a match ended, and who played in it before, for who reads it.
import { learn, listed, say } from "../frame/language.js";
import { html } from "../vendor/lit-html.js";
import { asRead, nameOf, place } from "../frame/parts.js";
import { when } from "../frame/time.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").MatchSummary} MatchSummary */
/** @typedef {import("../types.js").View} View */

learn({
  won: ["You won", "Du hast gewonnen"],
  lost: ["{names} won", "{names} hat gewonnen"],
  lostMany: ["{names} won", "{names} haben gewonnen"],
  draw: ["A draw", "Unentschieden"],
  cancelled: ["Cancelled", "Abgesagt"],
  stopped: ["Ended by whoever runs this service, nobody won or lost: {why}", "Vom Betreiber beendet, niemand hat gewonnen oder verloren: {why}"],
  expired: ["Nobody came", "Niemand kam"],
  unrevealed: ["A random number was missing", "Eine Zufallszahl fehlte"],
  resigned: ["somebody gave up", "jemand hat aufgegeben"],
  resignedBy: ["{name} gave up", "{name} hat aufgegeben"],
  resignedYou: ["you gave up", "du hast aufgegeben"],
  abandoned: ["somebody stayed away", "jemand blieb weg"],
  abandonedBy: ["{name} stayed away", "{name} blieb weg"],
  abandonedYou: ["you stayed away", "du bliebst weg"],
  playedBefore: ["Before {name} the seat was played by {names}.", "Auf dem Platz von {name} vorher: {names}."],
  playedUntil: ["{name} (until {until})", "{name} (bis {until})"],
});

/** The points, the winners' first, as "24 : 15" is said; by name where more than two played. @param {MatchSummary} match @param {{ winners: number[], scores: number[] }} outcome */
function points(match, { winners, scores }) {
  const first = scores.map((score, seat) => ({ score, seat })).sort((one, other) => Number(winners.includes(other.seat)) - Number(winners.includes(one.seat)) || other.score - one.score);
  return scores.length === 2 ? first.map((one) => one.score).join(" : ") : first.map((one) => `${one.seat === match.seat ? say("you") : nameOf(match, one.seat)} ${one.score}`).join(", ");
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
  // Of two it is clear who it was, and who gave up knows it; of more the log says it.
  const who = match.over === "resigned" && "resignation" in match && match.resignation ? say("resignedYou") : losers.length !== 1 || !loser ? say(match.over === "resigned" ? "resigned" : "abandoned") : loser.seat === match.seat ? say(`${match.over}You`) : say(`${match.over}By`, { name: nameOf(match, loser.seat) });
  const how = `, ${match.over === "resigned" || match.over === "abandoned" ? who : points(match, outcome)}`;
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
