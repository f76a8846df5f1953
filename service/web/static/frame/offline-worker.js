// @ts-check
// The service worker: without a network, or a server, it shows a page that says so, and what the reader is asked comes as a
// notification. It keeps nothing of any table: what is old must not look new.

/**
 * What a service worker has, as far as this one needs it.
 * @typedef {{
 *   registration: ServiceWorkerRegistration, clients: Clients, skipWaiting: () => Promise<void>,
 *   addEventListener: (kind: string, on: (event: WorkerEvent) => void) => void
 * }} Worker
 * @typedef {{
 *   request: Request, data: { json: () => any } | null, notification: Notification, oldSubscription?: PushSubscription | null, newSubscription?: PushSubscription | null,
 *   waitUntil: (done: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void
 * }} WorkerEvent
 * @typedef {{ url: string, focus: () => Promise<unknown> }} Window
 * @typedef {{ matchAll: (which: object) => Promise<Window[]>, openWindow: (path: string) => Promise<unknown> }} Clients
 */

const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));
const release = new URL(location.href).searchParams.get("release") ?? "";
const language = new URL(location.href).searchParams.get("language") ?? "";
/** The page without a network speaks what its reader reads: another language is another worker. */
const KEPT = `siegelpost ${release} ${language}`;
const PAGE = `/offline?language=${language}`;
/** What the page needs. */
const FILES = ["style.css", "icon.svg", "frame/offline.js"].map((name) => `/web/${release}/${name}`);

/** @param {RequestInfo} asked */
async function kept(asked) {
  return (await (await caches.open(KEPT)).match(asked)) ?? Response.error();
}

worker.addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([PAGE, ...FILES])).then(() => worker.skipWaiting())));

worker.addEventListener("activate", (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("siegelpost ") && name !== KEPT).map((name) => caches.delete(name)))),
));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** Show what our server has sent (workers/deliver/push.py): a title, a line, and the match that it is about. @param {WorkerEvent["data"]} data */
async function show(data) {
  const { title, body, match, language } = data?.json() ?? {};
  const [before] = await worker.registration.getNotifications({ tag: match });
  // The same table's notification takes the place of the one before, and makes itself heard if it says something else.
  const options = { body, tag: match, lang: language, icon: `/web/${release}/icon-192.png`, renotify: before?.body !== body, data: { match } };
  await worker.registration.showNotification(title, options);
}

/** @param {unknown} match */
async function openTable(match) {
  const path = /^[0-9a-f-]{36}$/.test(String(match)) ? `/table/${match}` : "/";
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}

const PAGES = { "Siegelpost-Page": "1" }; // beside it the API takes the session's cookie
const BROWSERS = "/v1/me/browsers";

/** The id of a browser with this address, as the API has it. @param {string} endpoint */
async function idOf(endpoint) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return `b_${[...digest.slice(0, 8)].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The push service has ended this browser's subscription: make another in its place, for the account that had it. Where nobody is
 * signed in any more, nobody is told.
 * @param {PushSubscription | null | undefined} old @param {PushSubscription | null | undefined} made
 */
async function resubscribe(old, made) {
  const answer = await fetch(BROWSERS, { headers: PAGES });
  if (!answer.ok || !old) return;
  const { public_key: key, browsers } = await answer.json();
  const id = await idOf(old.endpoint);
  const entry = browsers.find((/** @type {{ id: string }} */ one) => one.id === id);
  if (!entry || key === null) return;
  const now = made ?? (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = now.toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth, name: entry.name });
  const added = await fetch(BROWSERS, { method: "POST", headers: { ...PAGES, "Content-Type": "application/json" }, body });
  if (added.ok && now.endpoint !== old.endpoint) await fetch(`${BROWSERS}/${id}`, { method: "DELETE", headers: PAGES });
}

worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(resubscribe(event.oldSubscription, event.newSubscription)));

worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data?.match));
});
