// @ts-check
// Everything that is stored of the account, to take along, and the account's deletion, confirmed by the button of a mail.
import { call, text } from "../frame/api.js";
import { download } from "../frame/download.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";

learn({
  myData: ["Your data", "Deine Daten"],
  myDataLead: [
    "One file with everything we store about you, with links to the logs of your matches.",
    "Eine Datei mit allem, was wir von dir speichern; die Protokolle deiner Partien sind darin verlinkt.",
  ],
  takeAlong: ["Download everything", "Alles herunterladen"],
  takenAlong: [
    "The file “{file}” is being saved: among the downloads of your browser, on a phone in the app “Files” under “Downloads”.",
    "Die Datei „{file}“ wird gespeichert: bei den Downloads deines Browsers, am Handy in der App „Dateien“ unter „Downloads“.",
  ],
  takingAlong: ["It is being put together …", "Sie wird zusammengestellt …"],
  deleteMe: ["Delete the account", "Konto löschen"],
  goes: [
    "For good go: your name, your email address, your settings, all emails, news and records of them, your bots, tokens and webhooks.",
    "Für immer weg sind: dein Name, deine Mailadresse, deine Einstellungen, alle Mails, Nachrichten und Aufzeichnungen darüber, deine Bots, Token und Webhooks.",
  ],
  runningNow: ["You give up your running matches: {n}.", "Deine laufenden Partien gibst du auf: {n}."],
  noneRunning: ["You have no running match.", "Du hast keine laufende Partie."],
  waitingNow: ["Tables that wait for players lose you, your own ones are cancelled.", "An Tischen, die auf Mitspieler warten, wird dein Platz frei; deine eigenen werden abgesagt."],
  stays: [
    "What stays: the logs of your matches, with your moves and what you said to partners, because the others check their results with them. They name you by an opaque number; tables say “Deleted account”.",
    "Was bleibt: die Protokolle deiner Partien mit deinen Zügen und dem, was du Partnern gesagt hast, denn damit prüfen die anderen ihre Ergebnisse. Sie nennen dich nur mit einer nichtssagenden Nummer; an den Tischen steht „Gelöschtes Konto“.",
  ],
  whyStays: ["What remains of your data, and why", "Was von deinen Daten bleibt, und warum"],
  keptHereStays: [
    "What this browser keeps, only you can delete, on its own page.",
    "Was dieser Browser aufbewahrt, kannst nur du löschen, auf seiner eigenen Seite.",
  ],
  sendCode: ["Send me an email, to confirm it", "Mail zur Bestätigung schicken"],
  codeSent: [
    "An email to {mail} is on its way: its button leads to a last question. Its link is good for an hour.",
    "Eine Mail an {mail} ist unterwegs: Ihr Knopf führt zu einer letzten Frage. Ihr Link gilt eine Stunde.",
  ],
});

const FILE = "siegelpost-account.json";

/** The part of the account page about the account's data. */
export class MyData {
  /** @param {import("../types.js").Opened} page @param {() => void} draw @param {(error: unknown) => void} fail */
  constructor(page, draw, fail) {
    this.page = page;
    this.draw = draw;
    this.fail = fail;
    /** How many matches are running, once somebody wants to know. @type {number | null} */
    this.running = null;
    /** What became of the file. */
    this.taken = "";
    this.sent = false;
    this.busy = false;
    /** @type {unknown} */ this.error = null;
  }

  async takeAlong() {
    this.taken = say("takingAlong");
    this.draw();
    try {
      download(JSON.stringify(JSON.parse(await text("/v1/me/export")), null, 2), FILE); // people read it, too
      this.taken = say("takenAlong", { file: FILE });
    } catch (error) {
      this.taken = "";
      this.fail(error);
    }
    this.draw();
  }

  /** @param {Event} event */
  async unfold(event) {
    if (!(/** @type {HTMLDetailsElement} */ (event.target).open) || this.running !== null) return;
    try {
      /** @type {import("../types.js").MatchPage} */
      const found = await call("GET", "/v1/me/matches?status=running&limit=100");
      this.running = found.matches.filter((one) => one.seat !== null).length;
    } catch (error) {
      this.error = error;
    }
    this.draw();
  }

  /** @param {() => Promise<void>} doing */
  async attempt(doing) {
    this.busy = true;
    this.error = null;
    this.draw();
    try {
      await doing();
    } catch (error) {
      this.error = error;
    }
    this.busy = false;
    this.draw();
  }

  sendCode() {
    return this.attempt(async () => {
      await call("POST", "/v1/me/deletion");
      this.sent = true;
    });
  }

  render() {
    return html`<section class="sheet"><h2>${say("myData")}</h2><p>${say("myDataLead")}</p>
      <p><button type="button" @click=${() => void this.takeAlong()}>${say("takeAlong")}</button></p>
      ${this.taken ? html`<p class="hint" role="status">${this.taken}</p>` : nothing}
      <details class="going" @toggle=${(/** @type {Event} */ event) => void this.unfold(event)}><summary>${say("deleteMe")}</summary>
        <p>${say("goes")}</p>
        ${this.running === null ? nothing : html`<p>${this.running ? say("runningNow", { n: this.running }) : say("noneRunning")} ${say("waitingNow")}</p>`}
        <p>${say("stays")} <a href="/erasure">${say("whyStays")}</a></p><p>${say("keptHereStays")}</p>
        ${this.error ? html`<p role="alert" class="alert">${explained(this.error)}</p>` : nothing}
        ${this.sent
          ? html`<p role="status" class="notice">${say("codeSent", { mail: String(this.page.me?.mail) })}</p>`
          : html`<p><button type="button" ?disabled=${this.busy} @click=${() => void this.sendCode()}>${say("sendCode")}</button></p>`}
      </details></section>`;
  }
}
