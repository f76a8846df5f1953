// @ts-check
// Presses the button of the page that a mail's link opens, in a browser that knows the account. Elsewhere a person presses it.
const form = document.getElementById("enter");
if (form instanceof HTMLFormElement) form.requestSubmit();
