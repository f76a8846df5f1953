// @ts-check
// The menu of a match: its rules, what happened, checking it, more time; about the game, pace, the table as text; giving up.
import { learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { rulesLink } from "../frame/parts.js";
import { closeMenu, sealing } from "./table-facts.js";
import { span, tempo } from "../frame/time.js";
import "../home/terms.js";

/** @typedef {import("./table.js").Table} Table */

learn({
  aboutGame: ["What the game is about", "Worum es im Spiel geht"],
  timeFor: ["More time for my answer", "Mehr Zeit für meine Antwort"],
  tableChat: ["Whom the table awaits, in a chat", "Auf wen der Tisch wartet, in einem Chat"],
  tableText: ["The table as text", "Der Tisch als Text"],
  resign: ["Resign", "Partie aufgeben"],
  resignSure: ["Give up? The others win, and you cannot undo it.", "Aufgeben? Die anderen gewinnen, und es lässt sich nicht zurücknehmen."],
  resignYes: ["Yes, give up", "Ja, aufgeben"],
  keepPlaying: ["No, play on", "Nein, weiterspielen"],
});

/** @param {Table} table */
export function more(table) {
  const { match, words } = table;
  const timed = (match.extensions?.mine?.decisions.length ?? 0) > 0 || (match.time_requests?.mine?.decisions.length ?? 0) > 0;
  return html`<ul class="ways-on">
      <li>${rulesLink(match.rules)}</li>
      ${table.story.length ? html`<li><a href="#story" @click=${lead}>${say("story")}</a></li>` : nothing}
      ${timed ? html`<li><a href="#ask" @click=${lead}>${say("timeFor")}</a></li>` : nothing}
      <li><a href="/verify/${match.match}${table.query().replace("&", "?")}">${say("verifyLink")}</a></li>
      ${match.status !== "closed" && match.owner && match.owner === table.page.me?.account ? html`<li><a href=${`/account/chats?match=${match.match}`}>${say("tableChat")}</a></li>` : nothing}
      <li><a href="/fairness">${say("fairness")}</a></li>
      ${match.status === "running" && match.seat !== null ? html`<li>${givingUp(table)}</li>` : nothing}</ul>
    ${table.keys?.mine(match) ?? nothing}${table.pauses?.mine(match) ?? nothing}${table.substitutes?.asking(match) ?? nothing}${table.handing?.menu(match) ?? nothing}
    <hr>
    <dl><dt>${say("pace")}</dt><dd>${tempo(match)}</dd>${match.vacation === "clock-stops" ? html`<dt>${say("whileAway")}</dt><dd>${say("clockStops")}</dd>` : nothing}${match.assistants === "unwanted" ? html`<dt>${say("aiHelp")}</dt><dd>${say("noAiHelp")}</dd>` : nothing}${match.hold_seconds ? html`<dt>${say("held")}</dt><dd>${say("heldFor", { span: span(match.hold_seconds) })}</dd>` : nothing}${words.preset ? html`<dt>${say("variant")}</dt><dd>${words.preset}</dd>` : nothing}</dl>
    ${words.table ? html`<details><summary>${say("tableText")}</summary><pre tabindex="0">${words.table}</pre></details>` : nothing}
    <details><summary>${say("aboutGame")}</summary><p>${words.about}</p></details>`;
}

/** Among the ways on, not below what some tables have much of: handing over, pauses, substitutes. @param {Table} table */
const givingUp = (table) => table.askingToResign
  ? html`<p>${say("resignSure")}</p><div class="acts"><button class="danger" @click=${() => void resign(table)}>${say("resignYes")}</button>
      <button @click=${() => { table.askingToResign = false; table.render(); }}>${say("keepPlaying")}</button></div>`
  : html`<button class="link danger" @click=${() => { table.askingToResign = true; table.render(); }}>${say("resign")}</button>`;

/** Lead to a part of the page that the menu would cover. @param {Event} event */
function lead(event) {
  event.preventDefault();
  closeMenu();
  const section = document.querySelector(/** @type {HTMLAnchorElement} */ (event.currentTarget).hash);
  section?.scrollIntoView();
  if (section instanceof HTMLElement) section.focus({ preventScroll: true });
}

/** @param {Table} table */
async function resign(table) {
  table.askingToResign = false;
  closeMenu();
  await table.act(async () => (await sealing()).resign(table.match));
}
