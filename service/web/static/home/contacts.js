// @ts-check
// People the reader has played with, to be invited with one tap: when a table is opened, and while it waits for players.
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";

/** @typedef {import("../types.js").Contact} Contact */

learn({
  playAgainWith: ["Play again with", "Wieder spielen mit"],
});

export class Contacts {
  /** @param {() => void} draw @param {string | null} wanted an account to begin with */
  constructor(draw, wanted = null) {
    /** @type {Contact[]} */
    this.known = [];
    /** Accounts that are to be invited. @type {Set<string>} */
    this.chosen = new Set();
    void this.#load(wanted).then(() => this.known.length && draw()).catch(() => {}); // whoever invites others need not know
  }

  /** @param {string | null} wanted */
  async #load(wanted) {
    this.known = (await call("GET", "/v1/me/contacts")).contacts;
    if (wanted === null) return;
    if (this.nameOf(wanted) === null) this.known.unshift({ ...(await call("GET", `/v1/players/${wanted}`)), matches: 0, last_at: "" });
    this.chosen.add(wanted);
  }

  /** @param {string} player */
  nameOf(player) {
    return this.known.find((one) => one.player === player)?.name ?? null;
  }

  /** Buttons for those who are not `left` out. @param {(player: string) => void} choose @param {string[]} left @param {boolean} busy */
  render(choose, left = [], busy = false) {
    const shown = this.known.filter((one) => !left.includes(one.player));
    if (!shown.length) return nothing;
    return html`<fieldset class="choices contacts"><legend>${say("playAgainWith")}</legend><div class="acts">${shown.map((one) => html`<button type="button"
      aria-pressed=${this.chosen.has(one.player) ? "true" : "false"} ?disabled=${busy} @click=${() => choose(one.player)}>${one.name}</button>`)}</div></fieldset>`;
  }

  /** Invite an account with the table, or not after all. @param {string} player */
  toggle(player) {
    if (!this.chosen.delete(player)) this.chosen.add(player);
  }
}
