// @ts-check
// What the signs of the picture mean, each as it is drawn.
import { lang } from "../frame/language.js";
import { html } from "../vendor/lit-html.js";
import { rulesLink } from "../frame/parts.js";
import { drawing } from "./picture.js";

/** @param {import("./table.js").Table} table */
export function signs(table) {
  const known = table.rules?.legend?.[lang()] ?? [];
  return html`<ul>${known.map((one) => html`<li>${drawing(one.sign)}<span>${one.words}</span></li>`)}</ul><p>${rulesLink(table.match.rules)}</p>`;
}
