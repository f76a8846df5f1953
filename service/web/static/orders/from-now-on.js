// @ts-check
// Beside a question that comes again and again: answering it from now on by a standing order, and being asked again.
import { InForce } from "./in-force.js";
import { ordersHere } from "../frame/keep.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";
import { ORDERS } from "./orders-words.js";
import { explained } from "../frame/parts.js";

/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").View} View */

learn(ORDERS);
learn({
  askedOften: ["Asked too often?", "Zu oft gefragt?"],
  askedOftenLead: ["From now on, until you change it here or in your standing orders:", "Ab jetzt, bis du es hier oder bei den Daueranweisungen änderst:"],
  elsewhereOrders: ["You have set standing orders on another device: this can be changed there.", "Du hast auf einem anderen Gerät Daueranweisungen gegeben: Dort lässt sich das ändern."],
  askAgain: ["Ask me again", "Wieder fragen"],
  askMe: ["Ask me", "Frag mich"],
});

/** The words of orders for being asked where nobody is asked who says nothing. @type {{ [kind: string]: string }} */
const ASK = { special: "ask", final: "wait" };

export class FromNowOn extends InForce {
  /**
   * @param {import("../types.js").Match} match @param {{ [kind: string]: string[] }} kinds of questions, with the answers that orders have a word for
   * @param {{ [kind: string]: unknown }} usual what holds at this table for who says nothing @param {() => void} draw @param {() => void} changed other orders stand now
   */
  constructor(match, kinds, usual, draw, changed) {
    super(match, draw);
    this.kinds = kinds;
    this.usual = usual;
    this.changed = changed;
    /** What stands, as this browser knows it; null: it was said elsewhere. @type {{ [part: string]: unknown } | null} */ this.document = {};
  }

  /** @override */
  async begin() {
    await super.begin();
    this.document = this.standing ? ordersHere(this.match.match, this.standing) : {};
  }

  /** @param {string} kind @param {string | undefined} answer undefined: be asked again */
  say(kind, answer) {
    return this.attempt(async () => {
      await this.begin();
      if (this.document === null) return;
      const { [kind]: _, ...others } = this.document;
      const now = answer === undefined ? others : { ...others, [kind]: answer };
      if (Object.keys(now).length) await this.replace(now);
      else await this.revoke();
      this.document = now;
      this.changed();
    });
  }

  /** What answers a kind of question now, if it is one word; undefined: it is asked, or that was said elsewhere. @param {string} kind */
  answerTo(kind) {
    if (this.document === null) return undefined;
    const said = kind in this.document ? this.document[kind] : this.usual[kind];
    return typeof said === "string" && said !== ASK[kind] ? said : undefined;
  }

  /** What is answered unasked, and one tap to be asked. @returns {View} */
  standingNow() {
    const kind = Object.keys(this.kinds).find((one) => this.answerTo(one) !== undefined);
    if (kind === undefined) return nothing;
    return html`<p class="quiet">${say(`o.${kind}`)} ${say(`o.${kind}.${this.answerTo(kind)}`)}.
      <button class="link" ?disabled=${this.busy} @click=${() => void this.say(kind, kind in this.usual ? ASK[kind] : undefined)}>${say(kind in this.usual ? "askMe" : "askAgain")}</button></p>${this.problem()}`;
  }

  /** @param {Decision} facts @returns {View} */
  offered(facts) {
    const answers = this.kinds[facts.kind];
    if (!answers || this.answerTo(facts.kind) !== undefined) return nothing;
    return html`<details class="from-now-on"><summary>${say("askedOften")}</summary>
      ${this.document === null
        ? html`<p>${say("elsewhereOrders")}</p>`
        : html`<p>${say("askedOftenLead")}</p><div class="acts">${answers.filter((one) => one !== ASK[facts.kind]).map((one) => html`<button ?disabled=${this.busy} @click=${() => void this.say(facts.kind, one)}>${say(`o.${facts.kind}`)} ${say(`o.${facts.kind}.${one}`)}</button>`)}</div>`}${this.problem()}</details>`;
  }

  problem() {
    return this.error ? html`<p role="alert" class="alert">${explained(this.error)}</p>` : nothing;
  }
}
