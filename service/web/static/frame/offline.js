// @ts-check
// On the page that is shown where the server cannot be reached: it says so when it is the network that is missing, and the page
// that was wanted comes back. Browsers say "online" a little before anything can be reached, or not at all, so it is tried as well.
const EVERY = 5_000;

const tryAgain = () => fetch("/health", { cache: "no-store" }).then((answer) => { if (answer.ok) location.reload(); }, () => {});

/** Say what is missing. A browser is sure only of having no network at all. */
function tell() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-no-network]"))) {
    one.dataset.server ??= one.textContent ?? "";
    one.textContent = (navigator.onLine ? one.dataset.server : one.dataset.noNetwork) ?? "";
  }
}

tell();
addEventListener("offline", tell);
addEventListener("online", () => { tell(); void tryAgain(); });
setInterval(() => void tryAgain(), EVERY);
