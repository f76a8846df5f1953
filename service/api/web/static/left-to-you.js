// @ts-check
// A question that the rules would answer by default: for a while it is left to its reader, who looks at the table.
import { lang, learn, say } from "./language.js";
import { html, nothing } from "./lit-html.js";

learn({
  leftToYou: [
    "You are asked because you are at the table. Without an answer by {moment} this holds: {move}.",
    "Du wirst gefragt, weil du gerade am Tisch bist. Antwortest du nicht bis {moment}, gilt: {move}.",
  ],
});

/** A moment that is near, to the second. @param {string} moment RFC 3339 */
const soon = (moment) => new Intl.DateTimeFormat(lang() === "de" ? "de-DE" : "en-GB", { timeStyle: "medium" }).format(new Date(moment));

/** @param {import("./table.js").Table} table */
export function leftToYou(table) {
  const asked = table.asked();
  const at = asked?.facts.left_until_at;
  return at ? html`<p class="due urgent"><time datetime=${at}>${say("leftToYou", { moment: soon(at), move: asked.words.silence ?? "" })}</time></p>` : nothing;
}
