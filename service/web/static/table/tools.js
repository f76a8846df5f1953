// @ts-check
// The bar of a turn: what can be built, bought and traded, with its price. A tool that is pressed leaves only its places marked.
import { BESIDE } from "../frame/fold.js";
import { learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { drawing, reachable, reveal } from "./picture.js";
import { FOOT } from "./table-facts.js";

learn({
  tools: ["Build and trade", "Bauen und tauschen"],
});

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").DecisionInWords} DecisionInWords */
/** @typedef {DecisionInWords["tools"][number]} Tool */

/** Drawings by their tool: parsed once, not with every second that passes. @type {WeakMap<Tool, SVGElement | Element | null>} */
const drawn = new WeakMap();

/** @param {Tool} tool */
function drawingOf(tool) {
  if (!drawn.has(tool)) drawn.set(tool, drawing(tool.drawing));
  return drawn.get(tool);
}

/** The choices that the pressed tool leads to; all of them while none is pressed. @param {Table} table @param {Choice[]} choices */
export const aimed = ({ tool }, choices) => (tool ? choices.filter((one) => one.move.type === tool) : choices);

/**
 * @param {Table} table @param {DecisionInWords} words @param {boolean} beside whether it is asked for beside the picture, not at the foot
 * @param {(type: string) => boolean} open opens the form that makes moves of a type, if there is one
 */
export function toolbar(table, { tools, choices }, beside, open) {
  if (!tools.length || BESIDE.matches !== beside) return nothing;
  const press = (/** @type {Tool} */ tool) => {
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
  };
  return html`<div class="tools" role="group" aria-label=${say("tools")}>${tools.map((one) => html`<button aria-label=${one.words} title=${one.words}
    aria-pressed=${String(table.tool === one.type)} aria-disabled=${String(!one.usable)} ?disabled=${table.busy} @click=${() => press(one)}>${drawingOf(one)}</button>`)}</div>`;
}
