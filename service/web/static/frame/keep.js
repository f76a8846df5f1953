// @ts-check
// What this browser remembers by itself: what was sealed here, in words (the server cannot read it any more). Losing it costs no move.
import { lang } from "./language.js";

const SEALED = "siegelpost.sealed";
const MOST = 200;

/** @param {string} key @returns {Record<string, any>} */
function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} key @param {string} name @param {unknown} value */
function store(key, name, value) {
  const all = load(key);
  delete all[name];
  const kept = Object.fromEntries([...Object.entries(all).slice(1 - MOST), [name, value]]);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: the page works without it.
  }
}

/** @param {string} match @param {string} decision @param {string} words @param {string} commitment */
export function keepSealed(match, decision, words, commitment) {
  store(SEALED, `${match} ${decision}`, { words, commitment });
}

/**
 * What was sealed in this browser, unless it was replaced elsewhere since.
 * @param {string} match @param {string} decision @param {string | null} commitment @returns {string | null}
 */
export function sealedHere(match, decision, commitment) {
  const found = load(SEALED)[`${match} ${decision}`];
  return found && found.commitment === commitment ? String(found.words) : null;
}

const ORDERS = "siegelpost.orders";

/** @param {string} match @param {number} seq @param {object} orders standing orders that were set in this browser */
export function keepOrders(match, seq, orders) {
  store(ORDERS, match, { seq, orders });
}

/** The orders with this number, if they were set in this browser. @param {string} match @param {number} seq @returns {{ plans?: any[] } | null} */
export function ordersHere(match, seq) {
  const found = load(ORDERS)[match];
  return found && found.seq === seq ? found.orders : null;
}

const JOINING = "siegelpost.joining";

/** Remember where to go on after a login. @param {string | null} path */
export function goOnAt(path) {
  try {
    if (path === null) sessionStorage.removeItem(JOINING), localStorage.removeItem(JOINING);
    else localStorage.setItem(JOINING, path);
  } catch {
    // as above
  }
}

/** Whether something that is asked once in a browser was asked; so it is where nothing can be remembered, or it would be asked again and again. @param {string} what */
export function wasAsked(what) {
  try {
    return localStorage.getItem(`siegelpost.${what}`) !== null;
  } catch {
    return true;
  }
}

/** @param {string} what */
export function noteAsked(what) {
  try {
    localStorage.setItem(`siegelpost.${what}`, "1");
  } catch {
    // as above
  }
}

/** @returns {string | null} */
export function wentOnAt() {
  try {
    const path = localStorage.getItem(JOINING);
    return path !== null && /^\/(join\/|new(\?|$))/.test(path) ? path : null;
  } catch {
    return null;
  }
}

/** Have a page at hand that says so when there is no network; its worker shows what is pushed. Asked again, it is the same one. */
export const offlineWorker = () =>
  navigator.serviceWorker?.register(`/offline-worker.js?release=${new URL(import.meta.url).pathname.split("/")[2]}&language=${lang()}`).catch(() => undefined);
