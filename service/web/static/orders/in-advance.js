// @ts-check
// What can be said in advance, for when one is away: the fold of the standing orders.
import { lang, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { explained } from "../frame/parts.js";
import { hasPlaces } from "../table/table-facts.js";

/** @typedef {import("../table/table.js").Table} Table */

const OFTEN = ["special", "final"]; // parts of orders that answer a kind of question by one word

/** What can be said in advance, for when one is away. @param {Table} table */
export function inAdvance(table) {
  const { match } = table;
  // Where a card goes is said on the picture.
  if (match.status !== "running" || match.seat === null || !table.rules?.orders || hasPlaces(table.rules)) return nothing;
  if (table.orders) table.orders.match = match;
  readBack(table);
  return html`${table.fromNowOn?.standingNow() ?? nothing}${table.orders?.readBack() ?? nothing}<details class="advance" @toggle=${() => void unfoldOrders(table).catch((error) => { table.alert = explained(error); table.render(); })}><summary>${say("inAdvance")}</summary>
    ${table.orders?.render() ?? nothing}</details>`;
}

/**
 * Questions of which orders know an answer by one word: whoever is asked them often may say it beside them.
 * @param {Table} table
 */
export async function answeredInAdvance(table) {
  const { match } = table;
  const properties = /** @type {{ [part: string]: any }} */ (table.rules?.orders?.properties ?? {});
  const kinds = Object.fromEntries(OFTEN.filter((part) => properties[part]).map((part) => [part, (properties[part].oneOf ?? [properties[part]]).flatMap((/** @type {any} */ one) => one.enum ?? [])]));
  if (!Object.keys(kinds).length || match.seat === null) return;
  const { FromNowOn } = await import("./from-now-on.js");
  if (table.fromNowOn) return;
  const usual = table.words?.unasked ? (table.rules?.orders_default ?? {}) : {};
  table.fromNowOn = new FromNowOn(match, kinds, usual, () => table.render(), () => void table.orders?.load().then(() => table.render()));
  await table.fromNowOn.begin();
  table.render();
}

/** Have what stands be told, also after it was set elsewhere; not while somebody fills in the form. @param {Table} table */
function readBack(table) {
  const { match, orders } = table;
  if (!match.orders_seq || table.readBack === match.orders_seq || document.querySelector("details.advance[open]")) return;
  table.readBack = match.orders_seq;
  const looked = orders ? orders.load().then(() => table.render()) : unfoldOrders(table);
  void looked.catch(() => { table.readBack = 0; }); // with the next news again
}

/** @param {Table} table */
async function unfoldOrders(table) {
  if (table.orders !== null) return;
  const { Orders } = await import("./orders.js");
  const orders = new Orders(table.match, /** @type {any} */ (table.rules).orders ?? {}, () => lying(table), table.rules?.order_names[lang()] ?? {}, () => table.render());
  await orders.load();
  table.orders = orders;
  table.render();
}

/** The cards on the picture, each kind once, by the name that orders use. @param {Table} table */
function lying(table) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const one of table.box.querySelectorAll("[id^='spot-card-']")) {
    const key = one.id.slice("spot-card-".length).replace(/\.\d+$/, "");
    if (!found.has(key)) found.set(key, (one.querySelector("title")?.textContent ?? key).split(". ")[0] ?? key);
  }
  return [...found].map(([key, name]) => ({ key, name })).sort((one, other) => one.name.localeCompare(other.name, lang()));
}
