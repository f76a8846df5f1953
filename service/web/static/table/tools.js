// @ts-check
// A press on a tool in the bar of a turn: it leaves only its places marked, opens its form, or says why it cannot be.
import { reachable, reveal } from "./picture.js";
import { FOOT, aimed } from "./table-facts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").DecisionInWords["tools"][number]} Tool */

/**
 * @param {Table} table @param {Choice[]} choices @param {Tool} tool
 * @param {(type: string) => boolean} open opens the form that makes moves of a type, if there is one
 */
export function press(table, choices, tool, open) {
  table.picked = [];
  table.composer = null;
  table.tool = table.tool === tool.type || !tool.usable ? "" : tool.type;
  const here = table.tool ? aimed(table, choices) : [];
  const [only] = here;
  const form = table.tool !== "" && open(tool.type);
  if (only && here.length === 1 && !form) table.picked = only.spots;
  table.choose(only && here.length === 1 && !form ? only : null);
  table.title = table.tool || !tool.usable ? tool.words : "";
  table.render();
  if (form) document.querySelector("form.compose")?.scrollIntoView({ block: "nearest" });
  const next = reachable(here, []).map((one) => table.box.querySelector(`[id="spot-${one.spots[0]}"]`)).filter((one) => one !== null);
  if (!table.chosen) reveal(next, document.querySelector(FOOT));
}
