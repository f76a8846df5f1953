// @ts-check
// The table before the match: who sits, how to invite, how to join.
import { call } from "../frame/api.js";
import { learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { rulesLink } from "../frame/parts.js";
import "./terms.js";

learn({
  lobbyLead: ["The match begins as soon as every seat is taken.", "Die Partie beginnt, sobald alle Plätze besetzt sind."],
  lobbyOwner: ["The match begins when its owner says so.", "Die Partie beginnt, wenn der Eröffner es sagt."],
  startNow: ["Begin now", "Jetzt beginnen"],
  inviteLink: ["Invite with this link", "Mit diesem Link einladen"],
  noMailHere: [
    "You will also get an email when it begins. While this page is open, emails about this table wait up to three minutes, since you will see it here first ({change}).",
    "Wenn es losgeht, bekommst du auch eine Mail. Solange diese Seite offen ist, warten Mails zu diesem Tisch bis zu drei Minuten, weil du es hier zuerst siehst ({change}).",
  ],
  changeThat: ["change that", "ändern"],
  guestsAwaited: ["Invitations not answered yet: {n}.", "Einladungen ohne Antwort: {n}."],
  joinTable: ["Sit down", "Platz nehmen"],
  copy: ["Copy", "Kopieren"],
  copied: ["Copied", "Kopiert"],
  leave: ["Give my seat back", "Platz zurückgeben"],
  cancel: ["Cancel the table", "Tisch absagen"],
});

/** @typedef {import("../table/table.js").Table} Table */

/** The table before the match: who sits, how to invite, how to join. @param {Table} table */
export function waitingRoom(table) {
  const { match } = table;
  const taken = match.seats.filter((one) => one.player).length;
  const owner = table.page.me !== null && match.owner === table.page.me.account;
  if (owner && table.inviting === null) {
    void import("./inviting.js").then(({ Inviting }) => {
      table.inviting ??= new Inviting(() => table.render(), (doing) => table.act(doing));
      table.render();
    });
  }
  const join = `/join/${match.match}${match.invitation ? `?invitation=${encodeURIComponent(match.invitation)}` : location.search}`;
  const url = location.origin + join;
  return html`<h2>${say("inLobby")}</h2>
    <p>${table.words.about} ${rulesLink(match.rules)}</p>
    <p>${say("seatsTaken", { taken, all: match.seats.length })}. ${match.start === "by-owner" ? say("lobbyOwner") : say("lobbyLead")}</p>
    ${!owner && match.guests_awaited ? html`<p>${say("guestsAwaited", { n: match.guests_awaited })}</p>` : nothing}
    ${match.seat === null ? nothing : mailsWait()}
    ${match.seat === null && taken < match.seats.length ? html`<p><a class="button seal" href=${join}>${say("joinTable")}</a></p>` : nothing}
    ${match.invitation || match.visibility === "open"
      ? html`<label>${say("inviteLink")}<input readonly .value=${url} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}></label>
          <div class="acts"><button @click=${() => void share(table, url)}>${"share" in navigator ? say("share") : say("copy")}</button></div>`
      : nothing}
    ${owner && taken < match.seats.length ? table.inviting?.render(match) ?? nothing : nothing}
    ${owner && match.start === "by-owner" && taken === match.seats.length ? html`<button class="seal" @click=${() => void table.act(() => call("POST", `${table.path}/start`, { body: {} }))}>${say("startNow")}</button>` : nothing}
    ${match.seat !== null || owner ? html`<p><button class="link danger" @click=${() => void leave(table)}>${owner ? say("cancel") : say("leave")}</button></p>` : nothing}`;
}

/** Why no mail comes while one looks at the table. */
function mailsWait() {
  const [before, after] = say("noMailHere", { change: "\n" }).split("\n");
  return html`<p class="hint">${before}<a href="/account#mails">${say("changeThat")}</a>${after}</p>`;
}

/** @param {Table} table @param {string} url */
async function share(table, url) {
  try {
    if ("share" in navigator) await navigator.share({ title: table.words.title, url });
    else await /** @type {Navigator} */ (navigator).clipboard.writeText(url);
    table.notice = say("copied");
  } catch {
    table.notice = "";
  }
  table.render();
}

/** @param {Table} table */
async function leave(table) {
  await table.act(() => call("DELETE", `${table.path}/seats/me`));
}
