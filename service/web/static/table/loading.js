// @ts-check
// What comes after the table itself: its story, and what this browser keeps and opens.
import { call } from "../frame/api.js";
import { say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { sealing } from "./table-facts.js";

/** @typedef {import("./table.js").Table} Table */

/** Keep what the server shows as evidence, and open what waits for this browser. @param {Table} table */
export async function keepUp(table) {
  void import("./standing.js").catch(() => {}); // before anything is sealed
  const [{ remember }, acts] = await Promise.all([import("../sealing/ownlog.js"), sealing()]);
  await remember(table.match, table.query().slice(1)).catch(() => {});
  await acts.collectReceipts(table.match).catch(() => {});
  table.kept = await acts.wordsKept(table.id);
  table.render();
  if (table.missing || !table.match.decisions.some((one) => one.phase === "opening")) return;
  try {
    const { opened, missing } = await acts.openLocked(table.match);
    table.missing = missing;
    if (opened) {
      table.notice = say("openedNow");
      await table.refresh();
    }
  } catch (error) {
    table.alert ||= explained(error); // a receipt that does not hold stays said, though another window was quicker to open
  }
  table.render();
}

/** @param {Table} table @param {string} query */
export async function loadStory(table, query) {
  let after = Math.max(0, table.shown);
  for (;;) {
    /** @type {import("../types.js").Feed} */
    const feed = await call("GET", `${table.path}/feed?limit=1000&after=${after}&${query}`);
    table.story.push(...feed.events.filter((one) => one.text && !table.story.some((known) => known.n === one.n && known.text === one.text)));
    if (feed.next === null) return;
    after = feed.next;
  }
}
