// @ts-check
// At the table, once something is sealed: whether this browser shall tell its reader about the next turn. Asked once; a no is a no.
import { Refused } from "../frame/api.js";
import { noteAsked, wasAsked } from "../frame/keep.js";
import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { able, look, turnOn, whyNot } from "./push.js";

const ASKED = "push";

export class PushOffer {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {Awaited<ReturnType<typeof look>> | null} */ this.known = null;
    /** @type {"asking" | "busy" | "done" | "over"} */ this.state = "over";
    /** @type {import("../types.js").View} */ this.alert = null;
  }

  /** Ask, if it can be done and was not asked before. */
  async begin() {
    if (!able() || wasAsked(ASKED) || Notification.permission === "denied") return;
    const known = await look().catch(() => null);
    if (!known?.public_key || known.browsers.some((one) => one.id === known.here)) return;
    this.known = known;
    this.state = "asking";
    this.draw();
  }

  async accept() {
    if (!this.known || this.state !== "asking") return;
    this.state = "busy";
    this.draw();
    try {
      await turnOn(this.known);
      this.state = "done";
      noteAsked(ASKED);
    } catch (error) {
      this.state = "asking";
      if (error instanceof Refused && error.code === "scope-missing") this.alert = html`${say("pushNeedsLogin")} <a href="/account">${say("pushTo")}</a>`;
      else this.alert = error instanceof Refused ? explained(error) : whyNot(error);
    }
    this.draw();
  }

  decline() {
    noteAsked(ASKED);
    this.state = "over";
    this.draw();
  }

  /** @returns {import("../types.js").View} */
  render() {
    if (this.state === "over") return nothing;
    if (this.state === "done") return html`<p role="status" class="notice">${say("pushDone")}</p>`;
    return html`<div class="offer" role="group" aria-label=${say("pushTitle")}>
      <p>${say("pushOffer")}</p>
      ${this.alert ? html`<p role="alert" class="alert">${this.alert}</p>` : nothing}
      <div class="acts"><button ?disabled=${this.state === "busy"} @click=${() => void this.accept()}>${say("pushYes")}</button>
        <button class="link" @click=${() => this.decline()}>${say("pushNo")}</button></div></div>`;
  }
}
