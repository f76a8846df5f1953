// @ts-check
// On the page that is shown without a network: the page that was wanted comes back with the network. Browsers say "online" a
// little before anything can be reached, or not at all, so it is tried as well.
const EVERY = 5_000;

const tryAgain = () => fetch("/health", { cache: "no-store" }).then((answer) => { if (answer.ok) location.reload(); }, () => {});

addEventListener("online", () => void tryAgain());
setInterval(() => void tryAgain(), EVERY);
