// @ts-check
// A browser says once, soon after a page has opened, that it could be installed; the account page may need that later.

/** @typedef {Event & { prompt: () => Promise<unknown> }} Offer */

/** @type {Offer | null} */
let offer = null;
let changed = () => {};

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // it is offered on the account page, not over a table
  offer = /** @type {Offer} */ (event);
  changed();
});

/** Whether this browser would install the page now. */
export const installOffer = () => offer !== null;

/** Be told when that changes. @param {() => void} draw */
export function tellOfOffer(draw) {
  changed = draw;
}

/** Have the browser ask its reader; it does so once. */
export function takeOffer() {
  void offer?.prompt().catch(() => {});
  offer = null;
}
