// @ts-check
// People who stay away (section 12.12 of the protocol page): saying that I am here, and what I want about others.
import { html, nothing } from "../vendor/lit-html.js";
import { learn, listed, say } from "../frame/language.js";
import { above } from "../table/asked-above.js";
import { nameOf } from "../frame/parts.js";
import { when } from "../frame/time.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Missed} Missed */
/** @typedef {import("../types.js").View} View */
/** What is chosen here; people are chosen where they are shown. @typedef {"wait" | "bot" | "win"} Choice */
/** Does something that changes the table, and shows what became of it. @typedef {(doing: () => Promise<unknown>) => Promise<void>} Act */

learn({
  youAreMissed: ["Your last {n} answers did not come in time. Are you still playing?", "Deine letzten {n} Antworten sind nicht rechtzeitig gekommen. Spielst du noch mit?"],
  youAreMissedOnce: ["Your last answer did not come in time. Are you still playing?", "Deine letzte Antwort ist nicht rechtzeitig gekommen. Spielst du noch mit?"],
  youAreMissedUntil: ["From {moment} on, the others will be asked what they want to do.", "Ab {moment} werden die anderen gefragt, was sie tun möchten."],
  youAreMissedNow: ["The others will be asked at any moment what they want to do.", "Die anderen werden jeden Augenblick gefragt, was sie tun möchten."],
  isMissedNow: ["You will be asked any moment what to do.", "Du wirst jeden Augenblick gefragt, was geschehen soll."],
  youAreDecided: ["The others are being asked. Until they have decided you can come back.", "Die anderen werden gefragt. Bis sie entschieden haben, kannst du zurückkommen."],
  iAmHere: ["I am here", "Ich bin da"],
  isMissed: ["{name} has missed {n} answers in a row.", "{name} hat {n}-mal nacheinander nicht geantwortet."],
  isMissedOnce: ["{name} has missed an answer.", "{name} hat nicht rechtzeitig geantwortet."],
  isMissedUntil: ["If {name} does not come back by {moment}, you will be asked what to do.", "Kommt {name} bis {moment} nicht zurück, wirst du gefragt, was geschehen soll."],
  whatNow: ["What do you want? {names} decide by majority; everybody sees the votes.", "Was möchtest du? {names} entscheiden mit Mehrheit; alle sehen, wer wie stimmt."],
  whatNowAlone: ["What do you want? You decide.", "Was möchtest du? Du entscheidest."],
  choose_wait: ["Wait", "Warten"],
  choose_bot: ["Let a bot play on", "Einen Bot weiterspielen lassen"],
  choose_win: ["End the match and take the win", "Partie beenden und den Sieg nehmen"],
  whatNowAll: ["What do you want? {names} decide, if all of them want the same; everybody sees the votes.", "Was möchtest du? {names} entscheiden, wenn alle dasselbe möchten; alle sehen, wer wie stimmt."],
  missingAsk: ["{name} is missing: what shall happen?", "{name} fehlt: Was soll geschehen?"],
  missingYou: ["You are missed: are you still playing?", "Du wirst vermisst: Spielst du noch mit?"],
  means_wait: ["{name} stays in the match. If {name} goes missing again, you will be asked again.", "{name} bleibt in der Partie; bleibt {name} wieder weg, wirst du neu gefragt."],
  means_bot: ["A bot plays on for {name}; {name} can then only watch.", "Ein Bot spielt auf dem Platz von {name} weiter; {name} kann dann nur noch zusehen."],
  means_win: ["The match is over, and everybody but {name} has won.", "Die Partie ist zu Ende, und alle außer {name} haben gewonnen."],
  youChose: ["You have chosen: {choice}.", "Du hast gewählt: {choice}."],
  orSomebody: ["If you know somebody who would play on for {name}, you can ask them in the menu “Match”.", "Du kennst jemanden, der für {name} weiterspielen würde? Im Menü „Partie“ kannst du die Person fragen."],
  chooseElse: ["Choose otherwise", "Anders wählen"],
  awaitsVotes: ["{names} may still choose.", "Noch nicht gewählt: {names}."],
  noMajority: ["Everybody has chosen, but nothing has enough votes. Until you agree, the match goes on as before.", "Alle haben gewählt, aber nichts hat genug Stimmen. Bis ihr euch einigt, geht die Partie weiter wie bisher."],
  byYou: ["You: {choice}", "Du: {choice}"],
  choose_person: ["let somebody else play", "jemand anderen spielen lassen"],
  sure: ["This cannot be taken back once it is decided.", "Ist es entschieden, lässt es sich nicht zurücknehmen."],
  notYet: ["Not yet", "Noch nicht"],
  votedFor: ["{name}: {choice}", "{name}: {choice}"],
});

const CHOICES = /** @type {const} */ ({ wait: "choose_wait", bot: "choose_bot", win: "choose_win", person: "choose_person" });

/** Whether the time of the notice is over: the others are asked when the server looks next. @param {Missed} missed */
const isPast = (missed) => Date.parse(missed.until_at) <= Date.now();

/** What I have said about somebody who stays away. @param {Match} match @param {Missed} missed */
const vote = (match, missed) => missed.votes.find((one) => one.seat === match.seat);

/** What a table shows of people who stay away. */
export class Absences {
  /** @param {() => void} draw shows the table again @param {Act} act */
  constructor(draw, act) {
    this.draw = draw;
    this.act = act;
    /** What I am about to choose, and about whom. @type {{ seat: number, choice: Choice } | null} */ this.chosen = null;
  }

  /** @param {Match} match @returns {View} */
  render(match) {
    return (match.absence?.missed ?? []).map((one) => html`<section id="away-${one.seat}" class="sheet" role="status" tabindex="-1">${one.seat === match.seat ? this.mine(match, one) : this.other(match, one)}</section>`);
  }

  /** What I have yet to say about it, as lines above the picture: on a telephone the question stands far below. @param {Match} match @returns {View} */
  glance(match) {
    const open = (match.absence?.missed ?? []).filter((one) => one.mine !== null && vote(match, one) === undefined);
    return open.map((one) => above(one.seat === match.seat ? say("missingYou") : say("missingAsk", { name: nameOf(match, one.seat) }), "", `away-${one.seat}`));
  }

  /** @param {Match} match @param {Missed} missed @returns {View} */
  mine(match, missed) {
    return html`<p>${say(missed.missed.length === 1 ? "youAreMissedOnce" : "youAreMissed", { n: missed.missed.length })} ${missed.asked ? say("youAreDecided") : isPast(missed) ? say("youAreMissedNow") : say("youAreMissedUntil", { moment: when(missed.until_at) })}</p>
      <p><button class="seal" @click=${() => void this.speak(match, missed, null)}>${say("iAmHere")}</button></p>`;
  }

  /** @param {Match} match @param {Missed} missed @returns {View} */
  other(match, missed) {
    const name = nameOf(match, missed.seat);
    const votes = missed.votes.map((one) => html`<li>${one.seat === match.seat ? say("byYou", { choice: say(CHOICES[one.choice]) }) : say("votedFor", { name: nameOf(match, one.seat), choice: say(CHOICES[one.choice]) })}</li>`);
    return html`<p>${say(missed.missed.length === 1 ? "isMissedOnce" : "isMissed", { name, n: missed.missed.length })} ${missed.asked ? nothing : isPast(missed) ? say("isMissedNow") : say("isMissedUntil", { name, moment: when(missed.until_at) })}</p>
      ${votes.length ? html`<ul>${votes}</ul>` : nothing}
      ${missed.mine === null ? nothing : this.question(match, missed)}`;
  }

  /** @param {Match} match @param {Missed} missed @returns {View} */
  question(match, missed) {
    const name = nameOf(match, missed.seat);
    const names = listed(missed.voters.map((seat) => nameOf(match, seat)));
    const chosen = this.chosen?.seat === missed.seat ? this.chosen.choice : null;
    if (chosen !== null)
      return html`<p>${say(`means_${chosen}`, { name })} ${say("sure")}</p><div class="acts"><button class="seal" @click=${() => void this.speak(match, missed, chosen)}>${say(CHOICES[chosen])}</button>
            <button @click=${() => { this.chosen = null; this.draw(); }}>${say("notYet")}</button></div>`;
    const said = vote(match, missed);
    const choices = missed.choices.filter((choice) => choice !== "person" && choice !== said?.choice).map((choice) => html`<p><button @click=${() => this.choose(match, missed, /** @type {Choice} */ (choice))}>${say(CHOICES[/** @type {Choice} */ (choice)])}</button>
      <span class="hint">${say(`means_${choice}`, { name })}</span></p>`);
    const somebody = match.absence?.may_ask.includes(missed.seat) ? html`<p class="hint">${say("orSomebody", { name })}</p>` : nothing;
    if (!said) return html`<p>${missed.voters.length === 1 ? say("whatNowAlone") : say(match.absence?.majority === "all" ? "whatNowAll" : "whatNow", { names })}</p><div class="ways">${choices}</div>${somebody}`;
    const silent = missed.voters.filter((seat) => !missed.votes.some((one) => one.seat === seat));
    return html`<p>${say("youChose", { choice: say(CHOICES[said.choice]) })} ${silent.length ? say("awaitsVotes", { names: listed(silent.map((seat) => nameOf(match, seat))) }) : say("noMajority")}</p>
      <details><summary>${say("chooseElse")}</summary><div class="ways">${choices}</div></details>`;
  }

  /** @param {Match} match @param {Missed} missed @param {Choice} choice */
  choose(match, missed, choice) {
    if (choice === "wait") return void this.speak(match, missed, choice);
    this.chosen = { seat: missed.seat, choice };
    this.draw();
  }

  /** @param {Match} match @param {Missed} missed @param {Choice | null} choice */
  async speak(match, missed, choice) {
    this.chosen = null;
    await this.act(async () => (await import("../sealing/sealing.js")).speak(match, missed, choice));
  }
}
