// @ts-check
// Does the work that a form needs, and sends the form again. Where the browser cannot, it says what helps.
import { prove } from "./work.js";

const form = document.getElementById("work");
const proof = document.getElementById("proof");
const busy = document.getElementById("busy");
const later = document.getElementById("later");
if (form instanceof HTMLFormElement && proof instanceof HTMLInputElement && busy && later) {
  try {
    proof.value = await prove({ text: form.dataset["text"] ?? "", bits: Number(form.dataset["bits"]) });
    form.requestSubmit();
  } catch {
    busy.hidden = true; // by plain http there is no Web Crypto
    later.hidden = false;
  }
}
