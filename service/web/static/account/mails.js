// @ts-check
// The part of the account page about mails: which news comes, in three groups, what their buttons do, and what may wait.
import { html, nothing } from "../vendor/lit-html.js";
import { kindSwitches, ticked } from "./kind-switches.js";
import { learn, say } from "../frame/language.js";

learn({
  mailsLead: ["What news comes by mail?", "Welche Nachrichten kommen per Mail?"],
  mailButtons: ["What can the buttons in your emails do?", "Was können die Knöpfe in deinen Mails?"],
  buttons_choices: ["Answer what the email asks, nothing else", "Beantworten, was die Mail fragt, sonst nichts"],
  "buttons_sign-in": ["Sign me in, once. Anybody who has the email can then play as me, so don't forward it", "Mich anmelden, einmal. Wer die Mail hat, kann dann als ich spielen: Gib sie nicht weiter"],
  buttons_none: ["Nothing: plain links to the table", "Nichts: bloße Links zum Tisch"],
  mailPictures: ["How do your emails show the table?", "Wie zeigen deine Mails den Tisch?"],
  pictures_attached: ["As a picture in the email", "Als Bild in der Mail"],
  pictures_linked: ["As a picture that your mail program fetches when you open the email: smaller emails, sharper pictures. The server sees then that it was opened", "Als Bild, das dein Mailprogramm holt, wenn du die Mail öffnest: kleinere Mails, schärfere Bilder. Der Server sieht dann, dass sie geöffnet wurde"],
  pictures_none: ["In words, without a picture", "In Worten, ohne Bild"],
  digest: ["What may wait for one email a day?", "Was darf auf eine Mail am Tag warten?"],
  digest_off: ["Nothing: every email at once", "Nichts: jede Mail sofort"],
  digest_news: ["What asks nothing of you", "Was dich nichts fragt"],
  digest_all: ["Questions, too, if at least 12 hours are left then", "Auch Fragen, wenn dann mindestens 12 Stunden bleiben"],
  digestHour: ["At what time? ({zone})", "Um wie viel Uhr? ({zone})"],
  remind: ["When are you reminded of a deadline?", "Wann wirst du an eine Frist erinnert?"],
  remindUsual: ["When a fifth of the time is left", "Wenn noch ein Fünftel der Zeit bleibt"],
  remindOne: ["An hour before it ends", "Eine Stunde vor dem Ende"],
  remindHours: ["{n} hours before it ends", "{n} Stunden vor dem Ende"],
  remindDays: ["{n} days before it ends", "{n} Tage vor dem Ende"],
  remindAgain: ["And a second time?", "Und ein zweites Mal?"],
  remindOnce: ["No", "Nein"],
  mailHere: ["Emails also while I am at the table (else they wait up to three minutes for me to answer there)", "Mails auch, während ich am Tisch bin (sonst warten sie bis zu drei Minuten, ob ich dort antworte)"],
  mailCommands: ["Commands for the terminal, and moves as programs write them, in every email", "In jeder Mail auch Befehle fürs Terminal und Züge, wie Programme sie schreiben"],
});

/** @typedef {import("../types.js").Notifications} Notifications */
/** @typedef {Notifications["buttons"]} Buttons */
/** @typedef {Notifications["pictures"]} Pictures */
/** @typedef {Notifications["digest"]} Digest */

/** @type {Buttons[]} */
const BUTTONS = ["choices", "sign-in", "none"];
/** @type {Pictures[]} */
const PICTURES = ["attached", "linked", "none"];
/** @type {Digest[]} */
const DIGESTS = ["off", "news", "all"];
const HOURS = [...Array(24).keys()];
/** How many hours before a deadline somebody may want to be reminded. */
const BEFORE = [1, 2, 3, 6, 12, 24, 48, 72];

/**
 * @param {Notifications} mails what is wished now
 * @param {string} zone the reader's
 * @param {(change: Partial<Notifications>) => void} wish
 * @param {import("../types.js").View} sent what was sent to the reader
 */
export function mailWishes(mails, zone, wish, sent) {
  const [first = null, second = null] = mails.reminders;
  return html`<section class="sheet"><h2 id="mails">${say("mails")}</h2><p>${say("mailsLead")}</p>
    ${kindSwitches(mails.kinds, (changed) => wish({ kinds: /** @type {Notifications["kinds"]} */ (changed) }))}
    ${choice("mailButtons", "buttons", BUTTONS, mails.buttons, (buttons) => wish({ buttons }))}
    ${choice("mailPictures", "pictures", PICTURES, mails.pictures, (pictures) => wish({ pictures }))}
    ${choice("digest", "digest", DIGESTS, mails.digest, (digest) => wish({ digest }))}
    ${mails.digest === "off" ? nothing : html`<label>${say("digestHour", { zone })}<select @change=${(/** @type {Event} */ event) => wish({ digest_hour: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}>${HOURS.map((hour) => html`<option value=${hour} .selected=${mails.digest_hour === hour}>${hour}:00</option>`)}</select></label>`}
    ${reminder("remind", "remindUsual", first, second, wish)}${first === null ? nothing : reminder("remindAgain", "remindOnce", second, first, wish)}
    <ul class="switches"><li><label class="switch"><input type="checkbox" .checked=${mails.while_here} @change=${(/** @type {Event} */ event) => wish({ while_here: ticked(event) })}>${say("mailHere")}</label></li></ul>
    <details class="going"><summary>${say("developers")}</summary>
    <ul class="switches"><li><label class="switch"><input type="checkbox" .checked=${mails.for_programmers} @change=${(/** @type {Event} */ event) => wish({ for_programmers: ticked(event) })}>${say("mailCommands")}</label></li></ul></details>
    ${sent}
  </section>`;
}

/** @param {number} hours */
const before = (hours) => hours === 1 ? say("remindOne") : hours > 24 && hours % 24 === 0 ? say("remindDays", { n: hours / 24 }) : say("remindHours", { n: hours });

/**
 * The time of one reminder; the list shows what stands until the server has agreed.
 * @param {string} question @param {string} none what it means to choose no time
 * @param {number | null} chosen @param {number | null} other the time of the other reminder
 * @param {(change: Partial<Notifications>) => void} wish
 */
function reminder(question, none, chosen, other, wish) {
  const hours = [...new Set(chosen === null ? BEFORE : [...BEFORE, chosen])].filter((one) => one !== other).sort((a, b) => a - b);
  const pick = (/** @type {Event} */ event) => {
    const list = /** @type {HTMLSelectElement} */ (event.target);
    const wished = [Number(list.value), question === "remind" && list.value === "0" ? 0 : other ?? 0].filter((one) => one > 0);
    list.value = String(chosen ?? 0);
    wish({ reminders: wished });
  };
  return html`<label>${say(question)}<select name=${question} @change=${pick}><option value="0" .selected=${chosen === null}>${say(none)}</option>${hours.map((one) => html`<option value=${one} .selected=${one === chosen}>${before(one)}</option>`)}</select></label>`;
}

/** Show the answer that stands until the server has agreed to another one. @param {Event} event @param {number} place */
function stay(event, place) {
  const standing = /** @type {HTMLElement} */ (event.target).closest("fieldset")?.querySelectorAll("input")[place];
  if (standing) standing.checked = true;
}

/**
 * One of a few answers, each in full: a list that folds up would cut them on a telephone.
 * @template {string} T
 * @param {string} question @param {string} name @param {T[]} answers @param {T} chosen @param {(answer: T) => void} choose
 */
const choice = (question, name, answers, chosen, choose) => html`<fieldset class="answers"><legend>${say(question)}</legend>
  ${answers.map((one) => html`<label class="switch"><input type="radio" name=${name} .checked=${one === chosen} @change=${(/** @type {Event} */ event) => { stay(event, answers.indexOf(chosen)); choose(one); }}><span>${say(`${name}_${one}`)}</span></label>`)}</fieldset>`;
