// @ts-check
// Inviting from a table that waits for players: by mail, and by a new link that ends the one before.
import { call } from "./api.js";
import { html, nothing } from "./lit-html.js";
import { learn, say } from "./language.js";
import { explainedInvite } from "./parts.js";

/** @typedef {import("./types.js").Match} Match */

learn({
  inviteByMail: ["Invite by mail", "Per Mail einladen"],
  inviteWhom: ["Mail addresses, separated by commas", "Mailadressen, durch Kommas getrennt"],
  inviteWhomLead: [
    "They get a letter in your name with one button to sit down. Nobody gets the same invitation twice.",
    "Sie bekommen in deinem Namen einen Brief mit einem Knopf zum Hinsetzen. Niemand bekommt dieselbe Einladung zweimal.",
  ],
  inviteSend: ["Send", "Abschicken"],
  invitedNow: ["The letters are on their way.", "Die Briefe sind unterwegs."],
  newLink: ["Make a new link", "Neuen Link machen"],
  newLinkLead: [
    "The present link ends, also in letters that were sent; who sits here already stays.",
    "Der jetzige Link gilt dann nicht mehr, auch nicht in Briefen, die schon weg sind; wer schon sitzt, bleibt.",
  ],
  newLinkMade: ["This is the new link. The old one does not work any more.", "Das ist der neue Link. Der alte gilt nicht mehr."],
});

export class Inviting {
  /** @param {() => void} draw @param {(doing: () => Promise<unknown>) => Promise<void>} act does something that changes the table */
  constructor(draw, act) {
    this.draw = draw;
    this.act = act;
    this.busy = false;
    this.told = "";
    this.alert = "";
    this.typed = "";
  }

  /** @param {string} path @param {object} body @param {string} told @param {string[]} invited */
  async send(path, body, told, invited = []) {
    if (this.busy) return;
    this.busy = true;
    this.told = this.alert = "";
    this.draw();
    try {
      await call("POST", path, { body });
      this.told = say(told);
      this.typed = "";
    } catch (error) {
      this.alert = explainedInvite(error, invited);
    }
    this.busy = false;
    await this.act(async () => {});
  }

  /** @param {Match} match */
  render(match) {
    const path = `/v1/matches/${match.match}`;
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const invite = this.typed.split(/[\s,;]+/).filter(Boolean);
      if (invite.length) void this.send(`${path}/invitations`, { invite }, "invitedNow", invite);
    };
    return html`<div class="inviting">
      ${this.told ? html`<p role="status" class="notice">${this.told}</p>` : nothing}
      ${this.alert ? html`<p role="alert" class="alert">${this.alert}</p>` : nothing}
      ${match.visibility === "private" ? html`<p><button class="link" ?disabled=${this.busy} @click=${() => void this.send(`${path}/invitation`, { replaces: match.invitation }, "newLinkMade")}>${say("newLink")}</button></p>
        <p class="hint">${say("newLinkLead")}</p>` : nothing}
      <form class="stack" @submit=${submit}><h3>${say("inviteByMail")}</h3>
        <label>${say("inviteWhom")}<input inputmode="email" autocomplete="off" aria-describedby="invite-lead" .value=${this.typed} @input=${(/** @type {Event} */ event) => { this.typed = /** @type {HTMLInputElement} */ (event.target).value; }}></label>
        <p class="hint" id="invite-lead">${say("inviteWhomLead")}</p>
        <button ?disabled=${this.busy}>${say("inviteSend")}</button></form>
    </div>`;
  }
}
