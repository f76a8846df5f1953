// @ts-check
// Creating a match and sitting down. The first entry of its log binds the server (section 12.2 of the protocol page): it is checked
// and kept before anything else of the match is sent.
import { call, Refused } from "../frame/api.js";
import { drawEntropy, givesEntropy } from "../sealing/entropy.js";
import { FAIR } from "../sealing/fair-words.js";
import { learn, say } from "../frame/language.js";
import { checkedLog, holds, remember, seating } from "../sealing/ownlog.js";
import { jcs, knowsSignatures } from "../sealing/seal.js";
import { keep, kept, keptOne } from "../sealing/vault.js";
import "./terms.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {Record<string, any>} Json */

learn(FAIR);
learn({
  otherTerms: [
    "You do not sit down: the log of this match has other terms than you were shown or asked for ({what}). Tell whoever runs this server.",
    "Du setzt dich nicht: Im Protokoll dieser Partie stehen andere Bedingungen als die, die dir gezeigt wurden oder die du wolltest ({what}). Sag es dem Betreiber dieses Servers.",
  ],
  entropyDropped: [
    "You sit at this table, but its log does not have the random number that your browser has added to the deal, or the key of your seat. Leave it, and tell whoever runs this server.",
    "Du sitzt an diesem Tisch, aber in seinem Protokoll fehlt die Zufallszahl, die dein Browser zum Austeilen beigetragen hat, oder der Schlüssel deines Platzes. Steh wieder auf und sag es dem Betreiber dieses Servers.",
  ],
  logWrongHere: [
    "You do not sit down: the log of this match does not hold. Tell whoever runs this server.",
    "Du setzt dich nicht: Das Protokoll dieser Partie hält der Prüfung nicht stand. Sag es dem Betreiber dieses Servers.",
  ],
});

/** The server was caught before anything was sent. */
export class NotAsAgreed extends Error {}

/**
 * Create a match and sit down in it, if it is what was asked for.
 * @param {Json} wish as `POST /v1/matches` takes it @param {string} key of its repetition
 * @param {(match: string) => Promise<{ key: string, file: string } | null>} draw the seat's own key, if it shall sign
 * @returns {Promise<{ match: string, file: string | null }>} the match, and the file of that key
 */
export async function createAndSit(wish, key, draw) {
  const made = await call("POST", "/v1/matches", { body: { ...wish, sit: false }, headers: { "Idempotency-Key": key } });
  const own = await draw(made.match);
  if (made.seat !== null) {
    // Sent again after a lost answer; or the server has seated somebody who did not ask.
    if ((await holdToTerms(made, "", wish, made.created)) !== null) await holdToKept(made.match, made.seat, own !== null);
    return { match: made.match, file: null };
  }
  await sitDown(made, "", own ? { key: own.key } : {}, wish, made.created);
  return { match: made.match, file: own?.file ?? null };
}

/**
 * Sit down in a match whose log has the terms that were shown, with a part in its chance; another free seat when somebody was quicker.
 * @param {Match} match as the server shows it @param {string} query its invitation @param {Json} body what is sent besides
 * @param {Json | null} [wish] of whoever creates it @param {Json | null} [created] the first entry as the server has answered with it
 */
export async function sitDown(match, query, body, wish = null, created = null) {
  const first = await holdToTerms(match, query, wish, created);
  const path = `/v1/matches/${match.match}/seats`;
  if (first === null) return void (await call("PUT", `${path}/me`, { body }));
  const free = match.seats.filter((one) => one.player === null).map((one) => one.seat);
  for (const seat of free.length ? free : [0]) {
    const given = await drawEntropy(match.match, seat, first);
    try {
      await call("PUT", `${path}/${given ? seat : "me"}`, { body: { ...body, ...given } });
    } catch (error) {
      if (error instanceof Refused && error.code === "seat-taken" && seat !== free.at(-1)) continue;
      throw error;
    }
    if (given) await holdToSeat(match.match, query, seat, given.entropy_commitment, body.key);
    return;
  }
}

/**
 * Check that the log has what this browser adds to the seed, and the seat's key: else the server drops them. Remember what it has.
 * @param {string} match @param {string} query @param {number} seat @param {string} commitment @param {string} [key]
 */
async function holdToSeat(match, query, seat, commitment, key) {
  const checked = await checkedLog(match, query);
  const joined = seating(checked, seat);
  if (checked.report.verdict === "FAIL" || joined?.entropy !== commitment || joined.entropy_custody !== "escrow" || joined.key !== key)
    throw new NotAsAgreed(say("entropyDropped"));
  await keep("seats", { id: match, match, joined }).catch(() => {});
}

/** Check that a seat which was taken before has a number of this browser's, and a key, if it shall sign. @param {string} match @param {number} seat @param {boolean} signs */
async function holdToKept(match, seat, signs) {
  const joined = seating(await checkedLog(match), seat);
  const here = async (/** @type {"entropies" | "keys"} */ store, /** @type {string | undefined} */ id) => id !== undefined && (await keptOne(store, id)) !== undefined;
  const number = (await here("entropies", joined?.entropy)) || !(await givesEntropy());
  if (joined === null || !number || (signs && !(await here("keys", joined.key)))) throw new NotAsAgreed(say("entropyDropped"));
  await keep("seats", { id: match, match, joined }).catch(() => {});
}

/**
 * Check that the log of a match holds and has the terms that the server shows, and were asked for; keep how it begins.
 * @param {Match} match as the server shows it @param {string} query its invitation
 * @param {Json | null} [wish] of whoever creates it @param {Json | null} [created] the first entry as the server has answered with it
 * @returns {Promise<Json | null>} the body of the first entry; null where this browser cannot check it
 */
export async function holdToTerms(match, query, wish = null, created = null) {
  // A browser that cannot check keeps what it was shown, for one that can.
  if (!(await knowsSignatures())) return await remember(match, query).then(() => null, () => null);
  const checked = await checkedLog(match.match, query);
  const first = checked.lines[0];
  if (!first || !holds(checked)) throw new NotAsAgreed(say("logWrongHere"));
  if (created !== null && jcs(created) !== jcs(first)) throw new NotAsAgreed(say("logWrongHere"));
  const what = otherTerm(first.entry.body, match) ?? (wish && otherThanWished(first.entry.body, wish));
  if (what) throw new NotAsAgreed(say("otherTerms", { what }));
  const line = jcs(first);
  const known = await kept("created", match.match).catch(() => []);
  // Without storage (a private window) the page works on, and cannot hold the server to it later.
  if (known.length === 0) await keep("created", { id: `${match.match} ${/** @type {Json} */ (first).sig}`, match: match.match, line }).catch(() => {});
  return first.entry.body;
}

/** The member of the first entry that is not what the page shows. @param {Json} body @param {Match} match @returns {string | null} */
function otherTerm(body, match) {
  /** @type {[string, unknown, unknown][]} */
  const terms = [
    ["match", body.match, match.match],
    ["rules", body.rules, match.rules],
    ["seats", body.seats, match.seats.length],
    ["options", body.options, match.options],
    ["pace", body.pace, match.pace],
    ["custody", body.custody, match.custody],
    ["hold_seconds", body.hold_seconds ?? 0, match.hold_seconds],
    ["entropy", body.entropy ?? match.entropy, match.entropy],
    ["nights", body.nights ?? "ignored", match.nights ?? "ignored"],
    ["vacation", body.vacation ?? "plays-on", match.vacation ?? "plays-on"],
    ["absence", body.absence ?? null, agreed(match.absence)],
    ["pauses", body.pauses ?? null, match.pauses && { majority: match.pauses.majority, seconds: match.pauses.seconds }],
    ["time_requests", body.time_requests ?? null, (match.time_requests ?? null) && { majority: match.time_requests?.majority, seconds: match.time_requests?.seconds }],
    ["operator_extensions", body.operator_extensions ?? null, (match.operator_extensions ?? null) && { seconds: match.operator_extensions?.seconds, times: match.operator_extensions?.times }],
    ["extensions", body.extensions ?? null, match.extensions && { seconds: match.extensions.seconds, times: match.extensions.times }],
  ];
  return terms.find(([, logged, shown]) => jcs(logged) !== jcs(shown))?.[0] ?? null;
}

/** What a table has agreed on for people who stay away, as its log has it. @param {Match["absence"]} absence */
function agreed(absence) {
  if (!absence) return null;
  const { handing, majority, misses, notice_seconds, people } = absence;
  return { ...(handing ? { handing } : {}), majority, misses, notice_seconds, ...(people ? { substitutes: true } : {}) };
}

/** The member that is not what was asked for; what was left open, the server may choose. @param {Json} body @param {Json} wish @returns {string | null} */
function otherThanWished(body, wish) {
  /** @param {Json} logged @param {Json} wanted */
  const has = (logged, wanted) => Object.entries(wanted).every(([name, value]) => name in logged && jcs(logged[name]) === jcs(value));
  if (String(body.rules).split("@")[0] !== String(wish.rules).split("@")[0]) return "rules";
  if (body.seats !== wish.seats) return "seats";
  if (!has(body.options, wish.options ?? {})) return "options";
  if ("absence" in wish && (wish.absence === null) !== (body.absence === undefined)) return "absence";
  if (wish.absence && !has(body.absence ?? {}, wish.absence)) return "absence";
  if ("pauses" in wish && (wish.pauses === null) !== (body.pauses === undefined)) return "pauses";
  if (wish.pauses && !has(body.pauses ?? {}, wish.pauses)) return "pauses";
  if ("extensions" in wish && (wish.extensions === null) !== (body.extensions === undefined)) return "extensions";
  if (wish.extensions && !has(body.extensions ?? {}, wish.extensions)) return "extensions";
  if ("time_requests" in wish && (wish.time_requests === null) !== (body.time_requests === undefined)) return "time_requests";
  if (wish.time_requests && !has(body.time_requests ?? {}, wish.time_requests)) return "time_requests";
  if ("vacation" in wish && (body.vacation ?? "plays-on") !== wish.vacation) return "vacation";
  if ("nights" in wish && (body.nights ?? "ignored") !== wish.nights) return "nights";
  if (!has(body.pace, wish.pace ?? {})) return "pace";
  return body.custody === (wish.custody ?? "any") ? null : "custody";
}
