// @ts-check
// Moments and spans as a person reads them, in the browser's own zone.
import { lang, locale, say } from "./language.js";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;
const JUST = 1.005; // a span that has just begun still counts as whole: the moment stands beside it

/** @param {string} moment RFC 3339 */
export function when(moment) {
  const at = new Date(moment);
  const far = Math.abs(at.getTime() - Date.now()) > 6 * DAY * 1000;
  return new Intl.DateTimeFormat(locale(), {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    ...(far ? { day: "numeric", month: "short" } : {}),
  }).format(at);
}

/** A time that is left, rounded down: "47 hours", but right after two days were given "2 days". @param {number} seconds */
export function left(seconds) {
  const about = seconds * JUST;
  /** @type {[number, string]} */
  const [unit, name] =
    about >= 2 * DAY ? [DAY, "day"] : about >= 2 * HOUR ? [HOUR, "hour"] : about >= 2 * MINUTE ? [MINUTE, "minute"] : [1, "second"];
  return new Intl.NumberFormat(lang(), { style: "unit", unit: name, unitDisplay: "long" }).format(Math.floor(about / unit));
}

/** When something can be done again, rounded up: "in 24 hours". @param {number} seconds */
export function inWords(seconds) {
  /** @type {[number, "day" | "hour" | "minute"]} */
  const [unit, name] = seconds >= 2 * DAY ? [DAY, "day"] : seconds >= 2 * HOUR ? [HOUR, "hour"] : [MINUTE, "minute"];
  return new Intl.RelativeTimeFormat(lang()).format(Math.ceil(seconds / unit), name);
}

/** A span in its largest whole unit: "2 days". @param {number} seconds */
export function span(seconds) {
  /** @type {[number, string]} */
  const [unit, name] =
    seconds % DAY === 0 ? [DAY, "day"] : seconds % HOUR === 0 ? [HOUR, "hour"] : seconds % MINUTE === 0 ? [MINUTE, "minute"] : [1, "second"];
  return new Intl.NumberFormat(lang(), { style: "unit", unit: name, unitDisplay: "long" }).format(seconds / unit);
}

/** The reader's night, as far as the account says. @type {import("../types.js").Me["night"] | undefined} */
let night;

/** From when to when it is night for whoever reads; nothing for visitors. @param {import("../types.js").Me | null} me */
export function setNight(me) {
  night = me?.night;
}

/** What a match that keeps nights means to its reader. @param {string} pace */
function byDay(pace) {
  if (night === null) return say("tempoByOthersDay", { pace });
  return night === undefined ? say("tempoByAnyDay", { pace }) : say("tempoByDay", { pace, begins: night.begins, ends: night.ends });
}

/** How fast a match is played, in words. @param {{ pace: Record<string, unknown>, nights?: string }} match */
export const tempo = (match) => (match.nights === "kept" ? byDay(pace(match.pace)) : pace(match.pace));

/** A pace in words. @param {Record<string, unknown>} pace */
function pace(pace) {
  const counted = /** @type {{ weekdays: number[], zone: string } | undefined} */ (pace.counted);
  if (pace.kind === "duration" && !counted) return say("paceEach", { span: span(Number(pace.seconds)) });
  if (counted) return say("paceCounted", { span: span(Number(pace.seconds)), days: weekdays([1, 2, 3, 4, 5, 6, 7].filter((day) => !counted.weekdays.includes(day))), zone: counted.zone });
  const days = /** @type {number[]} */ (pace.weekdays);
  const time = String(pace.time);
  if (days.length === 7) return say("paceDaily", { time, zone: String(pace.zone) });
  return say("paceOn", { days: weekdays(days), time, zone: String(pace.zone) });
}

/** @param {number[]} days ISO weekdays, 1 is Monday */
function weekdays(days) {
  const names = days.map((day) => new Intl.DateTimeFormat(locale(), { weekday: "short", timeZone: "UTC" }).format(new Date(Date.UTC(2024, 0, day))));
  return new Intl.ListFormat(lang()).format(names);
}
