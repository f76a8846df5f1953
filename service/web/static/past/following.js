// @ts-check
// Waiting for news as long as the page is open.
import { Away, call, Refused } from "../frame/api.js";
import { say } from "../frame/language.js";
import { explained } from "../frame/parts.js";

/** @typedef {import("../table/table.js").Table} Table */
/** @typedef {import("../types.js").Match} Match */

const WAIT = 25; // seconds that one request waits for news
const SOON = 1000; // milliseconds until we look again for what came too quickly to be seen together

/** Wait for news as long as the page is open, through lost connections and restarted servers. @param {Table} table */
export async function follow(table) {
  let pause = 1000;
  let looking = new AbortController();
  /** @type {() => void} */
  let wake = () => {};
  // A phone that wakes up, or finds its network again, holds a request that nobody will answer.
  const again = () => {
    pause = 1000;
    looking.abort();
    wake();
  };
  table.lookAgain = again;
  for (const happened of ["online", "offline"]) window.addEventListener(happened, again);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
  while (table.match.status !== "closed") {
    looking = new AbortController();
    try {
      const before = table.whole;
      const wait = table.offline ? 0 : WAIT;
      const news = await call("GET", `${table.path}?after=${before}&talk=${table.match.talk.changes}&wait=${wait}${document.visibilityState === "visible" ? "&here=true" : ""}${table.query()}`, { signal: looking.signal });
      pause = 1000;
      if (table.offline) {
        table.offline = false;
        table.render();
      }
      const changed = news.n !== before || differs(table, news);
      if (changed) await table.refresh();
      if (table.unsure) {
        table.unsure = false;
        table.alert = changed ? "" : say("notArrived");
        table.render();
      }
      if (table.whole < table.match.n) await new Promise((resolve) => { setTimeout(resolve, SOON); });
    } catch (error) {
      const aborted = error instanceof DOMException && error.name === "AbortError";
      const passing = error instanceof Away || (error instanceof Refused && (error.status >= 500 || error.status === 429));
      if (!aborted && !passing) {
        table.alert = explained(error);
        table.render();
        return;
      }
      if (aborted && navigator.onLine) continue;
      table.offline = true;
      table.render();
      await new Promise((resolve) => {
        wake = () => resolve(null);
        setTimeout(resolve, pause);
      });
      pause = Math.min(pause * 2, 30_000);
    }
  }
}

/** Whether my own acts, the awaited seats, the players or the talk have changed. @param {Table} table @param {Match} news */
function differs(table, news) {
  /** @param {Match} match */
  const facts = (match) => JSON.stringify([match.waiting_for, match.status, match.pending, match.seats, match.key_changes, match.talk, match.decisions.map((one) => [one.id, one.mine, one.committed, one.phase])]);
  return facts(news) !== facts(table.match);
}
