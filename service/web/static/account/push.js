// @ts-check
// Web push: this browser shows what its reader is asked, where the reader wishes it. Nothing is asked of the browser unasked.
import { call } from "../frame/api.js";
import { offlineWorker } from "../frame/keep.js";
import { learn, say } from "../frame/language.js";

/** @typedef {import("../types.js").BrowserList} BrowserList */

learn({
  pushTitle: ["Notifications", "Benachrichtigungen"],
  pushLead: [
    "Besides the email, this browser can tell you when it is your turn: which table, what is asked, and by when. Never a card.",
    "Dieser Browser kann dir neben der Mail melden, wenn du gefragt bist: an welchem Tisch, wonach und bis wann; nie eine Karte.",
  ],
  pushHere: ["Tell me in this browser when it is my turn", "In diesem Browser melden, wenn ich dran bin"],
  pushCannot: [
    "This browser cannot show notifications. On an iPhone or iPad, add Siegelpost to the home screen first and open it from there.",
    "Dieser Browser kann nichts melden. Auf iPhone und iPad: Leg Siegelpost zuerst auf den Startbildschirm und öffne es von dort.",
  ],
  pushDenied: [
    "Your browser does not allow this site to notify you. To change it: tap the sign at the left of the address (a lock or sliders), choose “Permissions” or “Site settings”, allow notifications, and load this page again. In private windows browsers never allow them.",
    "Dein Browser erlaubt dieser Seite keine Benachrichtigungen. So änderst du es: Tippe auf das Zeichen links neben der Adresse (ein Schloss oder Schieberegler), wähle „Berechtigungen“ oder „Website-Einstellungen“, erlaube Benachrichtigungen und lade diese Seite neu. In privaten Fenstern erlauben Browser sie nie.",
  ],
  pushUnanswered: [
    "You did not answer your browser's question, so nothing was switched on.",
    "Dein Browser hat dich gefragt, und du hast ihm nicht geantwortet; darum ist nichts eingeschaltet.",
  ],
  pushFailed: ["The browser could not set it up. Try again later.", "Der Browser konnte es nicht einrichten. Versuch es später noch einmal."],
  pushNeedsLogin: [
    "For that, sign in with your email address: the link in an email only lets you play.",
    "Dafür musst du dich mit deiner Mailadresse anmelden: Mit dem Link aus einer Mail kannst du nur spielen.",
  ],
  pushTo: ["To the account", "Zum Konto"],
  pushBrowsers: ["Browsers that are told", "Browser, die Bescheid bekommen"],
  pushSince: ["since {moment}", "seit {moment}"],
  pushFailing: ["nothing arrives there", "dort kommt nichts an"],
  pushIsThis: ["this one", "dieser hier"],
  pushEnd: ["End: tell {name} nothing any more", "Beenden: {name} nichts mehr melden"],
  pushEndShort: ["End", "Beenden"],
  pushOffer: ["Should this browser tell you when it is your turn again?", "Soll dir dieser Browser melden, wenn du wieder dran bist?"],
  pushYes: ["Yes, tell me", "Ja, melden"],
  pushNo: ["No, thanks", "Nein, danke"],
  pushDone: ["It will. The account page ends it.", "Wird gemacht. Auf der Kontoseite kannst du es beenden."],
  "p_too-many-browsers": ["You have added many browsers today.", "Du hast heute schon viele Browser hinzugefügt."],
  pushOn: ["{browser} on {system}", "{browser} auf {system}"],
});

/** Whether this browser can show notifications of ours at all. */
export const able = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && "subtle" in crypto;

/** The id of a browser with this address, as the API has it. @param {string} endpoint */
async function idOf(endpoint) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return `b_${[...digest.slice(0, 8)].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}

async function subscribed() {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Who is told, and the id of this browser if it has subscribed. @returns {Promise<BrowserList & { here: string | null }>} */
export async function look() {
  /** @type {BrowserList} */
  const told = await call("GET", "/v1/me/browsers");
  const mine = able() ? await subscribed() : null;
  return { ...told, here: mine ? await idOf(mine.endpoint) : null };
}

/** Have this browser told, which asks the reader for permission: only from a click. @param {BrowserList & { here: string | null }} known */
export async function turnOn(known) {
  if (!(await offlineWorker())) throw new Error("no worker is registered"); // whoever is quicker than the page registers it here
  const worker = await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  // Of another account that was signed in here, or under a key of before: the old address ends, for whoever knows it.
  if (before && !known.browsers.some((one) => one.current && one.id === known.here)) await before.unsubscribe();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: String(known.public_key) });
  const { endpoint, keys } = made.toJSON();
  try {
    await call("POST", "/v1/me/browsers", { body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, name: nameOfThis() } });
  } catch (error) {
    await made.unsubscribe().catch(() => {});
    throw error;
  }
}

/**
 * Where this browser has subscribed under a key that the server has replaced since, subscribe anew: the permission stands, so nobody
 * is asked. A subscription of another account, which was signed in here before, ends: its news is not for this reader. What cannot
 * be done now is tried when a page opens again.
 */
export async function renew() {
  if (!able() || Notification.permission !== "granted" || (await subscribed()) === null) return;
  const known = await look();
  const old = known.browsers.find((one) => one.id === known.here);
  if (!old) await (await subscribed())?.unsubscribe();
  if (!old || old.current || known.public_key === null) return;
  await turnOn(known);
  await call("DELETE", `/v1/me/browsers/${old.id}`).catch(() => {}); // its address has ended
}

/** Why this browser could not be switched on: its reader has said no, or nothing, or its push service is away. @param {unknown} error */
export function whyNot(error) {
  if (Notification.permission === "denied") return say("pushDenied");
  return say(error instanceof DOMException && error.name === "NotAllowedError" ? "pushUnanswered" : "pushFailed");
}

/** Have a browser told nothing any more; this one also forgets its address. @param {string} id @param {string | null} here */
export async function turnOff(id, here) {
  await call("DELETE", `/v1/me/browsers/${id}`);
  if (id === here) await (await subscribed())?.unsubscribe();
}

/** Before somebody signs out: what is asked of them is none of the next reader's business. */
export async function leave() {
  const mine = able() ? await subscribed() : null;
  if (mine) await Promise.allSettled([idOf(mine.endpoint).then((id) => call("DELETE", `/v1/me/browsers/${id}`)), mine.unsubscribe()]);
}

const BROWSERS = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["FxiOS/", "Firefox"], ["CriOS/", "Chrome"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]];
const SYSTEMS = [["Android", "Android"], ["iPhone", "iPhone"], ["iPad", "iPad"], ["Windows", "Windows"], ["Macintosh", "Mac"], ["Linux", "Linux"]];

/** What this browser is called in the list. */
function nameOfThis() {
  const agent = navigator.userAgent;
  /** @param {string[][]} known */
  const found = (known) => known.find(([sign]) => agent.includes(String(sign)))?.[1];
  const [browser, system] = [found(BROWSERS) ?? "Browser", found(SYSTEMS)];
  return system ? say("pushOn", { browser, system }) : browser;
}
