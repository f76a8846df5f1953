// @ts-check
// The account: name, language, zone, which news come by mail, signing out.
import { call, Refused } from "./api.js";
import { html, nothing } from "./lit-html.js";
import { lang, say, setLanguage } from "./language.js";
import { MyData } from "./my-data.js";
import { explained, mailForm, requestLogin } from "./parts.js";
import { leave } from "./push.js";
import { PushSwitch } from "./push-switch.js";
import { TimeOff } from "./time-off.js";

/** @typedef {import("./types.js").Me} Me */
/** @typedef {import("./types.js").Notifications["buttons"]} Buttons */

/** @type {Buttons[]} */
const BUTTONS = ["choices", "sign-in", "none"];
/** @typedef {import("./types.js").Notifications["digest"]} Digest */
/** @type {Digest[]} */
const DIGESTS = ["off", "news", "all"];
/** Kinds of mails in the order in which players miss them; what the server knows beside these comes last. */
const KINDS = ["your-turn", "deadline-near", "opening-needed", "resolved", "started", "over", "invited", "said", "you-are-missed", "absence-asked", "seat-taken-over", "substitute-asked", "substitute-ready", "more-time", "time-requested", "time-decided", "table-pause", "put-back", "unseated", "entropy-needed", "key-asked", "key-changed", "webhook-disabled"];
/** @param {[string, boolean]} kind */
const rank = ([kind]) => (KINDS.includes(kind) ? KINDS.indexOf(kind) : KINDS.length);
const HOURS = [...Array(24).keys()];

/** @param {import("./types.js").Opened} page */
export async function open(page) {
  const me = page.me;
  if (me === null) {
    location.replace("/");
    return;
  }
  document.title = `${say("account")} · Siegelpost`;
  /** @type {import("./types.js").Notifications} */
  let mails = await call("GET", "/v1/me/notifications");
  let told = "";
  /** @type {unknown} */
  let error = null;
  /** @type {string | null} */
  let sent = null;
  const zones = Intl.supportedValuesOf("timeZone");
  if (!zones.includes(me.zone)) zones.unshift(me.zone);

  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const data = new MyData(page, () => draw(), (failed) => { error = failed; draw(); });

  /** @param {() => Promise<void>} doing */
  const attempt = async (doing) => {
    told = "";
    error = null;
    try {
      await doing();
      told = say("saved");
    } catch (failed) {
      error = failed;
    }
    draw();
  };
  /** @param {SubmitEvent} event */
  const save = (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    void attempt(async () => {
      Object.assign(me, await call("PATCH", "/v1/me", { body: { name: data.get("name"), language: data.get("language"), zone: data.get("zone") } }));
      setLanguage(me.language);
      document.documentElement.lang = lang();
    });
  };
  /** @param {string} zone */
  const useZone = (zone) => attempt(async () => {
    Object.assign(me, await call("PATCH", "/v1/me", { body: { zone } }));
  });
  /** @param {string} kind @param {boolean} on */
  const toggle = (kind, on) => attempt(async () => {
    mails = await call("PUT", "/v1/me/notifications", { body: { kinds: { [kind]: on }, muted_matches: mails.muted_matches } });
  });
  /** @param {Partial<import("./types.js").Notifications>} change */
  const wish = (change) => attempt(async () => {
    mails = await call("PUT", "/v1/me/notifications", { body: { kinds: {}, muted_matches: mails.muted_matches, ...change } });
  });
  const push = new PushSwitch(() => draw());
  const timeOff = new TimeOff(() => draw(), (change) => void wish(change));
  /** @param {SubmitEvent} event */
  const signOut = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    void leave().catch(() => {}).then(() => form.submit());
  };
  /** @param {string} mail */
  const confirm = async (mail) => {
    await attempt(() => requestLogin(mail, ""));
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
    <form class="sheet stack" @submit=${save}>
      ${here && here !== me.zone && zones.includes(here) ? html`<p class="notice">${say("zoneDiffers", { here, kept: me.zone })}
        <button type="button" @click=${() => void useZone(here)}>${say("useZone", { here })}</button></p>` : nothing}
      <p class="quiet">${me.mail} · <a href="/account/mail">${say("changeMail")}</a></p>
      <label>${say("name")}<input name="name" .value=${me.name} required maxlength="40" autocomplete="nickname"></label>
      <label>${say("languageOf")}<select name="language"><option value="en" ?selected=${me.language === "en"}>English</option><option value="de" ?selected=${me.language === "de"}>Deutsch</option></select></label>
      <label>${say("zone")}<select name="zone">${zones.map((one) => html`<option ?selected=${one === me.zone}>${one}</option>`)}</select></label>
      <button class="seal">${say("save")}</button>
    </form>
    <section class="sheet"><h2>${say("mails")}</h2><p>${say("mailsLead")}</p>
      <ul class="switches">${Object.entries(mails.kinds).sort((one, other) => rank(one) - rank(other)).map(([kind, on]) => html`<li><label class="switch"><input type="checkbox" .checked=${on} @change=${(/** @type {Event} */ event) => void toggle(kind, /** @type {HTMLInputElement} */ (event.target).checked)}>${say(`kind_${kind}`)}</label></li>`)}</ul>
      <label>${say("mailButtons")}<select @change=${(/** @type {Event} */ event) => void wish({ buttons: /** @type {Buttons} */ (/** @type {HTMLSelectElement} */ (event.target).value) })}>${BUTTONS.map((one) => html`<option value=${one} ?selected=${mails.buttons === one}>${say(`buttons_${one}`)}</option>`)}</select></label>
      <label>${say("digest")}<select @change=${(/** @type {Event} */ event) => void wish({ digest: /** @type {Digest} */ (/** @type {HTMLSelectElement} */ (event.target).value) })}>${DIGESTS.map((one) => html`<option value=${one} ?selected=${mails.digest === one}>${say(`digest_${one}`)}</option>`)}</select></label>
      ${mails.digest === "off" ? nothing : html`<label>${say("digestHour", { zone: me.zone })}<select @change=${(/** @type {Event} */ event) => void wish({ digest_hour: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}>${HOURS.map((one) => html`<option value=${one} ?selected=${mails.digest_hour === one}>${one}:00</option>`)}</select></label>`}
      <h3>${say("developers")}</h3>
      <ul class="switches"><li><label class="switch"><input type="checkbox" .checked=${mails.for_programmers} @change=${(/** @type {Event} */ event) => void wish({ for_programmers: /** @type {HTMLInputElement} */ (event.target).checked })}>${say("mailCommands")}</label></li></ul>
    </section>
    ${timeOff.render(mails, me.zone)}
    ${push.render()}
    ${data.render()}
    <p><a href="/account/feeds">${say("feeds")}</a> · <a href="/account/tokens">${say("tokens")}</a> · <a href="/kept">${say("keptLink")}</a></p>
    <form method="post" action="/session/end" @submit=${signOut}><button>${say("signOut")}</button></form>
    </div>`);
  draw();
}
