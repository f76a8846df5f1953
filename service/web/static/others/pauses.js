// @ts-check
// Pauses that the people at a table agree on (section 12.14 of the protocol page).
import { html, nothing } from "../vendor/lit-html.js";
import { learn, listed, say } from "../frame/language.js";
import { nameOf } from "../frame/parts.js";
import { span } from "../frame/time.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").View} View */

learn({
  wantsPause: ["{names} would like a pause.", "Eine Pause möchte: {names}."],
  wantPause: ["I would like a pause", "Ich möchte eine Pause"],
  wantPauseToo: ["I would like a pause, too", "Ich möchte auch eine Pause"],
  noPause: ["Go on playing", "Weiterspielen"],
  noPauseYet: ["I want no pause any more", "Ich möchte keine Pause mehr"],
  pauseAll: ["When everybody wants it, the table pauses for up to {span}.", "Wenn alle es möchten, macht der Tisch bis zu {span} Pause."],
  pauseMost: ["When most of you want it, the table pauses for up to {span}.", "Wenn die meisten es möchten, macht der Tisch bis zu {span} Pause."],
});

/** What a table shows of pauses. */
export class PausesShown {
  /** @param {(doing: () => Promise<unknown>) => Promise<void>} act */
  constructor(act) {
    this.act = act;
  }

  /** Who wants the pause that is, or one. @param {Match} match @returns {View} */
  render(match) {
    const { pauses } = match;
    if (!pauses || (!pauses.now && pauses.wishes.length === 0)) return nothing;
    const names = listed(pauses.wishes.map((seat) => nameOf(match, seat)));
    return html`<section class="sheet" role="status"><p>${say("wantsPause", { names })}</p>
      ${this.button(match)}</section>`;
  }

  /** In the menu, while nobody wants one. @param {Match} match @returns {View} */
  mine(match) {
    const { pauses } = match;
    if (!pauses?.mine?.pause || pauses.wishes.length > 0) return nothing;
    return html`<p>${say(pauses.majority === "all" ? "pauseAll" : "pauseMost", { span: span(pauses.seconds) })}</p>${this.button(match)}`;
  }

  /** @param {Match} match @returns {View} */
  button(match) {
    const { pauses } = match;
    const pause = pauses?.mine?.pause ?? null;
    if (!pauses || pause === null) return nothing;
    const words = pause ? (pauses.wishes.length ? "wantPauseToo" : "wantPause") : pauses.now ? "noPause" : "noPauseYet";
    return html`<p><button @click=${() => void this.act(async () => (await import("../sealing/sealing.js")).wishPause(match, pause))}>${say(words)}</button></p>`;
  }
}
