// @ts-check
// A match that is over: how it ended, and playing again.
import { learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { explained, nameOf } from "../frame/parts.js";
import { formerPlayers, result } from "../home/results.js";
import { dealt } from "./table-facts.js";

learn({
  matchOver: ["The match is over", "Die Partie ist zu Ende"],
  stillHeld: ["{name} still held: {cards}", "{name} hatte noch auf der Hand: {cards}"],
  score: ["Score", "Wertung"],
  score_points_buildings: ["Buildings", "Gebäude"],
  score_points_money: ["Points for money", "Punkte für Geld"],
  score_points_bankers: ["Bankers", "Bankiers"],
  score_points_penalty: ["Contracts left over", "Übrige Verträge"],
  score_points_total: ["Points", "Punkte"],
  score_victory: ["Victory point cards", "Siegpunktkarten"],
  score_money: ["Money", "Geld"],
  score_scores: ["Points", "Punkte"],
});

/** @typedef {import("./table.js").Table} Table */

/** How it ended, and what can be done next. @param {Table} table */
export function over(table) {
  const { match } = table;
  return html`<h2>${say("matchOver")}</h2>${ending(table)}${formerPlayers(match)}
    ${(table.words.held_at_end ?? []).filter((one) => one.seat !== match.seat).map((one) => html`<p class="quiet">${say("stillHeld", { name: nameOf(match, one.seat), cards: one.words })}</p>`)}
    ${table.words.coach === "review" ? table.later(async () => (await import("../past/coach.js")).reviewed) : nothing}
    <div class="acts"><a class="button" href="/">${say("home")}</a>${dealt(match) ? html`<a class="button" href="/verify/${match.match}">${say("verifyLink")}</a>` : nothing}</div>`;
}

/** The result, and playing again: the first that is seen of a match that is over. @param {Table} table */
export function resultFirst(table) {
  const { match } = table;
  return html`<div class="ended"><p class="result">${result(match)}</p>
    ${dealt(match) && match.seat !== null ? html`<button class="seal" @click=${() => void again(table)} ?disabled=${table.busy}>${say("rematch")}</button>` : nothing}</div>`;
}

/** Why a match that was played to its end is over, and what brought each player points. @param {Table} table */
function ending(table) {
  /** @param {string} type */
  const told = (type) => table.story.findLast((one) => /** @type {{ type?: string }} */ (one.event).type === type);
  const last = told("over") ?? told("ended"); // in games of turns, those end
  if (!last) return nothing;
  const { seats, outcome } = table.match;
  const rows = scored(/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (last.event)), seats.length);
  const won = /** @type {{ winners?: number[] } | null} */ (/** @type {unknown} */ (outcome))?.winners ?? [];
  /** @param {number} seat */
  const mark = (seat) => (won.includes(seat) ? "won" : nothing);
  return html`<p>${last.text}</p>${rows.length ? html`<div class="score" tabindex="0"><table><caption>${say("score")}</caption>
    <thead><tr><td></td>${seats.map((one) => html`<th scope="col" class=${mark(one.seat)}>${nameOf(table.match, one.seat)}</th>`)}</tr></thead>
    <tbody>${rows.map(([key, each]) => html`<tr><th scope="row">${say(key)}</th>${each.map((one, seat) => html`<td class=${mark(seat)}>${one}</td>`)}</tr>`)}</tbody>
  </table></div>` : nothing}`;
}

/** What a last event may count by seat, in the order of the table. */
const SCORED = ["points_buildings", "points_money", "points_bankers", "points_penalty", "victory", "money", "points_total", "scores"];

/** The rows of the table; none where points are counted by team. @param {Record<string, unknown>} event @param {number} seats @returns {[string, number[]][]} */
function scored(event, seats) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  for (const [name, value] of Object.entries(event)) {
    if (!Array.isArray(value) || value.length !== seats) continue;
    if (typeof value[0] === "number") rows.set(name, value);
    else for (const part of Object.keys(value[0])) rows.set(`${name}_${part}`, value.map((one) => one[part]));
  }
  if (!rows.has("points_total") && !rows.has("scores")) return [];
  return SCORED.flatMap((name) => {
    const each = rows.get(name);
    return each && (name === "points_total" || name === "scores" || each.some((one) => one !== 0)) ? [[`score_${name}`, each]] : [];
  });
}

/** Open the same table once more and go there; what this page shows of the old one need not be loaded again. @param {Table} table */
async function again(table) {
  table.busy = true;
  table.alert = "";
  table.render();
  try {
    await (await import("../home/rematch.js")).playAgain(table.match);
  } catch (error) {
    table.busy = false;
    table.alert = explained(error);
    table.render();
  }
}
