// @ts-check
// Somebody else plays on for a person (section 12.15 of the protocol page): asking somebody, being ready, coming back.
import { call, Refused } from "../frame/api.js";
import { download } from "../frame/download.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, listed, say } from "../frame/language.js";
import { explainedInvite } from "../home/invitations.js";
import { asRead, nameOf } from "../frame/parts.js";
import { when } from "../frame/time.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Substitute} Substitute */
/** @typedef {import("../types.js").View} View */
/** Does something that changes the table, and shows what became of it. @typedef {(doing: () => Promise<unknown>) => Promise<void>} Act */

learn({
  standIn: ["Somebody asks whether you would play on for {name} at this table.", "Du wirst gefragt, ob du an diesem Tisch für {name} weiterspielst."],
  standInMeans: [
    "If you say yes, you stand ready. You get the seat only when the others choose you; then you see its hand and everything that was played from it, and play it from there on.",
    "Sagst du Ja, stehst du bereit. Den Platz bekommst du erst, wenn die anderen dich wählen; dann siehst du die Hand und alles, was dort gespielt wurde, und spielst von da an selbst.",
  ],
  standInYes: ["Yes, I am ready", "Ja, ich bin bereit"],
  standInNo: ["No", "Nein"],
  standInSignIn: ["Sign in to answer", "Melde dich an, um zu antworten"],
  hadSeat: ["You had the seat where {name} plays now.", "Du hattest den Platz, auf dem jetzt {name} spielt."],
  returnMeans: ["You can come back if the others agree, and whoever plays there now.", "Du kannst zurückkommen, wenn die anderen zustimmen und auch, wer jetzt dort spielt."],
  returnAsk: ["Ask to come back", "Darum bitten, zurückzukommen"],
  readyNow: ["You are ready to play on for {name}. You will get an email when the table gives you the seat.", "Du bist bereit, für {name} weiterzuspielen. Du bekommst eine Mail, sobald der Tisch dir den Platz gibt."],
  backNow: ["You have asked to come back. The others are being asked.", "Du hast darum gebeten, zurückzukommen. Die anderen werden gefragt."],
  notReadyAnyMore: ["Not any more", "Doch nicht"],
  isReady: ["{who} is ready to play on for {name}.", "{who} ist bereit, für {name} weiterzuspielen."],
  wantsBack: ["{who} would like to come back to the seat of {name}.", "{who} möchte auf den Platz von {name} zurückkommen."],
  agreedSoFar: ["So far {names} agreed.", "Zugestimmt haben bisher: {names}."],
  letPlay: ["Let {who} play", "{who} spielen lassen"],
  letPlaySure: ["From then on {who} has this seat, with its hand. This cannot be taken back once it is decided.", "Von da an hat {who} diesen Platz mit seiner Hand. Ist es entschieden, lässt es sich nicht zurücknehmen."],
  letPlayNot: ["Not yet", "Noch nicht"],
  substituteFor: ["Who plays if you cannot?", "Wer spielt, wenn du nicht kannst?"],
  substituteForLead: [
    "Name somebody who is not playing here. If you stop answering, the others may give them your seat.",
    "Nenne jemanden, der nicht hier sitzt. Bleiben deine Antworten aus, können die anderen der Person deinen Platz geben.",
  ],
  substituteForOther: ["You know somebody who would play on for {name}?", "Du kennst jemanden, der für {name} weiterspielen würde?"],
  substituteMail: ["Email address", "Mailadresse"],
  substituteSend: ["Send an email", "Mail schicken"],
  substituteLink: ["Make a link instead", "Stattdessen einen Link machen"],
  substituteAsked: ["You have asked somebody; they have not answered yet.", "Du hast jemanden gefragt; die Antwort steht noch aus."],
  substituteGive: ["Give them this link, to nobody else:", "Gib der Person diesen Link, sonst niemandem:"],
  playsSince: ["{name} plays since {moment} for {before}.", "{name} spielt seit {moment} für {before}."],
  playedFrom: ["{name} played from {moment} for {before}.", "{name} hat ab {moment} für {before} gespielt."],
  substituteKey: ["This seat signs what it does. Save your key: without it you cannot play on another device.", "Dieser Platz unterschreibt, was er tut. Sichere deinen Schlüssel: Ohne ihn kannst du an keinem anderen Gerät spielen."],
  substituteKeySave: ["Save the key", "Schlüssel sichern"],
});

/** What a table shows of people who play on for others. */
export class Substitutes {
  /** @param {() => void} draw @param {Act} act @param {string} account mine, or nothing */
  constructor(draw, act, account) {
    this.draw = draw;
    this.act = act;
    this.account = account;
    this.invitation = new URLSearchParams(location.search).get("invitation");
    /** Whom I am about to choose. @type {string | null} */ this.chosen = null;
    /** What is typed, by seat. @type {Map<number, string>} */ this.typed = new Map();
    this.alert = "";
    /** The file of a key that was just drawn. @type {string | null} */ this.file = null;
  }

  /** Whether there is anything to show. @param {Match} match */
  static concerns(match) {
    const { absence } = match;
    return Boolean(absence?.people && (absence.substitutes.length || absence.taken_over.length || absence.may_ask.length || absence.may_stand_in.length));
  }

  /** @param {Match} match @returns {View} */
  render(match) {
    const absence = match.absence;
    if (!absence?.people) return nothing;
    const file = this.file;
    return html`${file === null ? nothing : html`<section class="sheet" role="status"><p>${say("substituteKey")}</p><p><button @click=${() => download(file, `siegelpost-key-${match.match}.json`)}>${say("substituteKeySave")}</button></p></section>`}
      ${this.mine(match)}
      ${absence.substitutes.filter((one) => one.player !== this.account).map((one) => this.other(match, one))}
      ${absence.taken_over.length && match.status === "running" ? html`<ul class="quiet">${absence.taken_over.map((one, place) => html`<li>${say(this.isLast(match, place) ? "playsSince" : "playedFrom", { name: asRead(one.name), before: asRead(one.before), moment: when(one.at) })}</li>`)}</ul>` : nothing}`;
  }

  /** @param {Match} match @param {number} place */
  isLast(match, place) {
    const all = match.absence?.taken_over ?? [];
    return match.status === "running" && !all.slice(place + 1).some((one) => one.seat === all[place]?.seat);
  }

  /** What I am ready for, or asked to be. @param {Match} match @returns {View} */
  mine(match) {
    const absence = /** @type {NonNullable<Match["absence"]>} */ (match.absence);
    const ready = absence.substitutes.find((one) => one.player === this.account);
    if (ready) {
      const said = ready.by === null ? say("backNow") : say("readyNow", { name: nameOf(match, ready.seat) });
      return html`<section class="sheet" role="status"><p>${said}</p><p><button class="link" @click=${() => void this.standDown(match, ready.seat)}>${say("notReadyAnyMore")}</button></p></section>`;
    }
    if (match.seat !== null || match.status !== "running") return nothing;
    const former = absence.taken_over.some((one) => absence.may_stand_in.includes(one.seat)) && this.invitation === null;
    const seats = absence.may_stand_in;
    if (this.account === "" && seats[0] !== undefined) return html`<section class="sheet"><p>${say("standIn", { name: nameOf(match, seats[0]) })} ${say("standInMeans")}</p><p><a class="button seal" href=${`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`}>${say("standInSignIn")}</a></p></section>`;
    return seats.map((seat) => html`<section class="sheet" role="status">
      <p>${former ? `${say("hadSeat", { name: nameOf(match, seat) })} ${say("returnMeans")}` : `${say("standIn", { name: nameOf(match, seat) })} ${say("standInMeans")}`}</p>
      <div class="acts"><button class="seal" @click=${() => void this.standIn(match, seat)}>${say(former ? "returnAsk" : "standInYes")}</button>
        ${former ? nothing : html`<button @click=${() => void this.standDown(match, seat)}>${say("standInNo")}</button>`}</div></section>`);
  }

  /** Somebody else who is ready. @param {Match} match @param {Substitute} one @returns {View} */
  other(match, one) {
    const facts = { who: one.name, name: nameOf(match, one.seat) };
    const mine = one.mine !== null;
    return html`<section class="sheet" role="status"><p>${say(one.by === null ? "wantsBack" : "isReady", facts)}
      ${one.agreed.length ? say("agreedSoFar", { names: listed(one.agreed.map((seat) => nameOf(match, seat))) }) : nothing}</p>
      ${!mine
        ? nothing
        : this.chosen === one.player
          ? html`<p>${say("letPlaySure", facts)}</p><div class="acts"><button @click=${() => void this.welcome(match, one)}>${say("letPlay", facts)}</button>
              <button @click=${() => { this.chosen = null; this.draw(); }}>${say("letPlayNot")}</button></div>`
          : html`<div class="acts"><button @click=${() => { this.chosen = one.player; this.draw(); }}>${say("letPlay", facts)}</button></div>`}</section>`;
  }

  /** For which seats I may ask somebody. @param {Match} match @returns {View} */
  asking(match) {
    const absence = match.absence;
    if (!absence?.people || match.status !== "running") return nothing;
    return absence.may_ask.map((seat) => {
      const asked = absence.requests.find((one) => one.seat === seat);
      const link = asked && !asked.mailed ? `${location.origin}/table/${match.match}?invitation=${encodeURIComponent(asked.invitation)}` : "";
      const submit = (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const invite = (this.typed.get(seat) ?? "").trim();
        if (invite) void this.ask(match, seat, { invite });
      };
      return html`<section class="custody" aria-label=${say("substituteFor")}>
        <p>${seat === match.seat ? html`<b>${say("substituteFor")}</b> ${say("substituteForLead")}` : say("substituteForOther", { name: nameOf(match, seat) })}</p>
        ${asked ? html`<p role="status">${say("substituteAsked")}</p>` : nothing}
        ${link ? html`<label>${say("substituteGive")}<input readonly .value=${link} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}></label>` : nothing}
        <form @submit=${submit}><label>${say("substituteMail")}<input type="email" autocomplete="off" .value=${this.typed.get(seat) ?? ""} @input=${(/** @type {InputEvent} */ event) => this.typed.set(seat, /** @type {HTMLInputElement} */ (event.target).value)}></label>
          ${this.alert ? html`<p role="alert" class="alert">${this.alert}</p>` : nothing}
          <div class="acts"><button>${say("substituteSend")}</button><button type="button" @click=${() => void this.ask(match, seat, {})}>${say("substituteLink")}</button></div></form></section>`;
    });
  }

  /** @param {Match} match @param {number} seat @param {{ invite?: string }} body */
  async ask(match, seat, body) {
    this.alert = "";
    try {
      await call("POST", `/v1/matches/${match.match}/seats/${seat}/substitutes`, { body });
      this.typed.delete(seat);
    } catch (error) {
      this.alert = explainedInvite(error, body.invite ? [body.invite] : []);
    }
    await this.act(async () => {});
  }

  /** @param {Match} match @param {number} seat */
  async standIn(match, seat) {
    const invitation = this.invitation === null ? {} : { invitation: this.invitation };
    const path = `/v1/matches/${match.match}/seats/${seat}/substitute`;
    await this.act(async () => {
      try {
        await call("PUT", path, { body: invitation });
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== "seat-key-needed") throw error;
        const made = await (await import("../sealing/seat-key.js")).drawSeatKey(match.match);
        await call("PUT", path, { body: { ...invitation, key: made.key } });
        this.file = made.file;
      }
    });
  }

  /** @param {Match} match @param {number} seat */
  async standDown(match, seat) {
    const query = this.invitation === null ? "" : `?invitation=${encodeURIComponent(this.invitation)}`;
    await this.act(async () => {
      await call("DELETE", `/v1/matches/${match.match}/seats/${seat}/substitute${query}`);
      this.invitation = null;
    });
  }

  /** @param {Match} match @param {Substitute} one */
  async welcome(match, one) {
    this.chosen = null;
    await this.act(async () => (await import("../sealing/sealing.js")).choosePerson(match, one));
  }
}
