// @ts-check
// The service worker: without a network it shows a page that says so, and what the reader is asked comes as a notification. It keeps
// nothing of any table: what is old must not look new.

/**
 * What a service worker has, as far as this one needs it.
 * @typedef {{
 *   registration: ServiceWorkerRegistration, clients: Clients,
 *   addEventListener: (kind: string, on: (event: WorkerEvent) => void) => void
 * }} Worker
 * @typedef {{
 *   request: Request, data: { json: () => any } | null, notification: Notification,
 *   waitUntil: (done: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void
 * }} WorkerEvent
 * @typedef {{ url: string, focus: () => Promise<unknown> }} Window
 * @typedef {{ matchAll: (which: object) => Promise<Window[]>, openWindow: (path: string) => Promise<unknown> }} Clients
 */

const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));
const release = new URL(location.href).searchParams.get("release") ?? "";
const KEPT = `siegelpost ${release}`;
const PAGE = "/offline";
/** What the page needs. */
const FILES = ["style.css", "icon.svg", "offline.js"].map((name) => `/web/${release}/${name}`);

/** @param {RequestInfo} asked */
async function kept(asked) {
  return (await (await caches.open(KEPT)).match(asked)) ?? Response.error();
}

worker.addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([PAGE, ...FILES]))));

worker.addEventListener("activate", (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("siegelpost ") && name !== KEPT).map((name) => caches.delete(name)))),
));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** Show what our server has sent (workers/push): a title, a line, and the match that it is about. @param {WorkerEvent["data"]} data */
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

worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data?.match));
});
