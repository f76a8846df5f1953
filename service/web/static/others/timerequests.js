// @ts-check
// More time that one asks the others for (section 12.18 of the protocol page).
import { html, nothing } from "../vendor/lit-html.js";
import { learn, listed, say } from "../frame/language.js";
import { nameOf } from "../frame/parts.js";
import { span } from "../frame/time.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").View} View */

learn({
  askForTime: ["Ask the others for more time", "Die anderen um mehr Zeit bitten"],
  askFor: ["How much more?", "Wie viel mehr?"],
  askForLeadMost: ["They get an email. If most of them agree before the deadline, it moves for everybody who is asked. You can ask once per decision.", "Sie bekommen eine Mail. Stimmen die meisten vor der Frist zu, verschiebt sie sich, für alle, die gefragt sind. Für diese Entscheidung geht das einmal."],
  askForLeadAll: ["They get an email. If all of them agree before the deadline, it moves for everybody who is asked. You can ask once per decision.", "Sie bekommen eine Mail. Stimmen alle vor der Frist zu, verschiebt sie sich, für alle, die gefragt sind. Für diese Entscheidung geht das einmal."],
  askNow: ["Ask them", "Bitten"],
  asksForTime: ["{name} asks for {span} more.", "{name} bittet um mehr Zeit: {span}."],
  youAskForTime: ["You have asked the others for {span} more.", "Du hast die anderen um mehr Zeit gebeten: {span}."],
  agreeToTime: ["Agreed so far: {names}.", "Zugestimmt haben: {names}."],
  giveTime: ["Give the time", "Die Zeit geben"],
  notNow: ["Not now", "Jetzt nicht"],
  timeGiven: ["You have agreed.", "Du hast zugestimmt."],
  timeNotGiven: ["You have not agreed.", "Du hast nicht zugestimmt."],
});

const HOUR = 3_600;
/** What may be asked for, in seconds, as far as the table allows it. */
const SPANS = [HOUR, 3 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR, 168 * HOUR, 336 * HOUR];

/** What a table shows of people who ask for more time. */
export class TimeRequests {
  /** @param {(doing: () => Promise<unknown>) => Promise<void>} act */
  constructor(act) {
    this.act = act;
  }

  /** Who asks, and what I say to it. @param {Match} match @returns {View} */
  render(match) {
    return (match.time_requests?.open ?? []).map((one) => {
      const mine = one.seat === match.seat;
      const said = match.seat === null ? null : one.grants.includes(match.seat) ? "timeGiven" : one.refusals.includes(match.seat) ? "timeNotGiven" : null;
      return html`<section class="sheet" role="status"><p>${mine ? say("youAskForTime", { span: span(one.seconds) }) : say("asksForTime", { name: nameOf(match, one.seat), span: span(one.seconds) })}
        ${one.grants.length ? say("agreeToTime", { names: listed(one.grants.map((seat) => nameOf(match, seat))) }) : nothing} ${said ? say(said) : nothing}</p>
        ${match.time_requests?.mine?.responses.includes(one.decision)
          ? html`<div class="acts">${said === "timeGiven" ? nothing : this.button(match, one, true)}${said === "timeNotGiven" ? nothing : this.button(match, one, false)}</div>`
          : nothing}</section>`;
    });
  }

  /** @param {Match} match @param {{ decision: string, seat: number, seconds: number }} one @param {boolean} grant @returns {View} */
  button(match, one, grant) {
    return html`<button @click=${() => void this.act(async () => (await import("../sealing/sealing.js")).answerTimeRequest(match, one, grant))}>${say(grant ? "giveTime" : "notNow")}</button>`;
  }

  /** Beside a question: asking for more. @param {Match} match @param {Decision} facts @returns {View} */
  asking(match, facts) {
    const agreed = match.time_requests;
    if (!agreed?.mine?.decisions.includes(facts.id)) return nothing;
    const spans = [...new Set([...SPANS.filter((one) => one < agreed.seconds), agreed.seconds])];
    const usual = spans.findLast((one) => one <= 24 * HOUR) ?? spans[0];
    return html`<details class="ask-time"><summary>${say("askForTime")}</summary>
      <form class="stack" @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const seconds = Number(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("seconds"));
        void this.act(async () => (await import("../sealing/sealing.js")).askForTime(match, facts, seconds));
      }}><p class="hint">${say(agreed.majority === "all" ? "askForLeadAll" : "askForLeadMost")}</p>
        <label>${say("askFor")}<select name="seconds">${spans.map((one) => html`<option value=${one} ?selected=${one === usual}>${span(one)}</option>`)}</select></label>
        <button>${say("askNow")}</button></form></details>`;
  }
}
