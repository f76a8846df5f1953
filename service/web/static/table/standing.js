// @ts-check
// What of mine stands: what I have sealed, until when it can be changed, who is still awaited.
import { takeBack } from "./answering.js";
import { custodyStands } from "../sealing/custody.js";
import { sealedHere } from "../frame/keep.js";
import { learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { nameOf } from "../frame/parts.js";
import { awaits, roundOf } from "./table-facts.js";
import { span, when } from "../frame/time.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Decision} Decision */

learn({
  staysSealed: ["Still sealed: {move}. It stays so unless you seal something else.", "Weiterhin versiegelt: {move}. Das bleibt so, wenn du nichts anderes versiegelst."],
  staysSealedSome: ["What you have sealed stays sealed unless you seal something else.", "Was du versiegelt hast, bleibt versiegelt, wenn du nichts anderes versiegelst."],
});

/** What this browser knows of the words of what I have sealed. @param {Table} table @param {Decision} facts */
const sealedWords = (table, facts) => sealedHere(table.id, facts.id, facts.mine?.commitment ?? null) ?? table.kept.get(String(facts.mine?.commitment)) ?? null;

/** That what I have sealed stands while I look for something else; nothing where nothing is sealed. @param {Table} table @param {Decision} facts */
export function staysSealed(table, facts) {
  if (!facts.sealed || facts.mine?.commitment == null) return "";
  const move = sealedWords(table, facts);
  return move === null ? say("staysSealedSome") : say("staysSealed", { move });
}

/** What I have sealed, until when it can be changed, and who is still awaited. @param {Table} table @param {Decision} facts */
export function standing(table, facts) {
  const words = sealedWords(table, facts);
  const { match } = table;
  const missing = match.waiting_for.filter((seat) => seat !== match.seat).map((seat) => nameOf(match, seat));
  const n = match.grace_seconds;
  const grace = n ? say("andGrace", { n }) : "";
  return html`
    <p class="kicker sealed"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>${facts.sealed ? say("sealed") : match.hold_seconds ? say("answeredHeld", { span: span(match.hold_seconds) }) : say("answered")}</p>
    ${!facts.sealed ? nothing : words !== null ? html`<h2>${say("sealedWords", { move: words })}</h2>` : facts.mine?.custody === "client" ? html`<h2>${say("sealedElsewhere")}</h2>` : table.later(async () => (await import("../sealing/recalled.js")).recalledNow)}
    <p>${missing.length ? awaits(facts, missing) : !facts.sealed ? "" : n ? say("allInGrace", { n }) : say("allIn")}</p>
    ${facts.sealed
      ? html`<p class="quiet">${facts.deadline_at ? say("canChange", { grace, moment: when(facts.deadline_at) }) : say("canChangeOpen", { grace })}</p>
          <div class="acts"><button @click=${() => { table.changing = true; table.render(); }}>${say("change")}</button>
          <button @click=${() => void takeBack(table, facts)} ?disabled=${table.busy}>${say("takeBack")}</button></div>
          ${table.plans?.render(roundOf(facts)) ?? nothing}${table.plans && words === null && facts.mine?.custody === "client" ? html`<p class="quiet">${say("planUnlessPass")}</p>` : nothing}${custodyStands(facts, words !== null, () => table.render())}`
      : nothing}
    ${table.offer?.render() ?? nothing}`;
}
