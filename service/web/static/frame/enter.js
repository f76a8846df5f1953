// @ts-check
// Presses the button of a mail link's page in a browser that knows the account; the page itself holds this text (frame/app.js).
const form = document.querySelector("form#enter");
if (form instanceof HTMLFormElement) globalThis.entering = fetch(form.action, { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(form))) });
