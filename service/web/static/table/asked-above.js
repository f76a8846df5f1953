// @ts-check
// What is asked and until when, or what is waited for, in a line above the picture: on a narrow screen the question itself stands
// below it.
import { countdown } from "../frame/countdown.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";
import { when } from "../frame/time.js";

const HOUR = 3600; // seconds

learn({
  tapMarked: ["Tap what is marked in the picture.", "Tipp im Bild an, was markiert ist."],
  firstMove: ["Tap what is marked, then confirm. They are only bots.", "Tipp an, was markiert ist, und bestätige. Es sind nur Bots."],
  chooseBelow: ["Choose below.", "Wähle unten."],
  until: ["until {moment}", "bis {moment}"],
  why: ["Why?", "Warum?"],
});

/** @param {Event} event @param {string} to */
function lead(event, to) {
  event.preventDefault();
  const section = document.getElementById(to);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

/** A line that leads to the question, or to another section. @param {string} line @param {import("../vendor/lit-html.js").TemplateResult | string} [more] @param {string} [to] @param {import("../types.js").View} [at] until when */
export const above = (line, more = "", to = "ask", at = nothing) => html`<p class="above"><a href="#${to}" @click=${(/** @type {Event} */ event) => lead(event, to)}><strong>${line}</strong> ${at} ${more ? html`<span>${more}</span>` : nothing}</a></p>`;

/** Until when: the moment, in the last hour what is left. @param {import("../types.js").Decision} decision */
const until = ({ deadline_at: at, seconds_left: left }) =>
  at === null || left === null ? nothing : left < HOUR ? countdown(at) : html`<time datetime=${at}>${say("until", { moment: when(at) })}</time>`;

/**
 * What is asked, until when, and how to answer; to whom this is new in whole sentences.
 * @param {import("../types.js").Decision} decision @param {string} question @param {import("../types.js").View[]} more @param {boolean} first
 */
export const askedAbove = (decision, question, more, first) =>
  html`<div class=${first ? "first" : ""}>${above(question, html`${more.filter(Boolean).map((one) => html`${one} `)}`, "ask", first ? nothing : until(decision))}</div>`;

/** How to answer, as the line above the picture says it. @param {boolean} pointable @param {boolean} first whether it is somebody's first move at all */
export const way = (pointable, first = false) => say(pointable ? (first ? "firstMove" : "tapMarked") : "chooseBelow");

/** Advice of the rules: its first line, and the others for whoever wants to know. @param {string | null} advice */
export function advised(advice) {
  if (!advice) return nothing;
  const [first, ...others] = advice.split("\n");
  return html`<p class="advice">${first}</p>${others.length ? html`<details class="why"><summary>${say("why")}</summary>${others.map((one) => html`<p>${one}</p>`)}</details>` : nothing}`;
}
