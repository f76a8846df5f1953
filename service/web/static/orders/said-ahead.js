// @ts-check
// What became of what the reader had said ahead with an answer: first what is new, and each where it happened in the story.
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";

/** @typedef {import("../types.js").FeedEvent} FeedEvent */
/** @typedef {import("../types.js").MatchInWords["said_ahead"]} SaidAhead */

learn({
  becameOfIt: ["What became of what you said ahead", "Was aus dem wurde, was du vorher gesagt hast"],
});

/** What became of it since the reader looked last. @param {SaidAhead} said @param {number} seen number of the last entry that the reader had seen */
export function saidLately(said, seen) {
  const lately = said.filter((one) => one.n > seen);
  return lately.length ? html`<div class="said-ahead" role="status"><p class="kicker">${say("becameOfIt")}</p><ul>${lately.map((one) => html`<li>${one.words}</li>`)}</ul></div>` : nothing;
}

/** The story with what became of it, each after what happened at the same moment. @param {FeedEvent[]} story @param {SaidAhead} said @returns {FeedEvent[]} */
export function withSaid(story, said) {
  const own = said.map((one, place) => ({ id: `${one.n}.said.${place}`, n: one.n, at: "", decision: one.decision, event: /** @type {FeedEvent["event"]} */ (/** @type {unknown} */ ({ type: "said-ahead" })), text: one.words }));
  return own.length ? [...story, ...own].sort((one, other) => one.n - other.n) : story;
}
