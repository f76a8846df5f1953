// @ts-check
// Presses the button of the page that a mail's link opens. Without scripts a person presses it.
const form = document.getElementById("enter");
if (form instanceof HTMLFormElement) form.requestSubmit();
