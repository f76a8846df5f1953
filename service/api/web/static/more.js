// @ts-check
// The foot of a table: about the game, pace, the table as text, and resigning.
import { lang, say } from "./language.js";
import { html, nothing } from "./lit-html.js";
import { rulesLink } from "./parts.js";
import { drawing } from "./picture.js";
import { sealing } from "./table-facts.js";
import { span, tempo } from "./time.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function more(table) {
  const { match, words } = table;
  return html`<details class="more"><summary>${say("menu")}</summary>
    <p>${words.about} ${rulesLink(match.rules)}</p>
    <dl><dt>${say("pace")}</dt><dd>${tempo(match)}</dd>${match.vacation === "clock-stops" ? html`<dt>${say("whileAway")}</dt><dd>${say("clockStops")}</dd>` : nothing}${match.hold_seconds ? html`<dt>${say("held")}</dt><dd>${say("heldFor", { span: span(match.hold_seconds) })}</dd>` : nothing}${words.preset ? html`<dt>${say("variant")}</dt><dd>${words.preset}</dd>` : nothing}</dl>
    ${words.table ? html`<details><summary>${say("tableText")}</summary><pre tabindex="0">${words.table}</pre></details>` : nothing}
    <p><a href="/verify/${match.match}${table.query().replace("&", "?")}">${say("verifyLink")}</a> · <a href="/fairness">${say("fairness")}</a></p>
    ${table.keys?.mine(match) ?? nothing}${table.pauses?.mine(match) ?? nothing}${table.substitutes?.asking(match) ?? nothing}${table.handing?.menu(match) ?? nothing}
    ${match.status === "running" && match.seat !== null
      ? table.askingToResign
        ? html`<p>${say("resignSure")}</p><div class="acts"><button class="danger" @click=${() => void resign(table)}>${say("resignYes")}</button>
            <button @click=${() => { table.askingToResign = false; table.render(); }}>${say("keepPlaying")}</button></div>`
        : html`<button class="link danger" @click=${() => { table.askingToResign = true; table.render(); }}>${say("resign")}</button>`
      : nothing}
  </details>`;
}

/** @param {Table} table */
async function resign(table) {
  table.askingToResign = false;
  await table.act(async () => (await sealing()).resign(table.match));
}

/** What the signs of the picture mean, fetched when somebody wants to know. @param {Table} table */
export function legend(table) {
  const signs = table.rules?.legend?.[lang()] ?? [];
  const unfold = async () => {
    await table.fetchRules();
    table.render();
  };
  return html`<details class="legend" @toggle=${() => void unfold().catch(() => {})}><summary>${say("legend")}</summary>
    <ul>${signs.map((one) => html`<li>${drawing(one.sign)}<span>${one.words}</span></li>`)}</ul><p>${rulesLink(table.match.rules)}</p></details>`;
}
