// @ts-check
// For whoever plays before naming an address: once something was played, the way to keep it.
import { noteAsked, wasAsked } from "../frame/keep.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";
import { mailForm, requestLogin } from "./mail-form.js";

learn({
  keepTitle: ["Keep this match?", "Diese Partie behalten?"],
  keepLead: ["Give an email address, and your matches come with you. Otherwise they go after two days without a visit.", "Mit einer Mailadresse nimmst du deine Partien mit. Sonst sind sie nach zwei Tagen ohne Besuch weg."],
  keepMatch: ["Keep it", "Behalten"],
  notKept: ["Not now", "Jetzt nicht"],
});

const ASKED = "asked-to-keep";

/** @type {{ sent: string | null, error: unknown, busy: boolean, typed: { mail: string, name: string } }} */
const state = { sent: null, error: null, busy: false, typed: { mail: "", name: "" } };

/** Below the question, once: the form that keeps the match. @param {import("../table/table.js").Table} table */
export function offerToKeep(table) {
  if (wasAsked(ASKED) && state.sent === null) return nothing;
  return html`<section class="sheet keep">${keepForm(() => table.render())}
    ${state.sent === null ? html`<button class="link" @click=${() => { noteAsked(ASKED); table.render(); }}>${say("notKept")}</button>` : nothing}</section>`;
}

/** The form alone. @param {() => void} draw */
export function keepForm(draw) {
  const correct = () => {
    state.sent = null;
    draw();
  };
  /** @param {string} mail @param {string} name */
  const keep = async (mail, name) => {
    state.busy = true;
    state.typed = { mail, name };
    draw();
    try {
      await requestLogin(mail, name, "/v1/guests/keep");
      state.sent = mail;
      state.error = null;
      noteAsked(ASKED);
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    draw();
  };
  return html`<h2>${say("keepTitle")}</h2>${mailForm({ ...state, newcomer: true, button: say("keepMatch"), lead: say("keepLead") }, (mail, name) => void keep(mail, name), correct)}`;
}
