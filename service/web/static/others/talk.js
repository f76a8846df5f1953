// @ts-check
// What partners say to each other, while the rules let them confer.
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, listed, say } from "../frame/language.js";
import { nameOf } from "../frame/parts.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Message} Message */

learn({
  talkTitle: ["Talk with {names}", "Mit {names} sprechen"],
  talkSaid: ["What partners said", "Was Partner gesagt haben"],
  talkLead: [
    "You can talk as long as this question is open. The others see right away that you are talking, and at the end of the match what you said. Until then only the two of you and the server can read it.",
    "Ihr könnt sprechen, solange diese Frage offen ist. Dass ihr sprecht, sehen die anderen gleich, und am Ende der Partie auch, was. Bis dahin können es nur ihr und der Server lesen.",
  ],
  talkOver: ["You cannot talk right now. The rules say when you can next.", "Gerade könnt ihr nicht sprechen. Den nächsten Augenblick dafür geben die Regeln."],
  talkSay: ["What do you say?", "Was sagst du?"],
  talkSend: ["Say it", "Sagen"],
  talkPending: ["on its way", "unterwegs"],
  talkRefused: ["came too late, nobody hears it", "kam zu spät, niemand hört es"],
  talkYou: ["You", "Du"],
});

const LONGEST = 1000; // characters of a message, as in the API

export class Talk {
  /** @param {() => void} draw @param {(doing: () => Promise<unknown>) => Promise<void>} act does something that changes the table */
  constructor(draw, act) {
    this.draw = draw;
    this.act = act;
    this.typed = "";
    /** @type {Message[]} */
    this.messages = [];
    /** The last log entry of which they were asked for. */
    this.n = -1;
  }

  /** @param {Match} match */
  async load(match) {
    this.n = match.n;
    try {
      /** @type {Message[]} */
      const said = [];
      let next = 0;
      while (true) {
        /** @type {import("../types.js").MessageList} */
        const answer = await call("GET", `/v1/matches/${match.match}/messages?after=${next}`);
        said.push(...answer.messages);
        if (answer.next === null) {
          this.messages = [...said, ...answer.unsaid];
          break;
        }
        next = answer.next;
      }
      this.draw();
    } catch {
      // What was heard before stays; the next news ask again.
    }
  }

  /** @param {Match} match @param {string} channel */
  async say(match, channel) {
    const text = this.typed.trim();
    if (!text) return;
    await this.act(async () => {
      await call("POST", `/v1/matches/${match.match}/messages`, { body: { channel, text } });
      this.typed = "";
      this.n = -1;
    });
  }

  /** @param {Match} match */
  render(match) {
    if (match.n !== this.n) void this.load(match);
    const open = match.channels[0];
    if (!open && !this.messages.length) return nothing;
    const partners = new Set([...(open?.seats ?? []), ...this.messages.map((one) => one.seat)]);
    const names = listed([...partners].filter((seat) => seat !== match.seat).map((seat) => nameOf(match, seat)));
    return html`<section class="sheet talk"><h2>${match.status === "running" ? say("talkTitle", { names }) : say("talkSaid")}</h2>
      <ul class="story" aria-live="polite">${this.messages.map((one) => html`<li><strong>${one.seat === match.seat ? say("talkYou") : nameOf(match, one.seat)}:</strong> <bdi>${one.text}</bdi>
        ${one.state === "said" ? nothing : html`<span class="quiet">(${say(one.state === "refused" ? "talkRefused" : "talkPending")})</span>`}</li>`)}</ul>
      ${open
        ? html`<p class="hint" id="talk-lead">${say("talkLead")}</p>
          <form class="stack" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void this.say(match, open.id); }}>
            <label>${say("talkSay")}<input autocomplete="off" maxlength=${LONGEST} aria-describedby="talk-lead" .value=${this.typed} @input=${(/** @type {Event} */ event) => { this.typed = /** @type {HTMLInputElement} */ (event.target).value; }}></label>
            <p><button>${say("talkSend")}</button></p></form>`
        : match.status === "running" ? html`<p class="hint">${say("talkOver")}</p>` : nothing}</section>`;
  }
}
