// @ts-check
// What was sent to the reader lately: mails and notifications, what each was about, and what became of it. The account page,
// which opens it, knows what notifications are called (kinds.js).
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { knows, learn, listed, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { when } from "../frame/time.js";

/** @typedef {import("../types.js").DeliveryList} DeliveryList */
/** @typedef {DeliveryList["deliveries"][number]} Delivery */

learn({
  sentNothing: ["Nothing was sent to you lately.", "In letzter Zeit wurde dir nichts geschickt."],
  sentAll: ["Show all ({n})", "Alle zeigen ({n})"],
  channel_mail: ["Mail", "Mail"],
  channel_digest: ["Mail of the day", "Mail am Tag"],
  channel_push: ["Notification", "Benachrichtigung"],
  sent_sent: ["handed over to your mail provider", "deinem Mailanbieter übergeben"],
  sent_push: ["handed over to your browser's service", "dem Dienst deines Browsers übergeben"],
  sent_plain: ["could not be written; a plain mail went in its place", "ließ sich nicht schreiben; eine schlichte Mail ging stattdessen"],
  sent_retry: ["did not get through yet; next attempt {moment}", "kam noch nicht durch; nächster Versuch {moment}"],
  sent_dead: ["could not be delivered", "ließ sich nicht zustellen"],
  sent_ambiguous: ["perhaps delivered: the connection broke", "vielleicht zugestellt: Die Verbindung brach ab"],
  sent_dropped: ["not sent", "nicht geschickt"],
  whyNot: ["Left out: “{kind}”, because {reason}.", "Weggelassen: „{kind}“, weil {reason}."],
  "not_match-gone": ["the table is gone", "es den Tisch nicht mehr gibt"],
  "not_kind-off": ["you have switched it off", "du es abgestellt hast"],
  "not_match-muted": ["you have muted the table", "du den Tisch stumm geschaltet hast"],
  "not_address-unverified": ["your address was not confirmed yet", "deine Adresse noch nicht bestätigt war"],
  "not_address-bounces": ["emails to you came back", "Mails an dich zurückkamen"],
  "not_no-address": ["there was no address", "es keine Adresse gab"],
  not_answered: ["you had answered by then", "du da schon geantwortet hattest"],
  "not_decision-over": ["the question was over by then", "die Frage da schon vorbei war"],
  not_paused: ["the table paused", "der Tisch Pause machte"],
  "not_already-seen": ["you had seen it at the table by then", "du es da am Tisch schon gesehen hattest"],
  "not_already-seated": ["you sat there by then", "du da schon Platz genommen hattest"],
  "not_started-without-you": ["the match had begun without you", "die Partie ohne dich begonnen hatte"],
  "not_seat-left": ["the seat was not yours any more", "der Platz nicht mehr deiner war"],
  not_expired: ["it was too late for it", "es dafür zu spät war"],
  not_superseded: ["something newer took its place", "etwas Neueres an seine Stelle trat"],
  "not_invitations-refused": ["you want no invitations", "du keine Einladungen willst"],
  "not_too-many-invitations": ["there were too many invitations", "es zu viele Einladungen waren"],
  "not_too-many-letters": ["there were too many emails", "es zu viele Mails waren"],
  cameBack: ["An email of {day} came back ({status}).", "Eine Mail vom {day} kam zurück ({status})."],
});

const LATEST = 12; // that stand unfolded

/** A word of ours for what the server calls by a code, which may be newer than this page. @param {string} group @param {string} code */
const named = (group, code) => (knows(`${group}_${code}`) ? say(`${group}_${code}`) : code);

export class Sent {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {DeliveryList | null} */ this.known = null;
    /** Titles of tables. @type {Map<string, string>} */ this.titles = new Map();
    this.all = false;
    this.alert = "";
    void this.load();
  }

  async load() {
    try {
      /** @type {[DeliveryList, import("../types.js").MatchPage]} */
      const [known, mine] = await Promise.all([call("GET", "/v1/me/deliveries"), call("GET", "/v1/me/matches?limit=100")]);
      this.titles = new Map(mine.matches.map((one) => [one.match, one.title]));
      this.known = known;
    } catch (error) {
      this.alert = explained(error);
    }
    this.draw();
  }

  /** @returns {import("../types.js").View} */
  render() {
    if (this.alert) return html`<p role="alert" class="alert">${this.alert}</p>`;
    if (this.known === null) return nothing;
    const { deliveries, bounces } = this.known;
    if (deliveries.length === 0 && bounces.length === 0) return html`<p>${say("sentNothing")}</p>`;
    const shown = this.all ? deliveries : deliveries.slice(0, LATEST);
    return html`${bounces.map((one) => html`<p class="alert">${say("cameBack", { day: one.sent_on, status: one.status })}</p>`)}
      <ol class="sent-list">${shown.map((one) => this.line(one))}</ol>
      ${shown.length < deliveries.length ? html`<button @click=${() => { this.all = true; this.draw(); }}>${say("sentAll", { n: deliveries.length })}</button>` : nothing}`;
  }

  /** @param {Delivery} one */
  line(one) {
    const title = one.match ? this.titles.get(one.match) : undefined;
    const state = one.state === "sent" && one.channel === "push" ? say("sent_push")
      : one.state === "retry" ? say("sent_retry", { moment: one.retry_at ? when(one.retry_at) : "…" })
      : named("sent", one.state);
    // Where something failed, the other side's own words help whoever asks a provider about it.
    const failed = one.state === "retry" || one.state === "dead" || one.state === "ambiguous";
    return html`<li><strong>${one.kinds.map((kind) => named("kind", kind)).join(" · ") || listed([...new Set(one.dropped.map(({ kind }) => named("kind", kind)))])}</strong>
      <span class="quiet">${[named("channel", one.channel), title ?? "", when(one.at)].filter(Boolean).join(" · ")}</span>
      <span>${state}${failed && one.answer ? html` <q lang="en">${one.answer}</q>` : nothing}</span>
      ${one.dropped.map(({ kind, reason }) => html`<span class="hint">${say("whyNot", { kind: named("kind", kind), reason: named("not", reason) })}</span>`)}</li>`;
  }
}
