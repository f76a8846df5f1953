// @ts-check
// Kinds of news in their groups, each with a switch: in the account for all tables, at a table for it alone.
import { GROUPS } from "./kinds.js";
import { html } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";

learn({
  mails_asked: ["When I need to act", "Wenn ich dran bin"],
  mailsMean_asked: ["Turns, deadlines, questions, invitations", "Züge, Fristen, Fragen, Einladungen"],
  mails_tables: ["What happens at the table", "Was am Tisch passiert"],
  mailsMean_tables: ["Cards turned over, beginnings and ends, pauses, changes at the table", "Aufgedeckte Karten, Anfang und Ende, Pausen, Wechsel am Tisch"],
  mails_rest: ["Everything else", "Alles andere"],
  mailsMean_rest: ["What concerns the server and programs", "Was den Server und Programme betrifft"],
  saved: ["Saved.", "Gespeichert."],
  mailsEach: ["One by one ({on} of {all} on)", "Einzeln wählen ({on} von {all} an)"],
});

/** Kinds of news about tables. */
export const ABOUT_TABLES = Object.values(GROUPS).flat();

/** The kinds of news in their groups; what no group names, also what a newer server knows, is in the last. @param {string[]} kinds */
function grouped(kinds) {
  const known = Object.entries(GROUPS).map(([group, named]) => ({ group, kinds: named.filter((one) => kinds.includes(one)) }));
  const rest = kinds.filter((one) => !ABOUT_TABLES.includes(one));
  return [...known, { group: "rest", kinds: rest }].filter((one) => one.kinds.length > 0);
}

/** What is wished by a tick. It shows what stands until the server has agreed. @param {Event} event */
export function ticked(event) {
  const box = /** @type {HTMLInputElement} */ (event.target);
  const on = box.checked;
  box.checked = !on;
  return on;
}

/** @param {Record<string, boolean>} wanted @param {(changed: Record<string, boolean>) => void} turn */
export function kindSwitches(wanted, turn) {
  /** @param {string} kind */
  const one = (kind) => html`<li><label class="switch"><input type="checkbox" .checked=${wanted[kind] === true} @change=${(/** @type {Event} */ event) => turn({ [kind]: ticked(event) })}>${say(`kind_${kind}`)}</label></li>`;
  return grouped(Object.keys(wanted)).map(({ group, kinds }) => {
    const on = kinds.filter((kind) => wanted[kind]).length;
    const all = (/** @type {Event} */ event) => {
      const wished = ticked(event);
      /** @type {HTMLInputElement} */ (event.target).indeterminate = on > 0 && on < kinds.length;
      turn(Object.fromEntries(kinds.map((kind) => [kind, wished])));
    };
    return html`<div class="mail-group"><label class="switch"><input type="checkbox" .checked=${on === kinds.length} .indeterminate=${on > 0 && on < kinds.length} @change=${all}>
        <span><strong>${say(`mails_${group}`)}</strong><span class="where">${say(`mailsMean_${group}`)}</span></span></label>
      <details><summary>${say("mailsEach", { on, all: kinds.length })}</summary><ul class="switches">${kinds.map(one)}</ul></details></div>`;
  });
}
