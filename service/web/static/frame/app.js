// @ts-check
// The way in: who is signed in, which page the address names, and the frame around it.
import { Away, call, forgetSession, meta, Refused, VISITOR } from "./api.js";
import "./install-offer.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { offlineWorker } from "./keep.js";
import { lang, moreWords, readsHere, say, setLanguage } from "./language.js";
import { pictured, refusal } from "./parts.js";
import { setNight } from "./time.js";

// Only who has done something is refused anything: these words come when the page stands.
const refusalWords = () => Promise.all([import("../table/refusal-words.js"), moreWords()]).then(([words]) => words, () => null);

/** @typedef {import("../types.js").Me} Me */
/** @typedef {import("../types.js").View} View */

const AGAIN = 5_000; // milliseconds, as on the page that is shown without a network

const PAGES = [
  { path: /^\/$/, load: () => (VISITOR ? import("../home/front.js") : import("../home/home.js")) },
  { path: /^\/new$/, load: () => import("../home/create.js") },
  { path: /^\/lobby$/, load: () => import("../home/lobby.js") },
  { path: /^\/bots$/, load: () => import("../home/bots.js") },
  { path: /^\/account$/, load: () => import("../account/account.js") },
  { path: /^\/player\/(p_[0-9a-f]{32})$/, load: () => import("../home/player.js") },
  { path: /^\/tournaments$/, load: () => import("../home/tournaments.js") },
  { path: /^\/tournament\/([0-9a-f-]+)$/, load: () => import("../home/tournament.js") },
  { path: /^\/table\/([0-9a-f-]+)$/, load: () => import("../table/table.js") },
  { path: /^\/join\/([0-9a-f-]+)$/, load: () => import("../home/join.js") },
  { path: /^\/fairness$/, load: () => import("../verifying/fairness.js") },
  { path: /^\/erasure$/, load: () => import("../account/erasure.js") },
  { path: /^\/kept$/, load: () => import("../sealing/kept.js") },
  { path: /^\/verify$/, load: () => import("../verifying/verify-file.js") },
  { path: /^\/verify\/([0-9a-f-]+)$/, load: () => import("../verifying/verify.js") },
];

/** @returns {Promise<Me | null>} who is signed in */
async function whoIsThere() {
  if (VISITOR) return null;
  try {
    const me = await call("GET", "/v1/me");
    await setLanguage(readsHere() ?? me.language);
    setNight(me);
    return me;
  } catch (error) {
    if (error instanceof Refused && (error.status === 401 || error.status === 403)) {
      forgetSession();
      return null;
    }
    throw error;
  }
}

/** At most two letters that stand for a name. @param {string} name */
const initials = (name) => name.split(/\s+/).map((one) => [...one][0] ?? "").slice(0, 2).join("").toUpperCase();

/** @param {Me | null} me @param {View} inside @param {string[]} announced what the operator has to say, on every page */
function frame(me, inside, announced) {
  const here = location.pathname;
  /** @param {string} href @param {View} name */
  const link = (href, name) => html`<a href=${href} aria-current=${here === href ? "page" : nothing}>${name}</a>`;
  return html`
    <header class="top">
      <a class="brand" href="/"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>Siegelpost</a>
      ${me
        ? html`<nav aria-label=${say("nav")}>${link("/", say("home"))} ${link("/lobby", say("lobby"))} ${link("/new", say("new"))} ${link(`/rules?language=${lang()}`, say("rules"))}
            ${link("/account", html`<span class="whole">${me.name}</span><span class="initials" aria-hidden="true">${initials(me.name)}</span>`)}</nav>`
        : html`<nav aria-label=${say("nav")}>${link("/lobby", say("lobby"))} ${link(`/rules?language=${lang()}`, say("rules"))} ${link("/#sign-in", say("signIn"))}</nav>`}
    </header>
    <main id="main" tabindex="-1">${me?.blocked ? html`<p class="notice" role="status">${say("blockedBecause", { why: me.blocked.why })}</p>` : nothing}${announced.map((one) => html`<p class="notice" role="status">${one}</p>`)}${inside}</main>
    <svg width="0" height="0" aria-hidden="true" class="defs">
      <symbol id="wax" viewBox="0 0 32 32"><path d="M16 1.5c2.6 0 3.3 1.9 5.4 2.5 2.2.6 4.3-.3 5.7 1.4 1.3 1.6.1 3.6.7 5.7.7 2.1 2.7 2.9 2.7 5.3s-2 3.1-2.7 5.2c-.6 2.1.6 4.1-.7 5.7-1.4 1.7-3.5.8-5.7 1.4-2.1.6-2.8 2.3-5.4 2.3s-3.3-1.7-5.4-2.3c-2.2-.6-4.3.3-5.7-1.4-1.3-1.6-.1-3.6-.7-5.7C3.5 19.5 1.5 18.7 1.5 16.4s2-3.2 2.7-5.3c.6-2.1-.6-4.1.7-5.7 1.4-1.7 3.5-.8 5.7-1.4C12.7 3.4 13.4 1.5 16 1.5z"/><circle cx="16" cy="16" r="8.6" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.3"/><path d="M19.6 12.6c-.8-1.1-2.1-1.5-3.6-1.5-2.1 0-3.5 1-3.5 2.5 0 3.5 6.6 1.5 6.6 4.5 0 1.4-1.4 2.4-3.3 2.4-1.5 0-2.8-.6-3.5-1.7" fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="1.9" stroke-linecap="round"/></symbol>
    </svg>`;
}

/**
 * Let a page ask ahead for what it will show.
 * @template {object} Module
 * @param {Module & { askAhead?: (parts: string[]) => void }} module @param {RegExpExecArray | null} match @returns {Module}
 */
function begun(module, match) {
  module.askAhead?.([...(match ?? [])].slice(1));
  return module;
}

/** What passes by itself: nobody has to press anything. @param {unknown} error */
const isPassing = (error) => error instanceof Away || (error instanceof Refused && error.status >= 500);

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  const found = PAGES.map((page) => ({ page, match: page.path.exec(location.pathname) })).find((one) => one.match);
  /** @type {Me | null} */
  let me = null;
  /** @type {string[]} */
  let announced = [];
  /** @type {View} */
  let shown = nothing;
  /** @param {View} inside */
  const show = (inside) => {
    shown = inside;
    render(frame(me, inside, announced), root);
  };
  const leave = () => {
    me = null;
    forgetSession();
  };
  try {
    // The page's own modules travel while we ask who is there, and so does what a page can name already.
    const [who, module] = await Promise.all([whoIsThere(), found?.page.load().then((loaded) => begun(loaded, found.match))]);
    me = who;
    if (me?.blocked) await refusalWords(); // on every page
    if (!module || !found?.match) throw new Error(say("nowhere"));
    await module.open({ me, show, leave, parts: found.match.slice(1) });
    void pictured().then(refusalWords);
    // After the page itself, which need not wait for it.
    void meta().then(({ halted, announcement }) => {
      announced = [halted, announcement?.[lang()] ?? announcement?.en].filter((one) => typeof one === "string");
      if (announced.length) show(shown);
    }).catch(() => {});
    // A table opens its own; elsewhere what is kept here for any table must not be forgotten.
    if (me && !location.pathname.startsWith("/table/")) void import("../sealing/sealing.js").then((sealing) => sealing.openEverywhere()).catch(() => {});
    if (me && globalThis.Notification?.permission === "granted") void import("../account/push.js").then((push) => push.renew()).catch(() => {});
    if (me) void import("../sealing/entropy.js").then((entropy) => entropy.revealEverywhere()).catch(() => {});
  } catch (error) {
    const words = await refusalWords(); // what went wrong is to be said in words
    const kept = error instanceof Refused && (error.status === 401 || error.status === 403);
    show(html`<section class="sheet narrow">${kept && words && (me === null || error.code === "private") ? (me === null ? words.closed(error) : words.privateTo(me)) : refusal(error)}</section>`);
    if (isPassing(error)) setTimeout(() => void start(), AGAIN);
  }
  void offlineWorker();
}

void start();
