// @ts-check
// The form that asks for a link by mail: signing in and sitting down have it in common.
import { call } from "../frame/api.js";
import { lang, learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { explained } from "../frame/parts.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {{ mail: string, name: string }} Typed what was typed into the form that asks for a link */

learn({
  wrongAddress: ["The address is wrong", "Die Adresse stimmt nicht"],
  sendAgain: ["Send it again", "Noch einmal schicken"],
  notThere: ["Nothing there? Check your spam folder, too.", "Nichts da? Sieh auch im Spam-Ordner nach."],
  mail: ["Your email address", "Deine Mailadresse"],
  yourName: ["Your name (what others call you)", "Dein Name (so nennen dich die anderen)"],
  nameOnce: ["Only needed the first time.", "Nur beim ersten Mal nötig."],
  linkSent: ["Look into your mail", "Schau in deine Mails"],
  linkSentLead: [
    "If {mail} is right, an email with a link will be there in a moment. The link works for 15 minutes.",
    "Wenn {mail} stimmt, ist gleich eine Mail mit einem Link da. Er gilt eine Viertelstunde.",
  ],
});

/**
 * The form that asks for a link by mail.
 * @param {{ sent: string | null, error: unknown, busy: boolean, newcomer: boolean, button: string, lead?: string, typed?: Typed }} state
 * @param {(mail: string, name: string) => void} ask
 * @param {(() => void) | null} [correct] shows the form again, with what was typed
 * @returns {View}
 */
export function mailForm(state, ask, correct = null) {
  const { sent, typed = { mail: "", name: "" } } = state;
  if (sent !== null)
    return html`<div class="sent"><div role="status"><h2>${say("linkSent")}</h2><p>${say("linkSentLead", { mail: sent })}</p></div>
      ${correct ? html`<p class="hint">${say("notThere")}</p><div class="acts"><button ?disabled=${state.busy} @click=${correct}>${say("wrongAddress")}</button>
        <button ?disabled=${state.busy} @click=${() => ask(sent, typed.name)}>${say("sendAgain")}</button></div>` : nothing}
      ${state.error ? html`<p role="alert" class="alert">${explained(state.error)}</p>` : nothing}</div>`;
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    ask(String(data.get("mail")), String(data.get("name") ?? "").trim());
  };
  return html`<form class="stack" @submit=${submit}>
    ${state.lead ? html`<p>${state.lead}</p>` : nothing}
    <label>${say("mail")}<input name="mail" type="email" autocomplete="email" required maxlength="254" .value=${typed.mail}></label>
    <label>${say("yourName")}<input name="name" autocomplete="nickname" maxlength="40" aria-describedby="name-once" .value=${typed.name}></label>
    <p class="hint" id="name-once">${say("nameOnce")}</p>
    ${state.error ? html`<p role="alert" class="alert">${explained(state.error)}</p>` : nothing}
    <button class="seal" ?disabled=${state.busy}>${state.button}</button>
  </form>`;
}

/** Ask for a login link. @param {string} mail @param {string} name @param {string} [path] of the operation that sends it */
export async function requestLogin(mail, name, path = "/v1/login") {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** @type {Record<string, string>} */
  const body = { mail, language: lang(), zone: zone || "UTC" };
  if (name) body.name = name;
  await call("POST", path, { body });
}
