// @ts-check
// The reader's own note about a match, and which news of it to send; nobody else sees either.
import { ABOUT_TABLES, kindSwitches } from "../account/kind-switches.js";
import { call } from "../frame/api.js";
import { learn, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { html, nothing } from "../vendor/lit-html.js";
import { addresses } from "./table-facts.js";

learn({
  noteLabel: ["Your note", "Deine Notiz"],
  noteOwn: ["Nobody but you sees it, now or later.", "Außer dir sieht sie niemand, auch später nicht."],
  noteKeep: ["Save", "Speichern"],
  newsHere: ["What do you want to hear about this match?", "Was willst du von dieser Partie hören?"],
  newsHereMean: ["By mail, in this browser and in your chats. What you have switched off for all tables stays off.", "Per Mail, im Browser und in deinen Chats. Was du für alle Tische abgestellt hast, bleibt aus."],
});

const LONGEST = 2000; // characters, as in the API

/** @typedef {import("./table.js").Table} Table */

let said = "";
let failed = false;

/** @param {Table} table */
export function notes(table) {
  const { visit, match } = table;
  /** @param {{ note: string } | { muted: string[] }} body */
  const keep = async (body) => {
    try {
      ({ note: visit.note, muted: visit.muted } = await call("PATCH", addresses(table.id).margin, { body }));
      [said, failed] = [say("saved"), false];
    } catch (error) {
      [said, failed] = [explained(error), true];
    }
    table.render();
  };
  /** Not only by the button: who leaves the field has written the note. @param {HTMLFormElement} form */
  const write = (form) => {
    const note = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("note")).value;
    if (note !== visit.note) void keep({ note });
  };
  /** @param {Record<string, boolean>} changed */
  const turn = (changed) => void keep({ muted: [...visit.muted.filter((one) => !(one in changed)), ...Object.keys(changed).filter((one) => !changed[one])] });
  const wanted = Object.fromEntries(ABOUT_TABLES.map((one) => [one, !visit.muted.includes(one)]));
  return html`<form @submit=${(/** @type {SubmitEvent} */ event) => { event.preventDefault(); write(/** @type {HTMLFormElement} */ (event.target)); }} @change=${(/** @type {Event} */ event) => { if (event.target instanceof HTMLTextAreaElement && event.target.form) write(event.target.form); }}>
      <label>${say("noteLabel")}<textarea name="note" rows="4" maxlength=${LONGEST} .value=${visit.note}></textarea></label>
      <p class="hint">${say("noteOwn")}</p>
      <p><button>${say("noteKeep")}</button></p></form>
    ${match.seat === null || table.isGuests() ? nothing : html`<h3>${say("newsHere")}</h3><p class="hint">${say("newsHereMean")}</p>${kindSwitches(wanted, turn)}`}
    <p role=${failed ? "alert" : "status"} class=${failed ? "alert" : ""}>${said}</p>`;
}
