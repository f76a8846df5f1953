// @ts-check
// Inviting from a table that waits for players: by mail, and by a new link that ends the one before.
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, listed, say } from "../frame/language.js";
import { Contacts } from "./contacts.js";
import { explainedInvite, lettersIn } from "./invitations.js";
import { when } from "../frame/time.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {Match["guests"][number]} Guest */

learn({
  inviteByMail: ["Invite by mail", "Per Mail einladen"],
  inviteWhom: ["Email addresses, separated by commas", "Mailadressen, durch Kommas getrennt"],
  inviteWhomLead: [
    "They get an email that names you and says what the game is and how long it takes. They can take a seat with its button.",
    "Sie bekommen eine Mail, die dich nennt und sagt, was das für ein Spiel ist und wie lange es dauert. Platz nehmen sie mit ihrem Knopf.",
  ],
  inviteSend: ["Send", "Abschicken"],
  invitedNow: ["On its way: {mails}.", "Unterwegs: {mails}."],
  invitedBefore: ["Already invited, so nothing was sent: {mails}.", "Schon eingeladen, darum wurde nichts geschickt: {mails}."],
  invitedNobody: ["Nobody new was invited: whoever has that address sits here already.", "Niemand Neues wurde eingeladen: Wer diese Adresse hat, sitzt schon hier."],
  guests: ["Invited", "Eingeladen"],
  guest_unanswered: ["invited, no answer yet (mail of {moment})", "eingeladen, noch keine Antwort (Mail von {moment})"],
  guest_joined: ["sits at the table", "sitzt am Tisch"],
  guest_declined: ["does not want to play", "möchte nicht mitspielen"],
  guest_withdrawn: ["invitation taken back", "Einladung zurückgenommen"],
  guest_bounced: ["the email came back: is the address right?", "die Mail kam zurück: Stimmt die Adresse?"],
  guest_gone: ["has no account any more", "hat kein Konto mehr"],
  aGuest: ["somebody with an account", "jemand mit einem Konto"],
  inviteAgain: ["Send again", "Noch einmal schicken"],
  inviteAgainTo: ["Send again: {mail}", "Noch einmal schicken: {mail}"],
  withdraw: ["Take back", "Zurücknehmen"],
  withdrawFrom: ["Take back: {mail}", "Zurücknehmen: {mail}"],
  withdrawnNow: ["Withdrawn. Anybody else who has the link can still sit down until you make a new one.", "Zurückgenommen. Wer den Link sonst noch hat, kann sich weiter setzen, bis du einen neuen machst."],
  newLink: ["Make a new link", "Neuen Link machen"],
  newLinkLead: [
    "The current link stops working, even in emails already sent. Whoever has a seat keeps it.",
    "Der jetzige Link gilt dann nicht mehr, auch nicht in Mails, die schon weg sind; wer schon sitzt, bleibt.",
  ],
  newLinkMade: ["This is the new link. The old one no longer works.", "Das ist der neue Link. Der alte gilt nicht mehr."],
});

/** After so many milliseconds the page looks again what became of its invitations. */
const LOOK = 30_000;

export class Inviting {
  /** @param {() => void} draw @param {(doing: () => Promise<unknown>) => Promise<void>} act does something that changes the table */
  constructor(draw, act) {
    this.draw = draw;
    this.act = act;
    this.busy = false;
    this.told = "";
    this.alert = "";
    this.typed = "";
    this.language = lang();
    /** Whether somebody has not answered. Who declines writes no entry of the log, so that no news say it. */
    this.awaits = false;
    this.contacts = new Contacts(draw);
    setInterval(() => {
      if (!this.awaits || this.busy || document.hidden) return;
      this.awaits = false;
      void this.act(async () => {});
    }, LOOK);
  }

  /** What a guest is called in the list. @param {Guest} guest */
  called(guest) {
    return guest.mail ?? this.contacts.nameOf(guest.guest) ?? say("aGuest");
  }

  /**
   * Do something by the API, and say what came of it.
   * @param {() => Promise<string>} doing does it, and gives what to say @param {string[]} invited what was typed
   */
  async send(doing, invited = []) {
    if (this.busy) return;
    this.busy = true;
    this.told = this.alert = "";
    this.draw();
    try {
      this.told = await doing();
    } catch (error) {
      this.alert = explainedInvite(error, invited);
    }
    this.busy = false;
    await this.act(async () => {});
  }

  /** Invite, and say whom a letter goes to. @param {Match} match @param {string[]} invite @param {boolean} again */
  async invite(match, invite, again) {
    /** @type {Match} */
    const now = await call("POST", `/v1/matches/${match.match}/invitations`, { body: { invite, language: this.language, again } });
    const before = new Map(match.guests.map((one) => [one.guest, one.sent_at]));
    const named = new Set(invite.map((one) => one.toLowerCase()));
    const meant = now.guests.filter((one) => named.has(String(one.mail).toLowerCase()) || named.has(one.guest));
    const sent = meant.filter((one) => before.get(one.guest) !== one.sent_at);
    const kept = meant.filter((one) => before.get(one.guest) === one.sent_at);
    this.typed = "";
    return [
      sent.length ? say("invitedNow", { mails: listed(sent.map((one) => this.called(one))) }) : "",
      kept.length ? say("invitedBefore", { mails: listed(kept.map((one) => this.called(one))) }) : "",
    ].filter(Boolean).join(" ") || say("invitedNobody");
  }

  /** @param {Match} match @param {Guest} guest */
  guest(match, guest) {
    const mail = this.called(guest);
    const again = () => void this.send(() => this.invite(match, [guest.mail ?? guest.guest], true));
    const withdraw = () =>
      void this.send(async () => {
        await call("DELETE", `/v1/matches/${match.match}/invitations/${guest.guest}`);
        return say("withdrawnNow");
      });
    return html`<li><span><strong>${mail}</strong>: ${say(`guest_${guest.state}`, { moment: when(guest.sent_at) })}</span>
      ${guest.again ? html` <button class="link" aria-label=${say("inviteAgainTo", { mail })} ?disabled=${this.busy} @click=${again}>${say("inviteAgain")}</button>` : nothing}
      ${["unanswered", "declined", "bounced"].includes(guest.state) ? html` <button class="link" aria-label=${say("withdrawFrom", { mail })} ?disabled=${this.busy} @click=${withdraw}>${say("withdraw")}</button>` : nothing}</li>`;
  }

  /** @param {Match} match */
  render(match) {
    this.awaits = match.guests.some((one) => one.state === "unanswered");
    const path = `/v1/matches/${match.match}`;
    const placed = [...match.seats.map((one) => String(one.player)), ...match.guests.map((one) => one.guest)];
    const renew = async () => {
      await call("POST", `${path}/invitation`, { body: { replaces: match.invitation } });
      return say("newLinkMade");
    };
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const invite = this.typed.split(/[\s,;]+/).filter(Boolean);
      if (invite.length) void this.send(() => this.invite(match, invite, false), invite);
    };
    return html`<div class="inviting">
      ${match.visibility === "private" ? html`<p><button class="link" ?disabled=${this.busy} @click=${() => void this.send(renew)}>${say("newLink")}</button></p>
        <p class="hint">${say("newLinkLead")}</p>` : nothing}
      ${match.guests.length ? html`<h3>${say("guests")}</h3><ul class="guests">${match.guests.map((one) => this.guest(match, one))}</ul>` : nothing}
      ${this.contacts.render((player) => void this.send(() => this.invite(match, [player], false), [player]), placed, this.busy)}
      <form class="stack" @submit=${submit}><h3>${say("inviteByMail")}</h3>
        <label>${say("inviteWhom")}<input inputmode="email" autocomplete="off" aria-describedby="invite-lead" .value=${this.typed} @input=${(/** @type {Event} */ event) => { this.typed = /** @type {HTMLInputElement} */ (event.target).value; }}></label>
        <p class="hint" id="invite-lead">${say("inviteWhomLead")}</p>
        ${lettersIn(this.language, (language) => { this.language = language; })}
        <button ?disabled=${this.busy}>${say("inviteSend")}</button></form>
      ${this.told ? html`<p role="status" class="notice">${this.told}</p>` : nothing}
      ${this.alert ? html`<p role="alert" class="alert">${this.alert}</p>` : nothing}
    </div>`;
  }
}
