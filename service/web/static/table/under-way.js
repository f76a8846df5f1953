// @ts-check
// What is under way for several questions, such as a voyage: how it stands, what happened so far, and what may still come.
import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../frame/language.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").FeedEvent} FeedEvent */

const LATEST = 5; // lines that stand unfolded above the question of a phone

/** What happened since it began; nothing, while its beginning has not come with the story yet. @param {FeedEvent[]} story @param {string} since */
function sinceThen(story, since) {
  const begun = story.findLastIndex((one) => /** @type {{ type?: string }} */ (one.event).type === since);
  return begun < 0 ? [] : story.slice(begun);
}

/** @param {FeedEvent[]} lines */
const list = (lines) => html`<ul>${lines.map((one) => html`<li>${one.text}</li>`)}</ul>`;

/** @param {Table} table */
export function underWay(table) {
  const it = table.words.under_way;
  if (!it) return nothing;
  const lines = sinceThen(table.story, it.since);
  const earlier = lines.slice(0, -LATEST);
  return html`<section class="under-way sheet" aria-labelledby="under-way"><h2 id="under-way">${it.title}</h2>
    <ul class="facts">${it.facts.map((one) => html`<li>${one}</li>`)}</ul>
    ${earlier.length ? html`<details><summary>${say(earlier.length === 1 ? "moreLine" : "moreLines", { n: earlier.length })}</summary>${list(earlier)}</details>` : nothing}
    ${list(lines.slice(-LATEST))}
    ${it.ahead.length ? html`<details><summary>${it.ahead_title}</summary><ul>${it.ahead.map((one) => html`<li>${one}</li>`)}</ul></details>` : nothing}</section>`;
}
