// @ts-check
// "I need more time" (section 12.13 of the protocol page): taken without asking anybody, as often as the match allows.
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";
import { span } from "../frame/time.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").View} View */

learn({
  needTime: ["I need more time", "Ich brauche mehr Zeit"],
  timeSure: ["The deadline moves by {span}, for everybody who is asked. The others are told.", "Die Frist verschiebt sich um {span}, für alle, die gefragt sind. Die anderen erfahren es."],
  takesLeft: ["You can still do that {n} times in this match.", "Das kannst du in dieser Partie noch {n}-mal."],
  takesLeftOnce: ["You can do that once more in this match.", "Das kannst du in dieser Partie noch einmal."],
  takeTime: ["Take more time", "Mehr Zeit nehmen"],
  noTime: ["Not now", "Jetzt nicht"],
});

/** The button below a deadline, and what it asks first. */
export class MoreTime {
  /** @param {() => void} draw shows the table again @param {(doing: () => Promise<unknown>) => Promise<void>} act */
  constructor(draw, act) {
    this.draw = draw;
    this.act = act;
    /** The decision that I am about to take more time for. @type {string | null} */ this.asked = null;
  }

  /** @param {Match} match @param {Decision} facts @returns {View} */
  render(match, facts) {
    const { extensions } = match;
    if (!extensions?.mine?.decisions.includes(facts.id)) return nothing;
    if (this.asked !== facts.id) return html`<p><button class="link" @click=${() => this.ask(facts.id)}>${say("needTime")}</button></p>`;
    const { left } = extensions.mine;
    return html`<p>${say("timeSure", { span: span(extensions.seconds) })} ${left === 1 ? say("takesLeftOnce") : say("takesLeft", { n: left })}</p>
      <div class="acts"><button @click=${() => void this.take(match, facts)}>${say("takeTime")}</button>
      <button @click=${() => this.ask(null)}>${say("noTime")}</button></div>`;
  }

  /** @param {string | null} decision */
  ask(decision) {
    this.asked = decision;
    this.draw();
  }

  /** @param {Match} match @param {Decision} facts */
  async take(match, facts) {
    this.asked = null;
    await this.act(async () => (await import("../sealing/sealing.js")).takeTime(match, facts));
  }
}
