// @ts-check
// Who sits at the table, and what concerns them: keys, absences, seats handed over, substitutes, more time, pauses.
import { say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { profileLink } from "../frame/parts.js";
import { when } from "../frame/time.js";

/** @typedef {import("../table/table.js").Table} Table */

/** @param {Table} table */
export function people(table) {
  const { match } = table;
  if (table.keys === null && match.seats.some((one) => one.key)) {
    void import("./rekeying.js").then(({ SeatKeys }) => {
      table.keys ??= new SeatKeys(() => table.render(), (doing) => table.act(doing));
      table.render();
    });
  }
  if (table.absences === null && match.absence?.missed.length) {
    void import("./absence.js").then(({ Absences }) => {
      table.absences ??= new Absences(() => table.render(), (doing) => table.act(doing));
      table.render();
    });
  }
  if (table.handing === null && match.absence?.handing && match.status === "running") {
    void import("./handing.js").then(({ Handing }) => {
      table.handing ??= new Handing(() => table.render(), (doing) => table.act(doing));
      table.render();
    });
  }
  if (table.substitutes === null && match.absence?.people) {
    void import("./substitutes.js").then(({ Substitutes }) => {
      if (!Substitutes.concerns(match)) return;
      table.substitutes ??= new Substitutes(() => table.render(), (doing) => table.act(doing), table.page.me?.account ?? "");
      table.render();
    });
  }
  if (table.requests === null && match.time_requests && match.status === "running") {
    void import("./timerequests.js").then(({ TimeRequests }) => {
      table.requests ??= new TimeRequests((doing) => table.act(doing));
      table.render();
    });
  }
  if (table.talk === null && (match.seat !== null || match.status === "closed") && inTeams(table)) {
    void import("./talk.js").then(({ Talk }) => {
      table.talk ??= new Talk(() => table.render(), (doing) => table.act(doing));
      table.render();
    });
  }
  if (table.chat === null && (match.talk.changes > 0 || (match.seat !== null && match.seats.some((one) => one.seat !== match.seat && one.player && !one.bot)))) {
    void import("./table-talk.js").then(({ TableTalk }) => {
      table.chat ??= new TableTalk(table);
      table.render();
    }).catch(() => {}); // offline: when the page is drawn again
  }
  if (table.pauses === null && match.pauses && match.status === "running") {
    void import("./pauses.js").then(({ PausesShown }) => {
      table.pauses ??= new PausesShown((doing) => table.act(doing));
      table.render();
    });
  }
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
