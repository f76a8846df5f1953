// @ts-check
// The part of the account page about web push: this browser's switch, all browsers that are told, and the quiet hours.
import { Refused } from "./api.js";
import { html, nothing } from "./lit-html.js";
import { say } from "./language.js";
import { explained } from "./parts.js";
import { able, look, turnOff, turnOn, whyNot } from "./push.js";
import { when } from "./time.js";

/** @typedef {import("./types.js").Notifications} Notifications */
/** @typedef {import("./types.js").View} View */

const HOURS = [...Array(24).keys()];

export class PushSwitch {
  /** @param {() => void} draw @param {(change: Partial<Notifications>) => void} wish changes preferences */
  constructor(draw, wish) {
    this.draw = draw;
    this.wish = wish;
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

  /** @param {Notifications} mails @param {string} zone @returns {View} */
  render(mails, zone) {
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
          <button class="small" aria-label=${say("pushEnd", { name: one.name })} ?disabled=${this.busy} @click=${() => void this.attempt(() => turnOff(one.id, here))}>${say("pushEndShort")}</button></li>`)}</ul>
        <div class="hours">${this.hour("pushQuiet", mails.quiet_from, zone, (hour) => this.wish({ quiet_from: hour }))}
          ${this.hour("pushQuietTo", mails.quiet_to, zone, (hour) => this.wish({ quiet_to: hour }))}</div>`}
    </section>`;
  }

  /** @param {string} words @param {number} chosen @param {string} zone @param {(hour: number) => void} choose @returns {View} */
  hour(words, chosen, zone, choose) {
    return html`<label>${say(words, { zone })}<select @change=${(/** @type {Event} */ event) => choose(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
      ${HOURS.map((one) => html`<option value=${one} ?selected=${one === chosen}>${one}:00</option>`)}</select></label>`;
  }
}
