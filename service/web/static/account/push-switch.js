// @ts-check
// The part of the account page about web push: this browser's switch, and all browsers that are told.
import { Refused } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { able, look, turnOff, turnOn, whyNot } from "./push.js";
import { when } from "../frame/time.js";

/** @typedef {import("../types.js").View} View */

export class PushSwitch {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {Awaited<ReturnType<typeof look>> | null} */ this.known = null;
    this.busy = false;
    this.alert = "";
    void this.refresh();
  }

  async refresh() {
    this.known = await look().catch(() => null);
    this.draw();
  }

  /** @param {() => Promise<void>} doing */
  async attempt(doing) {
    this.busy = true;
    this.alert = "";
    this.draw();
    try {
      await doing();
    } catch (error) {
      this.alert = error instanceof Refused ? explained(error) : whyNot(error);
    }
    this.busy = false;
    await this.refresh();
  }

  /** @param {Event} event @param {boolean} on @param {Awaited<ReturnType<typeof look>>} known */
  turn(event, on, known) {
    /** @type {HTMLInputElement} */ (event.target).checked = on; // it moves when it is done
    void this.attempt(() => on ? turnOff(String(known.here), known.here) : turnOn(known));
  }

  /** @returns {View} */
  render() {
    const { known } = this;
    if (known === null || (known.public_key === null && known.browsers.length === 0)) return nothing;
    const { browsers, here } = known;
    const on = browsers.some((one) => one.id === here);
    return html`<section class="sheet" aria-labelledby="push"><h2 id="push">${say("pushTitle")}</h2><p>${say("pushLead")}</p>
      ${this.alert ? html`<p role="alert" class="alert">${this.alert}</p>` : nothing}
      ${!able() ? html`<p class="notice">${say("pushCannot")}</p>`
        : Notification.permission === "denied" ? html`<p class="notice">${say("pushDenied")}</p>`
        : known.public_key === null ? nothing
        : html`<ul class="switches"><li><label class="switch"><input type="checkbox" .checked=${on} ?disabled=${this.busy}
            @change=${(/** @type {Event} */ event) => this.turn(event, on, known)}>${say("pushHere")}</label></li></ul>`}
      ${browsers.length === 0 ? nothing : html`<h3>${say("pushBrowsers")}</h3>
        <ul class="rows">${browsers.map((one) => html`<li><span><strong>${one.name}</strong>
          <span class="quiet">${[one.id === here ? say("pushIsThis") : "", say("pushSince", { moment: when(one.created_at) }), one.failing_since ? say("pushFailing") : ""].filter(Boolean).join(" · ")}</span></span>
          <button class="small" aria-label=${say("pushEnd", { name: one.name })} ?disabled=${this.busy} @click=${() => void this.attempt(() => turnOff(one.id, here))}>${say("pushEndShort")}</button></li>`)}</ul>`}
    </section>`;
  }
}
