// @ts-check
// What people say to the whole table: a slim panel, others' words as plain text, with erasing, muting and reporting.
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";
import { asRead, explained, nameOf } from "../frame/parts.js";
import { when } from "../frame/time.js";

/** @typedef {import("../table/table.js").Table} Table */
/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Remark} Remark */
/** @typedef {import("../types.js").View} View */

learn({
  chatTitle: ["At the table", "Am Tisch"],
  chatSay: ["Say something to everybody", "Allen etwas sagen"],
  chatSend: ["Send", "Senden"],
  chatRead_after: ["Everybody at the table reads it; spectators do after the end.", "Lesen können es alle am Tisch, Zuschauer erst nach dem Ende."],
  chatRead_open: ["Everybody at the table reads it, and spectators do, too.", "Lesen können es alle am Tisch und auch Zuschauer."],
  chatKept: ["30 days after the end it is deleted.", "30 Tage nach dem Ende wird es gelöscht."],
  chatSilent: ["The rules ask for silence while you play. You can talk after the end.", "Die Regeln verlangen Schweigen, solange ihr spielt. Nach dem Ende könnt ihr reden."],
  chatOff: ["Nobody talks at this table.", "An diesem Tisch wird nicht geredet."],
  chatEarlier: ["Earlier ({n})", "Früheres ({n})"],
  chatMore: ["More about what {name} said", "Mehr zu dem, was {name} gesagt hat"],
  chatErase: ["Delete", "Löschen"],
  chatMute: ["Mute {name}", "{name} stummschalten"],
  chatUnmute: ["Hear {name} again", "{name} wieder hören"],
  chatReport: ["Report", "Melden"],
  chatWhy: ["What is wrong with it? The operator reads this and gets a copy.", "Was ist daran nicht in Ordnung? Der Betreiber liest das und bekommt eine Kopie."],
  chatReported: ["The operator will see it.", "Der Betreiber sieht es."],
  chatReact: ["Reactions", "Reaktionen"],
  react_hello: ["Hello!", "Hallo!"],
  "react_well-played": ["Well played!", "Gut gespielt!"],
  react_thanks: ["Thanks!", "Danke!"],
  react_oops: ["Oops!", "Hoppla!"],
  react_thinking: ["Let me think …", "Ich überlege …"],
  "react_good-game": ["Good game!", "Schöne Partie!"],
});

const LONGEST = 1000; // characters, as in the API
const SHOWN = 3; // remarks that are shown without asking
const LOOK = 20_000; // milliseconds between looks after the end, when the page no longer waits for news
/** @type {NonNullable<Remark["reaction"]>[]} */
const REACTIONS = ["hello", "well-played", "thanks", "oops", "thinking", "good-game"];

export class TableTalk {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.typed = "";
    this.alert = "";
    this.notice = "";
    this.all = false;
    this.busy = false;
    /** The remark whose buttons are unfolded. */
    this.opened = 0;
    /** The remark that is being reported, and why. */
    this.reporting = 0;
    this.why = "";
    /** @type {Remark[]} */ this.remarks = [];
    /** @type {number[]} */ this.muted = [];
    /** What of the talk is shown, as `talk.changes` of the match counts it. */
    this.changes = 0;
    setInterval(() => {
      if (table.match.status === "closed" && document.visibilityState === "visible") void this.load();
    }, LOOK);
  }

  get path() {
    return `/v1/matches/${this.table.id}/talk`;
  }

  async load() {
    this.changes = this.table.match.talk.changes;
    try {
      /** @type {Remark[]} */
      const found = [];
      for (let next = /** @type {number | null} */ (0); next !== null;) {
        /** @type {import("../types.js").RemarkList} */
        const page = await call("GET", `${this.path}?after=${next}${this.table.query()}`);
        found.push(...page.remarks);
        this.muted = page.muted;
        next = page.next;
      }
      this.remarks = found;
      this.table.render();
    } catch {
      // What was read before stays; the next news ask again.
    }
  }

  /** @param {() => Promise<unknown>} doing */
  async act(doing) {
    if (this.busy) return;
    this.busy = true;
    this.alert = this.notice = "";
    this.table.render();
    try {
      await doing();
      this.opened = 0;
      await this.load();
    } catch (error) {
      this.alert = explained(error);
    }
    this.busy = false;
    this.table.render();
  }

  /** @param {{ text: string } | { reaction: string }} body */
  send(body) {
    return this.act(async () => {
      await call("POST", this.path, { body });
      if ("text" in body) this.typed = "";
    });
  }

  /** @param {number} seat */
  mute(seat) {
    const seats = this.muted.includes(seat) ? this.muted.filter((one) => one !== seat) : [...this.muted, seat];
    return this.act(() => call("PUT", `${this.path}/muted`, { body: { seats } }));
  }

  /** @returns {View} */
  render() {
    const { match } = this.table;
    if (match.talk.changes !== this.changes) void this.load();
    const others = match.seats.some((one) => one.seat !== match.seat && one.player && !one.bot);
    const mine = match.seat !== null && others;
    const { state } = match.talk;
    if (!this.remarks.length && (!mine || state === "over")) return nothing;
    const latest = this.all ? this.remarks : this.remarks.slice(-SHOWN);
    const earlier = this.remarks.length - latest.length;
    return html`<section class="sheet chat" aria-label=${say("chatTitle")}>
      ${this.remarks.length ? html`<h2>${say("chatTitle")}</h2>` : nothing}
      ${earlier ? html`<p><button class="link" @click=${() => { this.all = true; this.table.render(); }}>${say("chatEarlier", { n: earlier })}</button></p>` : nothing}
      ${latest.length ? html`<ul aria-live="polite">${latest.map((one) => this.remark(match, one))}</ul>` : nothing}
      ${this.muted.map((seat) => html`<p><button class="link" @click=${() => void this.mute(seat)}>${say("chatUnmute", { name: nameOf(match, seat) })}</button></p>`)}
      ${mine && state === "open" ? this.form(match) : nothing}
      ${state === "silent" || state === "off" || state === "strangers" ? html`<p class="hint">${say(state === "silent" ? "chatSilent" : "chatOff")}</p>` : nothing}
      ${this.alert ? html`<p role="alert" class="alert">${this.alert}</p>` : nothing}${this.notice ? html`<p role="status">${this.notice}</p>` : nothing}</section>`;
  }

  /** Which remark's buttons are unfolded: lists move on while somebody reads. @param {number} id @param {boolean} open */
  unfold(id, open) {
    if (open === (this.opened === id)) return;
    this.opened = open ? id : 0;
    this.table.render();
  }

  /** @param {Match} match @param {Remark} one */
  remark(match, one) {
    const own = match.seat !== null && match.seats[match.seat]?.player === one.player;
    const sits = match.seats[one.seat]?.player === one.player;
    const name = asRead(one.name);
    return html`<li class=${own ? "mine" : ""}><span><strong>${name}</strong> <bdi title=${when(one.at)}>${one.reaction ? html`<em>${say(`react_${one.reaction}`)}</em>` : one.text}</bdi></span>
      ${match.seat === null ? nothing : html`<details ?open=${this.opened === one.id} @toggle=${(/** @type {Event} */ event) => this.unfold(one.id, /** @type {HTMLDetailsElement} */ (event.currentTarget).open)}><summary aria-label=${say("chatMore", { name })}>…</summary><div class="acts">${own
        ? html`<button @click=${() => void this.act(() => call("DELETE", `${this.path}/${one.id}`))}>${say("chatErase")}</button>`
        : html`${sits ? html`<button @click=${() => void this.mute(one.seat)}>${say("chatMute", { name })}</button>` : nothing}
          <button @click=${() => { this.reporting = one.id; this.opened = 0; this.table.render(); }}>${say("chatReport")}</button>`}</div></details>`}
      ${this.reporting === one.id ? this.report(one) : nothing}</li>`;
  }

  /** @param {Remark} one */
  report(one) {
    return html`<form class="stack" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void this.act(async () => {
      await call("PUT", `${this.path}/${one.id}/report`, { body: { why: this.why.trim() } });
      this.reporting = 0;
      this.why = "";
      this.notice = say("chatReported");
    }); }}><label>${say("chatWhy")}<input required autocomplete="off" maxlength="500" .value=${this.why} @input=${(/** @type {Event} */ event) => { this.why = /** @type {HTMLInputElement} */ (event.target).value; }}></label>
      <p><button>${say("chatReport")}</button></p></form>`;
  }

  /** @param {Match} match */
  form(match) {
    return html`<form @submit=${(/** @type {Event} */ event) => { event.preventDefault(); const text = this.typed.trim(); if (text) void this.send({ text }); }}>
        <input aria-label=${say("chatSay")} placeholder=${say("chatSay")} autocomplete="off" enterkeyhint="send" maxlength=${LONGEST} .value=${this.typed} @input=${(/** @type {Event} */ event) => { this.typed = /** @type {HTMLInputElement} */ (event.target).value; }}>
        <button>${say("chatSend")}</button></form>
      <details class="reactions"><summary>${say("chatReact")}</summary>
        <div class="acts">${REACTIONS.map((one) => html`<button @click=${(/** @type {Event} */ event) => { /** @type {Element} */ (event.currentTarget).closest("details")?.removeAttribute("open"); void this.send({ reaction: one }); }}>${say(`react_${one}`)}</button>`)}</div>
        <p class="hint">${say(`chatRead_${match.talk.spectators}`)} ${say("chatKept")}</p></details>`;
  }
}
