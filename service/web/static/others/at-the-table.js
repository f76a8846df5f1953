// @ts-check
// Who sits at the table, and what concerns them: keys, absences, seats handed over, substitutes, more time, pauses.
import { say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { profileLink } from "../frame/parts.js";
import { when } from "../frame/time.js";

/** @typedef {import("../table/table.js").Table} Table */

/**
 * Load what concerns somebody now; offline, when the page is drawn again.
 * @template {"keys" | "absences" | "handing" | "substitutes" | "requests" | "talk" | "chat" | "pauses"} Name
 * @param {Table} table @param {Name} name @param {unknown} concerns @param {() => Promise<Table[Name]>} load
 */
function once(table, name, concerns, load) {
  if (table[name] !== null || !concerns) return;
  void load().then((made) => {
    if (!made) return;
    table[name] ??= made;
    table.render();
  }).catch(() => {});
}

/** @param {Table} table */
export function people(table) {
  const { match } = table;
  const [redraw, act] = [() => table.render(), (/** @type {() => Promise<unknown>} */ doing) => table.act(doing)];
  const runs = match.status === "running";
  once(table, "keys", match.seats.some((one) => one.key), async () => new (await import("./rekeying.js")).SeatKeys(redraw, act));
  once(table, "absences", match.absence?.missed.length, async () => new (await import("./absence.js")).Absences(redraw, act));
  once(table, "handing", runs && match.absence?.handing, async () => new (await import("./handing.js")).Handing(redraw, act));
  once(table, "substitutes", match.absence?.people, async () => {
    const { Substitutes } = await import("./substitutes.js");
    return Substitutes.concerns(match) ? new Substitutes(redraw, act, table.page.me?.account ?? "") : null;
  });
  once(table, "requests", runs && match.time_requests, async () => new (await import("./timerequests.js")).TimeRequests(act));
  once(table, "talk", (match.seat !== null || match.status === "closed") && inTeams(table), async () => new (await import("./talk.js")).Talk(redraw, act));
  once(table, "chat", match.talk.changes > 0 || (match.seat !== null && match.seats.some((one) => one.seat !== match.seat && one.player && !one.bot)), async () => new (await import("./table-talk.js")).TableTalk(table));
  once(table, "pauses", runs && match.pauses, async () => new (await import("./pauses.js")).PausesShown(act));
  return html`${table.talk?.render(match) ?? nothing}${table.chat?.render() ?? nothing}${table.keys?.wanted(match) ?? nothing}${table.absences?.render(match) ?? nothing}${table.handing?.render(match) ?? nothing}${table.substitutes?.render(match) ?? nothing}${table.requests?.render(match) ?? nothing}${table.pauses?.render(match) ?? nothing}<section class="people" aria-label=${say("players")}><ul>${match.seats.map((one) => html`
    <li class=${match.waiting_for.includes(one.seat) ? "awaited" : ""}>${sign(table, one.seat)}<span>${profileLink(match, one.seat)}</span>
    <span class="quiet">${[table.words.seats[one.seat]?.called, one.seat === match.seat ? say("you") : "", away(table, one.seat)].filter(Boolean).join(" · ")}</span></li>`)}</ul></section>`;
}

/** Whether seats play together: those of one colour do. @param {Table} table */
const inTeams = ({ words }) => new Set(words.seats.map((one) => one.colour)).size < words.seats.length;

/** The colour by which the picture shows a seat. @param {Table} table @param {number} seat */
function sign(table, seat) {
  const colour = table.words.seats[seat]?.colour;
  return colour ? html`<svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7" fill=${colour} stroke="currentColor"></circle></svg>` : nothing;
}

/** Until when the player of a seat is on vacation, where the clock has stopped for it. @param {Table} table @param {number} seat */
function away(table, seat) {
  const found = table.match.away?.find((one) => one.seat === seat);
  return found ? say("onVacation", { moment: when(found.until_at) }) : "";
}
