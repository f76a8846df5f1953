// @ts-check
// What is asked, or what is waited for, in two lines above the picture: on a narrow screen the question itself stands below it.
import { html, nothing } from "./lit-html.js";
import { learn, say } from "./language.js";

learn({
  tapMarked: ["Tap what is marked in the picture.", "Tipp im Bild an, was markiert ist."],
  firstMove: ["Tap what is marked, then confirm. They are only bots.", "Tipp an, was markiert ist, und bestätige. Es sind nur Bots."],
  chooseBelow: ["Choose below.", "Wähle unten."],
  why: ["Why?", "Warum?"],
});

/** @param {Event} event @param {string} to */
function lead(event, to) {
  event.preventDefault();
  const section = document.getElementById(to);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

/** A line that leads to the question, or to another section. @param {string} line @param {string} [more] @param {string} [to] */
export const above = (line, more = "", to = "ask") => html`<p class="above"><a href="#${to}" @click=${(/** @type {Event} */ event) => lead(event, to)}><strong>${line}</strong> ${more ? html`<span>${more}</span>` : nothing}</a></p>`;

/** How to answer, as the line above the picture says it. @param {boolean} pointable @param {boolean} first whether it is somebody's first move at all */
export const way = (pointable, first = false) => say(pointable ? (first ? "firstMove" : "tapMarked") : "chooseBelow");

/** Advice of the rules: its first line, and the others for whoever wants to know. @param {string | null} advice */
export function advised(advice) {
  if (!advice) return nothing;
  const [first, ...others] = advice.split("\n");
  return html`<p class="advice">${first}</p>${others.length ? html`<details class="why"><summary>${say("why")}</summary>${others.map((one) => html`<p>${one}</p>`)}</details>` : nothing}`;
}
