// @ts-check
// What of mine stands: what I have sealed, until when it can be changed, who is still awaited. Loaded once the table is seen.
import { sealedHere } from "../frame/keep.js";
import { learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { nameOf } from "../frame/parts.js";
import { awaits, roundOf } from "./table-facts.js";
import { span, when } from "../frame/time.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Decision} Decision */

learn({
  sealedWords: ["You have sealed: {move}.", "Du hast versiegelt: {move}."],
  planUnlessPass: [
    "The server cannot read what you sealed. If it was a pass, no card is laid, and standing orders for it have no effect.",
    "Der Server kann nicht lesen, was du versiegelt hast. War es ein Pass, wird keine Karte gelegt, und eine Daueranweisung dafür bewirkt nichts.",
  ],
  sealedElsewhere: [
    "You have sealed on another device, which keeps the card itself. The server cannot read it, so only that device can show it.",
    "Du hast auf einem anderen Gerät versiegelt, das die Karte selbst behält. Der Server kann sie nicht lesen, nur jenes Gerät kann sie zeigen.",
  ],
  canChange: ["You can change it until everybody has sealed{grace}, or until {moment} at the latest.", "Du kannst es ändern, bis alle versiegelt haben{grace}, längstens bis {moment}."],
  canChangeOpen: ["You can change it until everybody has sealed{grace}.", "Du kannst es ändern, bis alle versiegelt haben{grace}."],
  andGrace: [" and {n} seconds more", " und noch {n} Sekunden länger"],
  takeBack: ["Take it back", "Zurücknehmen"],
  answeredHeld: ["You have answered. It takes effect within {span}, at a random moment, so that nobody can tell whether you or your standing orders answered.", "Du hast geantwortet. Das gilt binnen {span}; wann genau, wird ausgelost. So erkennt niemand, ob du geantwortet hast oder deine Daueranweisungen."],
  allIn: ["All are in. The cards are turned over in a moment.", "Alle haben versiegelt. Gleich wird aufgedeckt."],
  allInGrace: ["All are in. The cards are turned over {n} seconds after the last seal; until then you can change yours.", "Alle haben versiegelt. Aufgedeckt wird {n} Sekunden nach dem letzten Siegel; bis dahin kannst du deines ändern."],
  staysSealed: ["Still sealed: {move}. It stays so unless you seal something else.", "Weiterhin versiegelt: {move}. Das bleibt so, wenn du nichts anderes versiegelst."],
  staysSealedSome: ["What you have sealed stays sealed unless you seal something else.", "Was du versiegelt hast, bleibt versiegelt, wenn du nichts anderes versiegelst."],
});

/** What this browser knows of the words of what I have sealed. @param {Table} table @param {Decision} facts */
const sealedWords = (table, facts) => sealedHere(table.id, facts.id, facts.mine?.commitment ?? null) ?? table.kept.get(String(facts.mine?.commitment)) ?? null;

/** That what I have sealed stands while I look for something else. @param {Table} table */
export function staysSealed(table) {
  const facts = table.asked()?.facts;
  const move = facts ? sealedWords(table, facts) : null;
  return move === null ? say("staysSealedSome") : say("staysSealed", { move });
}

/**
 * What I have sealed, until when it can be changed, and who is still awaited.
 * @param {Table} table
 * @param {typeof import("./answering.js").takeBack} takeBack @param {typeof import("../sealing/custody.js").custodyStands} custodyStands
 */
export function standing(table, takeBack, custodyStands) {
  const facts = table.asked()?.facts;
  if (!facts) return nothing;
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
