// @ts-check
// Many choices in groups that unfold, in the order of the rules: what ends a turn stands last of them and never alone. Below it are
// only examples of what a form makes.
import { html } from "../vendor/lit-html.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").View} View */
/** @typedef {{ title: string, choices: Choice[], examples: boolean }} Group */

const SHORT = 4; // so many choices of a group are shown without being asked for

/**
 * Choices by their headings, in the order in which these come first; one group without a heading if the rules have none.
 * @param {Choice[]} choices @param {Set<string>} made types of moves that a form makes, of which the list has examples @returns {Group[]}
 */
export function groupsOf(choices, made) {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const one of choices) found.set(one.group ?? "", [...(found.get(one.group ?? "") ?? []), one]);
  const groups = [...found].map(([title, inside]) => ({ title, choices: inside, examples: inside.every((one) => made.has(String(one.move.type))) }));
  return [...groups.filter((one) => !one.examples), ...groups.filter((one) => one.examples)];
}

/**
 * @param {Group[]} groups
 * @param {Choice | null} chosen its group is open
 * @param {(group: Group) => View} list how the choices of a group are shown
 */
export const divided = (groups, chosen, list) => html`<div class="groups">${groups.map((group, place) => {
  const open = group.choices.length <= SHORT || (place === 0 && !group.examples) || (chosen !== null && group.choices.includes(chosen));
  return html`<details class="group" .open=${open}><summary>${group.title} (${group.choices.length})</summary>${list(group)}</details>`;
})}</div>`;
