// @ts-check
// The account: name, language, zone, which news come by mail, signing out.
import { call, Refused } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, languages, learn, readHere, readsHere, say, setLanguage } from "../frame/language.js";
import { Installing } from "../frame/installing.js";
import { mailWishes } from "./mails.js";
import { MyData } from "./my-data.js";
import { mailForm, requestLogin } from "./mail-form.js";
import { explained } from "../frame/parts.js";
import { leave } from "./push.js";
import { People } from "./people.js";
import { PushSwitch } from "./push-switch.js";
import { Ratings } from "../home/ratings.js";
import { setNight } from "../frame/time.js";
import { TimeOff } from "./time-off.js";
import "../table/refusal-words.js"; // a letter's link may do little here, and who presses at once is to read why

learn({
  account: ["Your account", "Dein Konto"],
  languageOf: ["Language", "Sprache"],
  zoneDiffers: ["Times in your emails are in {kept}; this browser is in {here}.", "Zeiten in deinen Mails gelten für {kept}; dieser Browser ist in {here}."],
  useZone: ["Use {here}", "{here} verwenden"],
  savedHere: ["This browser now speaks English. Your emails keep their language until you confirm your account.", "Dieser Browser spricht jetzt Deutsch. Deine Mails behalten ihre Sprache, bis du dein Konto bestätigst."],
  changeMail: ["Change the address", "Adresse ändern"],
  tokens: ["Where you are signed in", "Wo du angemeldet bist"],
  passkeys: ["Passkeys", "Passkeys"],
  signOut: ["Sign out of this browser", "In diesem Browser abmelden"],
  linkSession: [
    "You are signed in through a link in an email. To change your account, confirm by mail that it is yours.",
    "Du bist durch den Link einer Mail angemeldet. Um dein Konto zu ändern, bestätige es noch einmal per Mail.",
  ],
  bouncing: ["We no longer send emails to {mail}: your provider bounced the last ones. Your matches and their deadlines go on.", "An {mail} gehen keine Mails mehr: Dein Anbieter hat die letzten zurückgeschickt. Deine Partien und ihre Fristen laufen weiter."],
  bouncingTry: ["Send a link there; with it, emails come again", "Dorthin einen Link schicken; mit ihm kommen wieder Mails"],
  sentToMe: ["What was sent to you", "Was dir geschickt wurde"],
  nameless: ["There has to be a name; you are still called {name}.", "Ohne Namen geht es nicht; du heißt weiter {name}."],
  feeds: ["Calendar and feeds", "Kalender und Feeds"],
  chats: ["Chats", "Chats"],
});

/** @typedef {import("../types.js").Me} Me */

const TOLD_FOR = 5_000; // milliseconds; then it covers nothing any more

const title = () => `${say("account")} · Siegelpost`;

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  const me = page.me;
  if (me === null) {
    location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
    return;
  }
  document.title = title();
  if (me.mail === "") {
    const { keepForm } = await import("./guest.js");
    const guest = () => page.show(html`<div class="narrow"><h1>${me.name}</h1><section class="sheet">${keepForm(guest)}</section>
      <form method="post" action="/session/end"><button>${say("signOut")}</button></form></div>`);
    guest();
    return;
  }
  /** @type {import("../types.js").Notifications} */
  let mails = await call("GET", "/v1/me/notifications");
  let told = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} when what was told goes again */
  let soon;
  /** @type {unknown} */
  let error = null;
  /** @type {string | null} */
  let sent = null;
  const zones = Intl.supportedValuesOf("timeZone");
  if (!zones.includes(me.zone)) zones.unshift(me.zone);

  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const data = new MyData(page, () => draw(), (failed) => { error = failed; draw(); });

  /** @param {() => Promise<void>} doing @param {() => string} [done] what is said of it */
  const attempt = async (doing, done = () => say("saved")) => {
    clearTimeout(soon);
    told = "";
    error = null;
    try {
      await doing();
      told = done();
      soon = setTimeout(() => { told = ""; draw(); }, TOLD_FOR);
    } catch (failed) {
      error = failed;
    }
    draw();
  };
  /** What is entered is saved as soon as its field is left, as everything else on this page. @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const named = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    if (named.value.trim() === "") {
      named.value = me.name;
      clearTimeout(soon);
      told = "";
      const nameless = error = new Error(say("nameless", { name: me.name }));
      soon = setTimeout(() => {
        if (error === nameless) error = null;
        draw();
      }, TOLD_FOR);
      draw();
      return;
    }
    const data = new FormData(form);
    if (data.get("language") === lang() && ["name", "zone"].every((one) => data.get(one) === me[/** @type {"name"} */ (one)])) return;
    const chosen = String(data.get("language"));
    const name = data.get("name") === me.name ? {} : { name: data.get("name") }; // one that is older than a rule about names may stay
    void attempt(async () => {
      try {
        Object.assign(me, await call("PATCH", "/v1/me", { body: { ...name, language: chosen, zone: data.get("zone") } }));
        readHere(null);
      } catch (failed) {
        if (!(failed instanceof Refused && failed.code === "scope-missing")) throw failed;
        // The link of a letter does not change the account. This browser may speak what its reader reads all the same.
        for (const one of /** @type {const} */ (["name", "zone"])) /** @type {HTMLInputElement} */ (form.elements.namedItem(one)).value = me[one];
        if (chosen === lang()) throw failed;
        readHere(chosen);
      }
      await setLanguage(readsHere() ?? me.language);
      document.title = title();
    }, () => (readsHere() ? say("savedHere") : say("saved")));
  };
  /** @param {string} zone */
  const useZone = (zone) => attempt(async () => {
    Object.assign(me, await call("PATCH", "/v1/me", { body: { zone } }));
  });
  /** @param {Partial<import("../types.js").Notifications>} change */
  const wish = (change) => attempt(async () => {
    mails = await call("PUT", "/v1/me/notifications", { body: { kinds: {}, muted_matches: mails.muted_matches, ...change } });
    if ("quiet_from" in change || "quiet_to" in change) setNight(Object.assign(me, await call("GET", "/v1/me")));
  });
  /** What was sent to the reader, once they want to know. @type {import("./sent.js").Sent | null} */
  let record = null;
  /** @param {Event} event */
  const unfoldSent = (event) => {
    if (/** @type {HTMLDetailsElement} */ (event.target).open && record === null)
      void import("./sent.js").then(({ Sent }) => { record = new Sent(() => draw()); }, (failed) => { error = failed; draw(); });
  };
  const install = new Installing(() => draw());
  const push = new PushSwitch(() => draw());
  const people = new People(() => draw(), me, (doing) => attempt(doing));
  const ratings = new Ratings(() => draw());
  const timeOff = new TimeOff(() => draw(), (change) => void wish(change));
  /** @param {SubmitEvent} event */
  const signOut = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    readHere(null);
    void leave().catch(() => {}).then(() => form.submit());
  };
  /** @param {string} mail */
  const confirm = async (mail) => {
    await attempt(() => requestLogin(mail, ""), () => "");
    if (!error) sent = mail;
    draw();
  };
  const draw = () => page.show(html`
    <div class="narrow">
    <h1>${say("account")}</h1>
    ${told ? html`<p role="status" class="notice">${told}</p>` : nothing}
    ${error ? html`<p role="alert" class="alert">${explained(error)}</p>` : nothing}
    ${error instanceof Refused && error.code === "scope-missing"
      ? html`<section class="sheet"><p>${say("linkSession")}</p><button class="seal" @click=${() => void confirm(me.mail)}>${say("sendLink")}</button></section>`
      : nothing}
    ${me.bouncing && !sent ? html`<section class="sheet alert" role="alert"><p>${say("bouncing", { mail: me.mail })}</p>
      <button class="seal" @click=${() => void confirm(me.mail)}>${say("bouncingTry")}</button> <a href="/account/mail">${say("changeMail")}</a></section>` : nothing}
    ${sent ? mailForm({ sent, error: null, busy: false, newcomer: false, button: "" }, () => {}) : nothing}
    <form class="sheet stack" @submit=${save} @change=${save}>
      ${here && here !== me.zone && zones.includes(here) ? html`<p class="notice">${say("zoneDiffers", { here, kept: me.zone })}
        <button type="button" @click=${() => void useZone(here)}>${say("useZone", { here })}</button></p>` : nothing}
      <p class="quiet">${[me.mail, ...me.other_mails].join(", ")} · <a href="/account/mail">${say("changeMail")}</a></p>
      <label>${say("name")}<input name="name" .value=${me.name} required maxlength="40" autocomplete="nickname"></label>
      <label>${say("languageOf")}<select name="language">${Object.entries(languages).map(([one, { name }]) => html`<option value=${one} ?selected=${lang() === one}>${name}</option>`)}</select></label>
      <label>${say("zone")}<select name="zone">${zones.map((one) => html`<option ?selected=${one === me.zone}>${one}</option>`)}</select></label>
    </form>
    ${mailWishes(mails, me.zone, (change) => void wish(change), html`<details class="going" @toggle=${unfoldSent}><summary>${say("sentToMe")}</summary>${record ? record.render() : nothing}</details>`)}
    ${people.render()}
    ${ratings.render()}
    ${timeOff.render(mails, me.zone, me.night)}
    ${push.render()}
    ${install.render()}
    ${data.render()}
    <p><a href="/account/feeds">${say("feeds")}</a> · <a href="/account/chats">${say("chats")}</a> · <a href="/account/passkeys">${say("passkeys")}</a> · <a href="/account/tokens">${say("tokens")}</a> · <a href="/kept">${say("keptLink")}</a></p>
    <form method="post" action="/session/end" @submit=${signOut}><button>${say("signOut")}</button></form>
    </div>`);
  draw();
}
