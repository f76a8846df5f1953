// @ts-check
// On the page that is shown without a network: the page that was wanted comes back with the network.
addEventListener("online", () => location.reload());
