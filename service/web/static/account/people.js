// @ts-check
// The account page's part about other people: who sees the reader's profile, and whom the reader has blocked.
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";

/** @typedef {import("../types.js").Me} Me */
/** @typedef {import("../types.js").BlockList["blocks"][number]} Block */

learn({
  yourProfile: ["Your profile", "Dein Profil"],
  profileLead: [
    "Anybody who taps your name sees since when you play, how many public matches you have finished, how punctual you are, and your ratings.",
    "Wer auf deinen Namen tippt, sieht, seit wann du spielst, wie viele öffentliche Partien du beendet hast, wie pünktlich du bist, und deine Wertung.",
  ],
  profileHidden: ["Hide all that", "Das alles verbergen"],
  seeProfile: ["See your profile", "Dein Profil ansehen"],
  blockedPeople: ["Blocked", "Blockiert"],
  blockMeans: [
    "They cannot sit down at your tables, you get no invitations from them, and you read nothing that they say. They are not told.",
    "Sie können sich nicht an deine Tische setzen, ihre Einladungen erreichen dich nicht, und was sie sagen, liest du nicht. Sie erfahren davon nichts.",
  ],
  endBlock: ["Unblock {name}", "{name} nicht mehr blockieren"],
});

export class People {
  /** @param {() => void} draw @param {Me} me @param {(doing: () => Promise<void>) => Promise<void>} attempt */
  constructor(draw, me, attempt) {
    this.me = me;
    this.attempt = attempt;
    /** @type {Block[]} */
    this.blocks = [];
    void this.#load().then(() => this.blocks.length && draw()).catch(() => {}); // the rest of the page does not depend on it
  }

  async #load() {
    this.blocks = (await call("GET", "/v1/me/blocks")).blocks;
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    return this.attempt(async () => {
      Object.assign(this.me, await call("PATCH", "/v1/me", { body: { profile: hidden ? "hidden" : "public" } }));
    });
  }

  /** @param {Block} one */
  unblock(one) {
    return this.attempt(async () => {
      await call("DELETE", `/v1/me/blocks/${one.player}`);
      await this.#load();
    });
  }

  render() {
    return html`<section class="sheet"><h2>${say("yourProfile")}</h2><p id="profile-lead">${say("profileLead")}</p>
      <label class="choice"><input type="checkbox" aria-describedby="profile-lead" .checked=${this.me.profile === "hidden"} @change=${(/** @type {Event} */ event) => void this.hide(/** @type {HTMLInputElement} */ (event.target).checked)}><span>${say("profileHidden")}</span></label>
      <p><a href=${`/player/${this.me.account}`}>${say("seeProfile")}</a></p>
      ${this.blocks.length
        ? html`<h3>${say("blockedPeople")}</h3><p class="hint">${say("blockMeans")}</p><ul class="guests">${this.blocks.map((one) => html`<li><button type="button" class="link" @click=${() => void this.unblock(one)}>${say("endBlock", { name: one.name ?? say("gone") })}</button></li>`)}</ul>`
        : nothing}</section>`;
  }
}
