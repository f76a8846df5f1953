// @ts-check
// Handing one's own seat over while one is there (section 12.20 of the protocol page): asking for it, agreeing or not, staying.
import { html, nothing } from "../vendor/lit-html.js";
import { learn, listed, say } from "../frame/language.js";
import { nameOf } from "../frame/parts.js";
import { when } from "../frame/time.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").SeatHandedOver} SeatHandedOver */
/** @typedef {import("../types.js").View} View */
/** To whom a seat goes. @typedef {{ choice: "bot" } | { choice: "person", player: string }} Taker */
/** Does something that changes the table, and shows what became of it. @typedef {(doing: () => Promise<unknown>) => Promise<void>} Act */

learn({
  handOver: ["Hand over my seat", "Meinen Platz abgeben"],
  handLead: [
    "Can't play on? If the others agree, somebody else or a bot takes over your seat as it stands. Until then you play on, and your deadlines keep running.",
    "Du kannst nicht weiterspielen? Jemand anderes oder ein Bot bekommt deinen Platz mit allem, was dort liegt, wenn die anderen zustimmen. Bis dahin spielst du weiter, und deine Fristen laufen.",
  ],
  handAlone: ["You are playing only with bots, so it happens at once.", "Mit dir spielen nur Bots: Es geschieht sofort."],
  handPersonFirst: ["To hand it to a particular person, name them above first. Once they say yes, you can hand the seat over here.", "Soll jemand Bestimmtes ihn bekommen, nenne die Person zuerst weiter oben. Sobald sie Ja sagt, kannst du ihr den Platz hier geben."],
  handToBot: ["Hand it over to a bot", "An einen Bot abgeben"],
  handToPerson: ["Hand it over to {who}", "An {who} abgeben"],
  handSure: ["Once the others have agreed you do not get the seat back unless they want it.", "Haben die anderen zugestimmt, bekommst du den Platz nur zurück, wenn sie es wollen."],
  handYes: ["Yes, hand it over", "Ja, abgeben"],
  handNo: ["I stay", "Ich bleibe"],
  handMine: ["You want to hand your seat over, to {who}. The others can agree until {moment}. You play on until then.", "Du möchtest deinen Platz abgeben, an {who}. Die anderen können bis {moment} zustimmen. Bis dahin spielst du weiter."],
  handOther: ["{name} wants to hand the seat over, to {who}. You can agree until {moment}; who says nothing does not agree.", "{name} möchte den Platz abgeben, an {who}. Zustimmen könnt ihr bis {moment}; wer nichts sagt, stimmt nicht zu."],
  handSeen: ["{name} wants to hand the seat over, to {who}. The others can agree until {moment}.", "{name} möchte den Platz abgeben, an {who}. Die anderen können bis {moment} zustimmen."],
  handBot: ["a bot", "einen Bot"],
  handAgree: ["I agree", "Einverstanden"],
  handStay: ["{name} should stay", "{name} soll bleiben"],
  handFor: ["Agreed: {names}.", "Zugestimmt: {names}."],
  handAgainst: ["Want {name} to stay: {names}.", "Möchten, dass {name} bleibt: {names}."],
});

/** What a table shows of seats that are handed over. */
export class Handing {
  /** @param {() => void} draw shows the table again @param {Act} act */
  constructor(draw, act) {
    this.draw = draw;
    this.act = act;
    /** To whom I am about to hand my seat over. @type {Taker | null} */ this.chosen = null;
  }

  /** @param {Match} match @returns {View} */
  render(match) {
    return (match.absence?.handings ?? []).map((one) => html`<section class="sheet" role="status">${one.seat === match.seat ? this.mine(match, one) : this.other(match, one)}</section>`);
  }

  /** @param {Match} match @param {SeatHandedOver} one @returns {View} */
  mine(match, one) {
    return html`<p>${say("handMine", { who: one.name ?? say("handBot"), moment: when(one.until_at) })}</p>${this.votes(match, one)}
      <p><button @click=${() => void this.answer(match, one, "here")}>${say("handNo")}</button></p>`;
  }

  /** @param {Match} match @param {SeatHandedOver} one @returns {View} */
  other(match, one) {
    const name = nameOf(match, one.seat);
    const facts = { name, who: one.name ?? say("handBot"), moment: when(one.until_at) };
    return html`<p>${say(one.mine ? "handOther" : "handSeen", facts)}</p>${this.votes(match, one)}
      ${one.mine === null ? nothing : html`<div class="acts"><button @click=${() => void this.answer(match, one, "agree")}>${say("handAgree")}</button>
        <button @click=${() => void this.answer(match, one, "stay")}>${say("handStay", { name })}</button></div>`}`;
  }

  /** Who has said what so far. @param {Match} match @param {SeatHandedOver} one @returns {View} */
  votes(match, one) {
    const names = (/** @type {boolean} */ stay) => listed(one.votes.filter((vote) => (vote.choice === "wait") === stay).map((vote) => nameOf(match, vote.seat)));
    const [agreed, against] = [names(false), names(true)];
    return agreed || against ? html`<p>${agreed ? say("handFor", { names: agreed }) : nothing} ${against ? say("handAgainst", { name: nameOf(match, one.seat), names: against }) : nothing}</p>` : nothing;
  }

  /** In the menu, where one resigns, too. @param {Match} match @returns {View} */
  menu(match) {
    const may = match.absence?.may_hand;
    if (!may || match.status !== "running") return nothing;
    const people = (match.absence?.substitutes ?? []).filter((one) => one.seat === match.seat && may.people.includes(one.player));
    const alone = match.seats.every((one) => one.seat === match.seat || (one.bot !== null && one.bot !== "owned"));
    const { chosen } = this;
    return html`<section class="custody" aria-label=${say("handOver")}><p><b>${say("handOver")}</b> ${say("handLead")} ${alone ? say("handAlone") : nothing}</p>
      ${chosen === null
        ? html`<div class="acts">${people.map((one) => html`<button @click=${() => this.choose({ choice: "person", player: one.player })}>${say("handToPerson", { who: one.name })}</button>`)}
            ${may.bot ? html`<button @click=${() => this.choose({ choice: "bot" })}>${say("handToBot")}</button>` : nothing}</div>
            ${people.length || !match.absence?.people ? nothing : html`<p class="quiet">${say("handPersonFirst")}</p>`}`
        : html`<p>${say("handSure")}</p><div class="acts"><button class="danger" @click=${() => void this.hand(match, chosen)}>${say("handYes")}</button>
            <button @click=${() => { this.chosen = null; this.draw(); }}>${say("handNo")}</button></div>`}</section>`;
  }

  /** @param {Taker} taker */
  choose(taker) {
    this.chosen = taker;
    this.draw();
  }

  /** @param {Match} match @param {Taker} taker */
  async hand(match, taker) {
    this.chosen = null;
    await this.act(async () => (await import("../sealing/sealing.js")).handOver(match, taker));
  }

  /** @param {Match} match @param {SeatHandedOver} one @param {"agree" | "stay" | "here"} word */
  async answer(match, one, word) {
    await this.act(async () => (await import("../sealing/sealing.js")).answerHanding(match, one, word));
  }
}
