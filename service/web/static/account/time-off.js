// @ts-check
// The part of the account page about time: the hours in which nothing is due or rings, and vacations, in which clocks stop.
import { call, Refused } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { locale, learn, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";

/** @typedef {import("../types.js").Notifications} Notifications */
/** @typedef {import("../types.js").VacationList} VacationList */
/** @typedef {import("../types.js").View} View */

learn({
  timeOff: ["Your time", "Deine Zeit"],
  quietLead: [
    "During quiet hours your phone and browsers show no notifications. Emails still arrive, unless you let them wait; a daily mail comes at its own hour.",
    "In deiner Ruhezeit zeigen dein Telefon und deine Browser keine Benachrichtigungen. Mails kommen trotzdem, außer du lässt sie warten; die eine Mail am Tag kommt zu ihrer Stunde.",
  ],
  nightIs: [
    "Your night at tables where no deadline ends at night: {begins} to {ends}, the quiet hours and the hour after, twelve hours at most. It changes with them, at running tables with the next question.",
    "Deine Nacht an Tischen, an denen nachts keine Frist endet: {begins} bis {ends} Uhr, also die Ruhezeit und die Stunde danach, höchstens zwölf Stunden. Sie ändert sich mit der Ruhezeit, an laufenden Tischen ab der nächsten Frage.",
  ],
  nightIsNone: ["Without quiet hours your deadlines may end at any hour, at every table.", "Ohne Ruhezeit können deine Fristen an jedem Tisch zu jeder Stunde enden."],
  quiet: ["Quiet hours", "Ruhezeit"],
  quietFrom: ["From ({zone})", "Von ({zone})"],
  quietTo: ["to", "bis"],
  quietMails: ["Emails wait, too, if they can. Reminders, invitations and urgent questions still come", "Auch Mails warten, wenn sie können. Erinnerungen, Einladungen und eilige Fragen kommen trotzdem"],
  vacation: ["Vacation", "Urlaub"],
  vacationLead: [
    "While you are away, your clock stops at tables that have agreed to it. The others are told until when. You have {left} of {all} days left in {year}, and {later} in {next}.",
    "Solange du weg bist, steht die Uhr für alles, was auf dich wartet, an Tischen, die das vereinbart haben. Die anderen erfahren, bis wann. Von {all} Tagen im Jahr hast du {year} noch {left} und {next} noch {later}.",
  ],
  vacationSpan: ["{first} to {last}", "{first} bis {last}"],
  vacationNow: ["now", "jetzt"],
  firstDay: ["First day", "Erster Tag"],
  lastDay: ["Last day", "Letzter Tag"],
  takeVacation: ["Enter the vacation", "Urlaub eintragen"],
  dropVacation: ["Take it back", "Zurücknehmen"],
  takeBackOf: ["Take back the vacation from {first}", "Den Urlaub ab {first} zurücknehmen"],
  endNow: ["I am back", "Ich bin wieder da"],
  begunCounts: [
    "A vacation that has begun uses up all its days, also if you are back earlier; deadlines that the others were shown stay.",
    "Ein begonnener Urlaub verbraucht alle seine Tage, auch wenn du früher zurück bist; Fristen, die den anderen gezeigt wurden, bleiben.",
  ],
  wrongDays: [
    "These days cannot be: a vacation begins today or later, does not end before it begins, has no day in common with another, and has no more days than you have left.",
    "Diese Tage gehen nicht: Ein Urlaub beginnt heute oder später, endet nicht vor seinem Anfang, überschneidet sich mit keinem anderen und hat nicht mehr Tage, als du noch hast.",
  ],
});

const USUAL = { quiet_from: 22, quiet_to: 7 };
const HOURS = [...Array(24).keys()];

/** A day in words: "3 December". @param {string} day like 2026-12-03 */
const inWords = (day) => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

export class TimeOff {
  /** @param {() => void} draw @param {(change: Partial<Notifications>) => void} wish changes preferences */
  constructor(draw, wish) {
    this.draw = draw;
    this.wish = wish;
    /** @type {VacationList | null} */ this.known = null;
    this.busy = false;
    this.alert = "";
    /** What is typed, in words. @type {{ first: string, last: string } | null} */
    this.days = null;
    void this.act(async () => call("GET", "/v1/me/vacations"));
  }

  /** @param {() => Promise<VacationList>} doing @returns {Promise<boolean>} whether it was done */
  async act(doing) {
    this.busy = true;
    this.alert = "";
    try {
      this.known = await doing();
    } catch (error) {
      this.alert = error instanceof Refused && error.code === "invalid" ? say("wrongDays") : explained(error);
    }
    this.busy = false;
    this.draw();
    return this.alert === "";
  }

  /** @param {SubmitEvent} event */
  async enter(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const days = new FormData(form);
    if (await this.act(async () => call("PUT", `/v1/me/vacations/${days.get("first")}`, { body: { last: days.get("last") } }))) {
      form.reset();
      this.days = null;
      this.draw();
    }
  }

  /** Until the server has agreed, the box shows what stands. @param {Event} event @param {(wished: boolean) => Partial<Notifications>} wish */
  tick(event, wish) {
    const box = /** @type {HTMLInputElement} */ (event.target);
    const wished = box.checked;
    box.checked = !wished;
    this.wish(wish(wished));
  }

  /** @param {string} words @param {boolean} on @param {(wished: boolean) => Partial<Notifications>} wish @returns {View} */
  box(words, on, wish) {
    return html`<ul class="switches"><li><label class="switch"><input type="checkbox" .checked=${on} @change=${(/** @type {Event} */ event) => this.tick(event, wish)}>${say(words)}</label></li></ul>`;
  }

  /** @param {Notifications} mails @param {string} zone @param {import("../types.js").Me["night"]} night @returns {View} */
  render(mails, zone, night) {
    const { quiet_from: from, quiet_to: to } = mails; // the same hour twice: none
    return html`<section class="sheet" aria-labelledby="time-off"><h2 id="time-off">${say("timeOff")}</h2><p>${say("quietLead")}</p>
      ${this.box("quiet", from !== to, (wished) => (wished ? USUAL : { quiet_from: 0, quiet_to: 0 }))}
      ${from === to ? nothing : html`<div class="hours">${this.hour("quietFrom", from, zone, (hour) => this.wish({ quiet_from: hour }))}
        ${this.hour("quietTo", to, zone, (hour) => this.wish({ quiet_to: hour }))}</div>
      ${this.box("quietMails", mails.quiet_mails, (wished) => ({ quiet_mails: wished }))}`}
      <p class="hint">${night ? say("nightIs", night) : say("nightIsNone")}</p>
      ${this.known === null ? nothing : this.vacations(this.known)}
      ${this.alert ? html`<p role="alert" class="alert">${this.alert}</p>` : nothing}
    </section>`;
  }

  /** @param {VacationList} known @returns {View} */
  vacations(known) {
    const [now, next] = known.left;
    /** A browser writes days as its own language does; below them they stand in the reader's. @param {Event} event */
    const read = (event) => {
      const typed = new FormData(/** @type {HTMLInputElement} */ (event.target).form ?? undefined);
      const [first, last] = [String(typed.get("first")), String(typed.get("last"))];
      this.days = first || last ? { first: first ? inWords(first) : "…", last: last ? inWords(last) : "…" } : null;
      this.draw();
    };
    const open = known.vacations.filter((one) => one.state !== "over");
    return html`<h3>${say("vacation")}</h3>
      <p>${say("vacationLead", { all: known.days_a_year, left: now?.days ?? 0, year: String(now?.year), later: next?.days ?? 0, next: String(next?.year) })}</p>
      ${open.length === 0 ? nothing : html`<ul class="rows">${open.map((one) => html`<li><span><strong>${say("vacationSpan", { first: inWords(one.first), last: inWords(one.last) })}</strong>
        ${one.state === "now" ? html`<span class="quiet">${say("vacationNow")}</span>` : nothing}</span>
        <button class="small" aria-label=${one.state === "now" ? say("endNow") : say("takeBackOf", { first: inWords(one.first) })} ?disabled=${this.busy} @click=${() => void this.act(async () => call("DELETE", `/v1/me/vacations/${one.first}`))}>${say(one.state === "now" ? "endNow" : "dropVacation")}</button></li>`)}</ul>
        <p class="hint">${say("begunCounts")}</p>`}
      ${known.days_a_year === 0 ? nothing : html`<form class="stack" @submit=${(/** @type {SubmitEvent} */ event) => void this.enter(event)}>
        <label>${say("firstDay")}<input type="date" name="first" required aria-describedby="days-read" @input=${read}></label>
        <label>${say("lastDay")}<input type="date" name="last" required aria-describedby="days-read" @input=${read}></label>
        <p class="hint" id="days-read" role="status">${this.days ? say("vacationSpan", this.days) : nothing}</p>
        <button ?disabled=${this.busy}>${say("takeVacation")}</button></form>`}`;
  }

  /** @param {string} words @param {number} chosen @param {string} zone @param {(hour: number) => void} choose @returns {View} */
  hour(words, chosen, zone, choose) {
    return html`<label>${say(words, { zone })}<select @change=${(/** @type {Event} */ event) => choose(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
      ${HOURS.map((one) => html`<option value=${one} ?selected=${one === chosen}>${one}:00</option>`)}</select></label>`;
  }
}
