// @ts-check
// Stepping through a match, whether it is over or goes on: the picture of each moment, and what happened then.
import { Refused, text } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { draw, mark } from "../table/picture.js";

/** @typedef {import("../types.js").FeedEvent} FeedEvent */
/** @typedef {"first" | "round-back" | "back" | "on" | "round-on" | "last" | "new"} Where */

learn({
  replay: ["Step through the match", "Die Partie nachspielen"],
  replayFirst: ["Beginning", "Anfang"],
  replayRoundBack: ["One round back", "Eine Runde zurück"],
  replayRoundOn: ["One round on", "Eine Runde vor"],
  replayTurnBack: ["One turn back", "Einen Zug zurück"],
  replayTurnOn: ["One turn on", "Einen Zug vor"],
  replayBack: ["One step back", "Einen Schritt zurück"],
  replayOn: ["One step on", "Einen Schritt vor"],
  replayLast: ["End", "Ende"],
  replayNow: ["Now", "Jetzt"],
  replayNew: ["To what is new since my last visit", "Zu dem, was seit meinem letzten Besuch neu ist"],
  replayAt: ["Step {n} of {all}", "Schritt {n} von {all}"],
  replayPast: ["This is an earlier moment.", "Das ist ein früherer Stand."],
  replayMaking: ["One moment: the match is played again …", "Einen Augenblick: Die Partie wird nachgespielt …"],
  replayDealt: ["The table before the first move.", "Der Tisch vor dem ersten Zug."],
  replayKeys: ["Also with the arrow keys, Page Up, Page Down, Home and End.", "Auch mit den Pfeiltasten, Bild auf, Bild ab, Pos1 und Ende."],
  "p_too-many-replays": ["You have looked back very often. Wait a few minutes; the table itself goes on.", "Du hast sehr oft zurückgeblättert. Warte ein paar Minuten; der Tisch selbst geht weiter."],
  "p_too-many-pictures": ["Many are looking back just now. Try again in a moment.", "Gerade blättern viele zurück. Versuch es gleich noch einmal."],
});

const PATIENCE = 20; // seconds that one request waits for a worker
const AGAIN = 1000; // milliseconds before we ask once more

const KEYS = /** @type {const} */ ({ ArrowLeft: "back", ArrowRight: "on", PageUp: "round-back", PageDown: "round-on", Home: "first", End: "last" });

export class Replay {
  /**
   * @param {string} path @param {string} query @param {FeedEvent[]} story what happened, which grows while the match goes on
   * @param {number} seen number of the last log entry that the reader had seen before
   * @param {{ lens: typeof import("../frame/zoom.js").lens, grouped: typeof import("./story.js").grouped }} given what the table has anyway
   * @param {() => void} render
   */
  constructor(path, query, story, seen, { lens, grouped }, render) {
    this.path = path;
    this.query = query;
    this.story = story;
    this.seen = seen;
    this.render = render;
    this.grouped = grouped;
    /** Where earlier moments are drawn: the table's own picture stays what it is, and what can be chosen on it. */
    this.box = document.createElement("div");
    this.box.className = "picture";
    this.lens = lens(this.box);
    /** The log entry after which the reader looks; `null`: as it stands now. @type {number | null} */
    this.n = null;
    this.drawn = false;
    this.making = false;
    this.wanted = 0;
    /** @type {unknown} */ this.error = null;
  }

  /** The log entries that changed something, after the one before them all, when nothing was played yet. */
  get moments() {
    const found = [...new Set(this.story.map((one) => one.n))].sort((one, other) => one - other);
    return found[0] === undefined ? [] : [found[0] - 1, ...found];
  }

  /** Where each round or turn begins: the log entry of the first thing that happened in it. */
  get rounds() {
    return this.grouped(this.story).map((group) => ({ title: group.title, n: Number(group.events[0]?.n) }));
  }

  /** The place to which a whole round leads, of the moments; -1: nowhere. @param {number[]} moments @param {number} at @param {"back" | "on"} way */
  roundFrom(moments, at, way) {
    const begins = this.rounds.map((one) => moments.indexOf(one.n));
    if (way === "on") return begins.find((one) => one > at) ?? moments.length - 1;
    return begins.findLast((one) => one < at) ?? 0;
  }

  /** Whether an earlier moment is shown instead of the table's own picture. */
  get past() {
    return this.n !== null && this.drawn;
  }

  /** @param {number[]} moments which of them is looked at: whoever steps stays there when the match goes on */
  place(moments) {
    const found = this.n === null ? -1 : moments.indexOf(this.n);
    return found < 0 ? moments.length - 1 : found;
  }

  /** @param {Where} where */
  async go(where) {
    const moments = this.moments;
    const [at, last] = [this.place(moments), moments.length - 1];
    const [roundBack, roundOn] = [this.roundFrom(moments, at, "back"), this.roundFrom(moments, at, "on")];
    const next = { first: 0, "round-back": roundBack, back: at - 1, on: at + 1, "round-on": roundOn, last, new: moments.findIndex((one) => one > this.seen) }[where];
    await this.goTo(moments, next, at);
  }

  /** Look at the moment after a log entry. @param {number} n */
  async look(n) {
    const moments = this.moments;
    await this.goTo(moments, moments.indexOf(n), this.place(moments));
  }

  /** @param {number[]} moments @param {number} next @param {number} at */
  async goTo(moments, next, at) {
    const last = moments.length - 1;
    if (next < 0 || next > last || next === at) return;
    this.error = null;
    this.wanted += 1;
    const n = moments[next] ?? null;
    this.n = next === last ? null : n;
    this.making = this.n !== null;
    this.render();
    if (this.n === null) return;
    await this.fetch(this.n, this.wanted);
  }

  /** @param {number} n @param {number} mine somebody who steps fast sees the last moment, not the slowest answer */
  async fetch(n, mine) {
    for (;;) {
      try {
        const svg = await text(`${this.path}/picture.svg?n=${n}&wait=${PATIENCE}&language=${lang()}${this.query}`);
        if (mine !== this.wanted) return;
        draw(this.box, svg);
        this.drawn = true;
      } catch (error) {
        if (mine !== this.wanted) return;
        if (error instanceof Refused && error.code === "replay-pending") {
          await new Promise((resolve) => setTimeout(resolve, AGAIN));
          if (mine === this.wanted) continue;
          return;
        }
        this.error = error;
      }
      this.making = false;
      this.render();
      return;
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const where = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (!where || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void this.go(where);
  }

  /** The picture of the moment that is looked at, on which nothing can be chosen. @param {(title: string) => void} explain @param {boolean} wide whether what brings it closer belongs to it, not to the page's head */
  picture(explain, wide) {
    mark(this.box, [], [], () => {}, explain);
    return html`${wide ? this.lens.bar : nothing}${this.box}`;
  }

  /** What leads from moment to moment: above the picture, where it stays while the picture is scrolled. @param {boolean} goesOn whether the match does */
  controls(goesOn) {
    const moments = this.moments;
    const [at, last] = [this.place(moments), moments.length - 1];
    /** @param {Where} where @param {string} sign @param {string} name @param {boolean} off */
    const button = (where, sign, name, off) => html`<button aria-label=${say(name)} title=${say(name)} aria-disabled=${off} @click=${() => void this.go(where)}>${sign}</button>`;
    /** @param {Where} where @param {string} name @param {boolean} off */
    const named = (where, name, off) => html`<button class="small" aria-disabled=${off} @click=${() => void this.go(where)}>${say(name)}</button>`;
    const unit = this.story.some((one) => /^(?:e\d+\/)?t\d/.test(one.decision)) ? "Turn" : "Round";
    const round = this.rounds.findLast((one) => one.n <= Number(moments[at]))?.title ?? "";
    const fresh = this.seen > 0 && moments.some((one) => one > this.seen) && moments.some((one) => one <= this.seen);
    return html`<div class="replay" role="group" aria-label=${say("replay")} @keydown=${(/** @type {KeyboardEvent} */ event) => this.key(event)}>
      <div class="acts">${named("first", "replayFirst", at === 0)}${button("back", "‹", "replayBack", at === 0)}
        <span class="at">${say("replayAt", { n: at + 1, all: last + 1 })}${this.making && !goesOn ? " …" : ""}</span>
        ${button("on", "›", "replayOn", at === last)}${named("last", goesOn ? "replayNow" : "replayLast", at === last)}</div>
      <div class="acts rounds">${named("round-back", `replay${unit}Back`, at === 0)}<span class="round quiet">${round}</span>${named("round-on", `replay${unit}On`, at === last)}</div>
      ${fresh ? html`<p class="moment"><button class="link" @click=${() => void this.go("new")}>${say("replayNew")}</button></p>` : nothing}
      <p class=${goesOn ? "moment" : "hidden"} role="status">${this.making ? say("replayMaking") : this.n !== null && goesOn ? say("replayPast") : nothing}</p>
      ${this.error ? html`<p role="alert" class="alert">${explained(this.error)}</p>` : nothing}</div>`;
  }

  /** What happened at the moment that is looked at: below its picture, on a wide screen beside it. */
  happened() {
    const moments = this.moments;
    const at = this.place(moments);
    const told = this.story.filter((one) => one.n === moments[at]);
    return html`<div class="replayed"><ul aria-live="polite">${at === 0 ? html`<li>${say("replayDealt")}</li>` : told.map((one) => html`<li>${one.text}</li>`)}</ul>
      <p class="hint">${say("replayKeys")}</p></div>`;
  }
}
