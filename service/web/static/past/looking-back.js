// @ts-check
// Earlier moments of the match: the way to them below its picture, and from one to another above it.
import { say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { explained } from "../frame/parts.js";
import { grouped } from "./story.js";
import { lens } from "../frame/zoom.js";

/** @typedef {import("../table/table.js").Table} Table */

/** @param {Table} table @param {boolean} wide whether what happened then stands beside the picture */
export function steps(table, wide) {
  if (table.replay) return wide ? nothing : table.replay.happened();
  const any = table.match.status === "running" && table.story.length > 0;
  return any ? html`<p class="look-back"><button class="link" @click=${() => void lookBack(table)}>${say("lookBack")}</button></p>` : nothing;
}

/** Look back while the match goes on. @param {Table} table */
async function lookBack(table) {
  try {
    await openReplay(table);
    /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".replay button"))[1]?.focus();
    document.querySelector(".board")?.scrollIntoView({ block: "start" });
    await table.replay?.go("back");
  } catch (error) {
    table.alert = explained(error);
    table.render();
  }
}

/** @param {Table} table */
export async function openReplay(table) {
  const { Replay } = await import("./replay.js");
  // Two looks at the table may end one after the other: whoever has begun to step stays where he is.
  table.replay ??= new Replay(table.path, table.query(), table.story, table.visit.seen, { lens, grouped }, () => table.render());
  table.render();
}
