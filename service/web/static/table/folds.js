// @ts-check
// What a table shows only to who unfolds it, and loads only then: the menu beside the title, the legend below the picture, notes.
import { say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { closeMenu } from "./table-facts.js";

/** @typedef {import("./table.js").Table} Table */

/** The menu of the match: rules, log, checking, more time, handing over, giving up; no empty box until it has come. @param {Table} table */
export const menu = (table) => html`<details class="more" @toggle=${(/** @type {Event} */ event) => unfold(table, event)}><summary>${say("menu")}</summary>
  ${table.unfolded.has("more") ? table.later(async () => {
    const { more } = await import("./more.js");
    return (shown) => html`<div class="menu">${more(shown)}</div>`;
  }) : nothing}</details>`;

/** @param {Table} table */
export const legend = (table) => html`<details class="legend" @toggle=${(/** @type {Event} */ event) => unfold(table, event)}><summary>${say("legend")}</summary>
  ${table.unfolded.has("legend") ? table.later(async () => {
    const [{ signs }] = await Promise.all([import("./signs.js"), table.fetchRules()]);
    return signs;
  }) : nothing}</details>`;

/** The reader's own note, of which the first words are seen, and which news to send. @param {Table} table */
export const notes = (table) => table.page.me ? html`<details class="notes" @toggle=${(/** @type {Event} */ event) => unfold(table, event)}><summary>${say("notes")} <span class="quiet">${table.visit.note}</span></summary>
  ${table.unfolded.has("notes") ? table.later(async () => (await import("./notes.js")).notes) : nothing}</details>` : nothing;

/** @param {Table} table @param {Event} event */
function unfold(table, { target }) {
  if (!(target instanceof HTMLDetailsElement) || !target.open || table.unfolded.has(target.className)) return;
  table.unfolded.add(target.className);
  table.render();
}

// Wherever the focus is: after an answer it goes on to the next question, while the menu stays open.
addEventListener("keydown", ({ key }) => {
  /** @type {HTMLElement | null} */
  const title = document.querySelector("details.more[open] > summary");
  if (key !== "Escape" || !title) return;
  closeMenu();
  title.focus();
});

addEventListener("pointerdown", ({ target }) => {
  if (target instanceof Element && !target.closest("details.more")) closeMenu();
});
