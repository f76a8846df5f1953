// @ts-check
// The front door: the games, each to be played at once, and the way in for whoever has an account.
import { mailForm, requestLogin } from "../account/mail-form.js";
import { html } from "../vendor/lit-html.js";
import { lang, learn, otherLanguages, say } from "../frame/language.js";
import { pictured } from "../frame/parts.js";
import { games } from "./shelf.js";

learn({
  signInTitle: ["Slow board games, by mail", "Brettspiele in Ruhe, per Post"],
  signInLead: [
    "You get an email when it is your turn, and answer in a few taps. When everybody chooses at once, nobody can read a sealed choice until all have sealed.",
    "Du bekommst eine Mail, wenn du dran bist. Ein paar Klicks, und dein Zug ist gemacht. Wo alle gleichzeitig wählen, kann niemand eine versiegelte Wahl lesen, bis alle versiegelt haben.",
  ],
  byPasskey: ["Sign in with a passkey", "Mit Passkey anmelden"],
  howFair: ["Is it fair?", "Geht es fair zu?"],
  playNow: ["Play now", "Jetzt spielen"],
});

const AHEAD = ["./table.js", "../typeface/regular.woff2", "../typeface/bold.woff2"]; // as they lie beside the bundled modules

/** @typedef {import("../types.js").RulesList["rules"][number]} Rules */

/** One tap leads to a table against bots: nobody is asked for anything before the first move. @param {Rules} game */
function playable({ id, titles }) {
  const name = id.split("@")[0];
  const title = titles[lang()];
  return html`<li class="sheet">
    <img src="/rules/${name}/cover.${lang()}.svg" alt="" decoding="async">
    <h2><a href="/rules/${name}?language=${lang()}">${title}</a></h2>
    <form method="post" action="/play/${name}?language=${lang()}">
      <input type="hidden" name="zone" value=${Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""}>
      <button class="seal" aria-label="${say("playNow")}: ${title}">${say("playNow")}</button></form>
  </li>`;
}

/** The games for somebody who is not signed in: a picture and a button each. @param {Rules[]} games */
const doors = (games) => html`<ul class="cards shelf doors">${games.map(playable)}</ul>`;

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  document.title = `Siegelpost · ${say("signInTitle")}`;
  /** @type {{ sent: string | null, error: unknown, busy: boolean, typed: { mail: string, name: string } }} */
  const state = { sent: null, error: null, busy: false, typed: { mail: "", name: "" } };
  const offered = await games(); // the page has brought them
  const correct = () => {
    state.sent = null;
    draw();
    /** @type {HTMLInputElement | null} */ (document.querySelector("form.stack input[name=mail]"))?.focus();
  };
  const draw = () => page.show(html`
    <div class="front"><h1>${say("signInTitle")}</h1>${doors(offered)}
    <section class="sheet hero">
      <details id="sign-in" ?open=${location.hash === "#sign-in"}><summary><h2>${say("signIn")}</h2></summary>
      <p>${say("signInLead")}</p>
      ${mailForm({ ...state, newcomer: true, button: say("sendLink") }, ask, correct)}
      <p><a href="/sign-in">${say("byPasskey")}</a></p></details>
      <p class="quiet"><a href="/fairness">${say("howFair")}</a> · <a href="/developers">${say("developers")}</a> ·
        ${otherLanguages().map(({ one, name }) => html`<a href="?language=${one}" lang=${one} hreflang=${one}>${name}</a> `)}</p>
    </section></div>`);
  /** @param {string} mail @param {string} name */
  const ask = async (mail, name) => {
    state.busy = true;
    state.typed = { mail, name };
    draw();
    try {
      await requestLogin(mail, name);
      state.sent = mail;
      state.error = null;
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    draw();
  };
  draw();
  addEventListener("hashchange", draw);
  // What every table needs travels while somebody still looks at the games.
  void pictured().then(() => AHEAD.forEach((one) => void fetch(new URL(one, import.meta.url)).catch(() => {})));
}
