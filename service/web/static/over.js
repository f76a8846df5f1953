// @ts-check
// A match that is over: how it ended, and playing again.
import { learn, say } from "./language.js";
import { html, nothing } from "./lit-html.js";
import { explained, nameOf } from "./parts.js";
import { formerPlayers, result } from "./results.js";
import { dealt } from "./table-facts.js";

learn({
  matchOver: ["The match is over", "Die Partie ist zu Ende"],
  stillHeld: ["{name} still held: {cards}", "{name} hatte noch auf der Hand: {cards}"],
});

/** @typedef {import("./table.js").Table} Table */

/** How it ended, and what can be done next. @param {Table} table */
export function over(table) {
  const { match } = table;
  return html`<h2>${say("matchOver")}</h2>${ending(table)}${formerPlayers(match)}
    ${(table.words.held_at_end ?? []).filter((one) => one.seat !== match.seat).map((one) => html`<p class="quiet">${say("stillHeld", { name: nameOf(match, one.seat), cards: one.words })}</p>`)}
    <div class="acts"><a class="button" href="/">${say("home")}</a>${dealt(match) ? html`<a class="button" href="/verify/${match.match}">${say("verifyLink")}</a>` : nothing}</div>`;
}

/** The result, and playing again: the first that is seen of a match that is over. @param {Table} table */
export function resultFirst(table) {
  const { match } = table;
  return html`<div class="ended"><p class="result">${result(match)}</p>
    ${dealt(match) && match.seat !== null ? html`<button class="seal" @click=${() => void again(table)} ?disabled=${table.busy}>${say("rematch")}</button>` : nothing}</div>`;
}

/** Why a match that was played to its end is over: points alone do not say it. @param {Table} table */
function ending(table) {
  /** @param {string} type */
  const told = (type) => table.story.findLast((one) => /** @type {{ type?: string }} */ (one.event).type === type);
  const last = told("over") ?? told("ended"); // in games of turns, those end
  return last ? html`<p>${last.text}</p>` : nothing;
}

/** Open the same table once more and go there; what this page shows of the old one need not be loaded again. @param {Table} table */
async function again(table) {
  table.busy = true;
  table.alert = "";
  table.render();
  try {
    await (await import("./rematch.js")).playAgain(table.match);
  } catch (error) {
    table.busy = false;
    table.alert = explained(error);
    table.render();
  }
}
