// @ts-check
// Numbers of places: they would cover what they stand on, so they are shown to whoever asks for them.
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";

learn({
  showNumbers: ["Show the numbers of the places", "Nummern der Felder zeigen"],
  hideNumbers: ["Hide the numbers of the places", "Nummern der Felder verbergen"],
});

/** A switch, where there is anything to show. @param {HTMLElement} box the picture's @param {() => void} draw */
export function numbersSwitch(box, draw) {
  if (!box.querySelector(".ids")) return nothing;
  const shown = box.classList.contains("numbered");
  const turn = () => {
    box.classList.toggle("numbered");
    draw();
  };
  return html`<button class="link" aria-pressed=${shown} @click=${turn}>${say(shown ? "hideNumbers" : "showNumbers")}</button>`;
}
