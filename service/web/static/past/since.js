// @ts-check
// What came since the reader's last visit: first, under a heading of its own, until the reader has answered something.
import { call } from "../frame/api.js";
import { LOW } from "../frame/fold.js";
import { learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { cameAfter, lineOf } from "./story.js";

/** @typedef {import("../table/table.js").Table} Table */
/** @typedef {import("../types.js").FeedEvent} FeedEvent */

learn({
  since: ["Since your last visit", "Seit deinem letzten Besuch"],
  sinceLine: ["{n} entry", "{n} Eintrag"],
  sinceLines: ["{n} entries", "{n} Einträge"],
});

const OFTEN = 600_000; // milliseconds until it is noted again that the reader is still here
const VISIT = 1_800_000; // milliseconds: who looks at a table again so soon goes on with the same visit

/** What the reader had read before this visit, and whether that still divides what happened. The account keeps it, for all its devices. */
export class Visit {
  /** @param {string} address where the account keeps it; empty for readers without one */
  constructor(address) {
    this.address = address;
    /** The last entry that the reader had seen before this visit; 0: this is the first. */
    this.seen = 0;
    /** The last entry before the reader's last answer on this visit; 0: there was none. */
    this.acted = 0;
    /** When the page went out of sight, and the last entry that it showed then. @type {{ at: number, n: number } | null} */
    this.left = null;
    /** What was noted last, and when: scrolling asks again and again. */
    this.noted = { n: -1, before: -1, at: 0 };
    /** The reader's own note about the match, and the kinds of its news to leave out. @type {string[]} */
    this.muted = [];
    this.note = "";
    /** There once it is known what had been seen. */
    this.ready = this.load();
  }

  async load() {
    // Without a connection nothing is told as new.
    if (this.address) await call("GET", this.address).then(({ seen, note, muted }) => Object.assign(this, { seen, note, muted }), () => {});
  }

  /** What came after this entry is told first; Infinity: nothing is. */
  get until() {
    return this.seen && !this.acted ? this.seen : Infinity;
  }

  /**
   * Remember how far the reader has read; what is still to be read waits until the reader comes upon it.
   * @param {number} n the last entry that the page shows
   */
  look(n) {
    // Who has answered reads what follows as it comes.
    const before = this.acted ? n : this.seen;
    const { noted } = this;
    if (!this.address || (noted.n === n && noted.before === before && Date.now() - noted.at < OFTEN)) return;
    const news = document.querySelector(".since .lines");
    if (n < 0 || document.visibilityState !== "visible" || (news && !inView(news) && !this.acted)) return;
    this.noted = { n, before, at: Date.now() };
    void call("PATCH", this.address, { body: { seen: n, unread_after: before } }).catch(() => {});
  }

  /**
   * Begin another visit where the page, out of sight for long, is looked at again: what came meanwhile is new.
   * @param {number} n the last entry that the page shows @returns {boolean} whether it is another one
   */
  turn(n) {
    const { left } = this;
    this.left = document.visibilityState === "visible" ? null : (left ?? { at: Date.now(), n });
    if (this.left || !left || Date.now() - left.at < VISIT) return false;
    // What the reader did not come upon then is still to be read.
    this.seen = this.noted.n < 0 ? left.n : Math.min(left.n, this.noted.n);
    this.acted = 0;
    return true;
  }
}

/** Whether any of it is on the screen: unfolded (what is folded has a place as well), and not scrolled away. @param {Element} news */
function inView(news) {
  const { top, bottom } = news.getBoundingClientRect();
  return news.closest("details[open]") !== null && bottom > 0 && top < window.innerHeight;
}

/**
 * On a phone one line above the picture, which unfolds; beside the picture all of it.
 * @param {Table} table @param {FeedEvent[]} story @param {boolean} wide
 */
export function sinceLastVisit(table, story, wide) {
  const { visit } = table;
  const reader = table.reader();
  if (visit.until === Infinity) return nothing;
  const groups = cameAfter(story, visit.until);
  const n = groups.reduce((all, { lines }) => all + lines.length, 0);
  if (!n) return nothing;
  const told = groups.map(({ group, lines }) => html`<h3>${group.title}</h3><ul>${lines.map((one) => lineOf(one, group, reader))}</ul>`);
  return html`<section class="since" aria-labelledby="since"><h2 id="since" tabindex="-1">${say("since")}</h2>
    <details .open=${wide && !LOW.matches} @toggle=${() => visit.look(table.shown)}><summary>${say(n === 1 ? "sinceLine" : "sinceLines", { n })}</summary>
      <div class="lines" role="group" aria-labelledby="since" tabindex=${wide ? "0" : "-1"}>${told}</div></details></section>`;
}
