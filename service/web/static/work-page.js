// @ts-check
// Does the work that a form needs, and sends the form again.
import { prove } from "./work.js";

const form = document.getElementById("work");
const proof = document.getElementById("proof");
if (form instanceof HTMLFormElement && proof instanceof HTMLInputElement) {
  proof.value = await prove({ text: form.dataset["text"] ?? "", bits: Number(form.dataset["bits"]) });
  form.requestSubmit();
}
