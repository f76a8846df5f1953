// @ts-check
// Stepping through a match that is over: the picture of each moment, and what happened then.
import { text } from "./api.js";
import { html, nothing } from "./lit-html.js";
import { lang, learn, say } from "./language.js";
import { explained } from "./parts.js";
import { draw } from "./picture.js";

/** @typedef {import("./types.js").FeedEvent} FeedEvent */

learn({
  replay: ["Step through the match", "Die Partie nachspielen"],
  replayFirst: ["To the beginning", "Zum Anfang"],
  replayBack: ["One step back", "Einen Schritt zurück"],
  replayOn: ["One step on", "Einen Schritt weiter"],
  replayLast: ["To the end", "Zum Ende"],
  replayAt: ["Step {n} of {all}", "Schritt {n} von {all}"],
  replayKeys: ["Also with the arrow keys, Home and End.", "Auch mit den Pfeiltasten, Pos1 und Ende."],
});

const KEYS = /** @type {const} */ ({ ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" });

export class Replay {
  /** @param {string} path @param {string} query @param {HTMLElement} box @param {FeedEvent[]} story @param {() => void} render */
  constructor(path, query, box, story, render) {
    this.path = path;
    this.query = query;
    this.box = box;
    this.story = story;
    this.render = render;
    this.moments = [...new Set(story.map((one) => one.n))].sort((one, other) => one - other);
    this.at = this.moments.length - 1;
    this.wanted = 0;
    /** @type {unknown} */ this.error = null;
  }

  /** @param {"first" | "back" | "on" | "last"} where */
  async go(where) {
    const last = this.moments.length - 1;
    const at = { first: 0, back: this.at - 1, on: this.at + 1, last }[where];
    if (at < 0 || at > last || at === this.at) return;
    this.at = at;
    this.error = null;
    this.wanted += 1;
    const mine = this.wanted;
    this.render();
    try {
      const svg = await text(`${this.path}/picture.svg?n=${this.moments[at]}&language=${lang()}${this.query}`);
      if (mine !== this.wanted) return; // somebody who steps fast sees the last moment, not the slowest answer
      draw(this.box, svg);
    } catch (error) {
      this.error = error;
    }
    this.render();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const where = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (!where || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void this.go(where);
  }

  show() {
    const last = this.moments.length - 1;
    /** @param {"first" | "back" | "on" | "last"} where @param {string} sign @param {string} name @param {boolean} off */
    const button = (where, sign, name, off) => html`<button aria-label=${say(name)} title=${say(name)} aria-disabled=${off} @click=${() => void this.go(where)}>${sign}</button>`;
    const told = this.story.filter((one) => one.n === this.moments[this.at]);
    return html`<div class="replay" role="group" aria-label=${say("replay")} @keydown=${(/** @type {KeyboardEvent} */ event) => this.key(event)}>
      <div class="acts">${button("first", "|◀", "replayFirst", this.at === 0)}${button("back", "◀", "replayBack", this.at === 0)}
        <span class="at">${say("replayAt", { n: this.at + 1, all: last + 1 })}</span>
        ${button("on", "▶", "replayOn", this.at === last)}${button("last", "▶|", "replayLast", this.at === last)}</div>
      <p class="hint">${say("replayKeys")}</p>
      ${this.error ? html`<p role="alert" class="alert">${explained(this.error)}</p>` : nothing}
      <ul aria-live="polite">${told.map((one) => html`<li>${one.text}</li>`)}</ul></div>`;
  }
}
