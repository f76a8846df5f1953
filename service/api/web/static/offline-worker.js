// @ts-check
// The service worker: without a network it shows a page that says so. It keeps nothing of any table: what is old must not look new.

/**
 * What a service worker has, as far as this one needs it.
 * @typedef {{
 *   registration: unknown, skipWaiting: () => Promise<void>,
 *   addEventListener: (kind: string, on: (event: WorkerEvent) => void) => void
 * }} Worker
 * @typedef {{ request: Request, waitUntil: (done: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void }} WorkerEvent
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
