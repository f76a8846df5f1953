// @ts-check
// Acts of a player: sealed in this browser, sent, and acknowledged by receipts that it checks and keeps.
import { call, Refused } from "../frame/api.js";
import { learn, say } from "../frame/language.js";
import { checkedLog, holds, seating, serverKeys } from "./ownlog.js";
import { actBytes, b64, commitmentOf, jcs, knowsSignatures, newOpening, newSalt, orderCommitment, padded, receiptHolds } from "./seal.js";
import { FAIR } from "./fair-words.js";
import { keepSealed } from "../frame/keep.js";
import { keep, kept, keptOne, toKeep } from "./vault.js";

/** @typedef {import("../types.js").Acted} Acted */
/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").Match} Match */

learn(FAIR);

/** Something that only the player can decide: the act was not sent, or what came back is not to be trusted. */
export class Distrusted extends Error {}

/** @param {string} match @param {string} decision */
const pathOf = (match, decision) => `/v1/matches/${match}/decisions/${encodeURIComponent(decision)}`;

/**
 * Send an act; what the server signs when it refuses one is kept, too.
 * @param {string} match @param {string} method @param {string} path @param {object} [body] @returns {Promise<Acted>}
 */
async function send(match, method, path, body) {
  try {
    return await call(method, path, body === undefined ? {} : { body: padded(body) });
  } catch (error) {
    const { receipt, signature, checkpoint } = /** @type {{ receipt?: object, signature?: string, checkpoint?: string }} */ (error instanceof Refused ? error.problem : {});
    if (receipt && signature) await keep("receipts", toKeep(match, { receipt, signature, checkpoint })).catch(() => {});
    throw error;
  }
}

/**
 * Seal a move and send it: the opening in escrow, only the commitment where this browser keeps the move to itself.
 * @param {Match} match @param {Decision} facts @param {object} move @param {string} words @param {"escrow" | "client"} custody
 */
export async function seal(match, facts, move, words, custody) {
  const seat = /** @type {number} */ (match.seat);
  await stillSeated(match);
  const signs = keyOfSeat(match) !== null;
  const path = `${pathOf(match.match, facts.id)}/commitment`;
  const replaces = facts.mine?.seq ?? 0;
  if (!("subtle" in crypto) && custody === "escrow" && !signs) {
    // A page without https has no cryptography: the server draws the salt.
    const acted = await send(match.match, "PUT", path, { move, replaces });
    keepSealed(match.match, facts.id, words, String(acted.receipt.commitment));
    return;
  }
  if (custody === "client" || signs) await checkOpened(match, facts);
  const opening = newOpening({ match: match.match, rules: match.rules, decision: facts.id, seat, head: facts.head, move });
  const commitment = await commitmentOf(opening);
  const keeping = keep("openings", { id: commitment, match: match.match, words, custody, opening, settled: false });
  // In escrow the server can open it alone; kept by the player it must be on disk before anybody relies on it.
  await (custody === "client" ? keeping : keeping.catch(() => {}));
  keepSealed(match.match, facts.id, words, commitment);
  const body = custody === "client" ? { commitment } : { opening };
  const signature = await signatureOf(match, "seal", facts, commitment);
  const acted = await send(match.match, "PUT", path, { ...body, replaces, ...signature });
  await settle(match.match, (one) => one.opening.decision === facts.id && one.id !== commitment);
  await keepReceipt(acted, { match: match.match, decision: facts.id, seat, commitment });
}

/**
 * Answer an open decision.
 * @param {Match} match @param {Decision} facts @param {object} move @param {string} words
 */
export async function answer(match, facts, move, words) {
  const seat = /** @type {number} */ (match.seat);
  await stillSeated(match);
  let body = /** @type {Record<string, unknown>} */ ({ move });
  if (keyOfSeat(match) !== null) {
    await checkOpened(match, facts);
    const opening = newOpening({ match: match.match, rules: match.rules, decision: facts.id, seat, head: facts.head, move });
    body = { opening, ...(await signatureOf(match, "seal", facts, await commitmentOf(opening))) };
  }
  const acted = await send(match.match, "PUT", `${pathOf(match.match, facts.id)}/move`, { ...body, replaces: facts.mine?.seq ?? 0 });
  const opening = body.opening ?? acted.opening;
  const commitment = opening && "subtle" in crypto ? await commitmentOf(/** @type {object} */ (opening)) : acted.receipt.commitment;
  if (acted.opening && jcs(acted.opening.move) !== jcs(move)) throw new Distrusted(say("receiptWrong"));
  await keepReceipt(acted, { match: match.match, decision: facts.id, seat, commitment });
  keepSealed(match.match, facts.id, words, String(commitment));
}

/** Take a seal back. @param {Match} match @param {Decision} facts */
export async function withdraw(match, facts) {
  const { signature } = await signatureOf(match, "withdraw", facts, null);
  const query = `replaces=${facts.mine?.seq ?? 0}${signature ? `&signature=${signature}` : ""}`;
  const acted = await send(match.match, "DELETE", `${pathOf(match.match, facts.id)}/commitment?${query}`);
  await settle(match.match, (one) => one.opening.decision === facts.id);
  await keepReceipt(acted, { match: match.match, decision: facts.id, seat: match.seat, commitment: null });
}

/**
 * Set standing orders, or end them: the receipt must name what was sent. A page without https leaves the salt to the server.
 * @param {Match} match @param {object | null} orders @param {number} replaces @returns {Promise<number>} their number
 */
export async function orderedTo(match, orders, replaces) {
  await stillSeated(match);
  const path = `/v1/matches/${match.match}/orders`;
  const document = { order: orders, ...("subtle" in crypto ? { salt: newSalt() } : {}) };
  const commitment = orders === null ? null : document.salt ? await orderCommitment(document) : undefined;
  const signature = commitment === undefined ? {} : await signedOutside(match, { act: "order", commitment, decision: "orders", seq: replaces + 1 });
  const acted = orders === null
    ? await send(match.match, "DELETE", `${path}?${new URLSearchParams({ replaces: String(replaces), ...signature })}`)
    : await send(match.match, "PUT", path, { orders, replaces, ...(document.salt ? { salt: document.salt } : {}), ...signature });
  const { document: sealed } = /** @type {{ document?: { order: object } | null }} */ (/** @type {unknown} */ (acted));
  if (orders !== null && (!sealed || jcs(sealed.order) !== jcs(orders))) throw new Distrusted(say("receiptWrong"));
  await keepReceipt(acted, { match: match.match, decision: "orders", seat: match.seat, ...(commitment === undefined ? {} : { commitment }) });
  return Number(acted.receipt.seq);
}

/** Give the match up. @param {Match} match */
export async function resign(match) {
  const body = await signedOutside(match, { act: "resign", commitment: null, decision: "resign", seq: 1 });
  /** @type {Match} */
  const { resignation } = await call("POST", `/v1/matches/${match.match}/resign`, { body });
  if (resignation) await keepReceipt(resignation, { match: match.match, decision: "resign", seat: match.seat });
}

/**
 * Say that I am there, or what I want about a seat that is missed; only over a log that this browser has checked, and that says so.
 * @param {Match} match @param {import("../types.js").Missed} missed @param {"wait" | "bot" | "win" | null} choice
 */
export async function speak(match, missed, choice) {
  if (missed.mine === null) return;
  const { act, head, seq } = missed.mine;
  const checked = await checkedLog(match.match);
  const line = checked.lines.find((one) => one.head === head);
  const says = line?.entry.type === (act === "here" ? "absent" : "polled") && line.entry.body.seat === missed.seat;
  if (!holds(checked) || !says) throw new Distrusted(say("logWrong"));
  const said = choice === null ? {} : { choice };
  const signature = await signed(match, { act, commitment: null, decision: act, head, seq, ...said });
  const path = `/v1/matches/${match.match}/seats/${missed.seat}/${act === "here" ? "presence" : "vote"}`;
  const acted = await call("PUT", path, { body: { ...said, ...signature } });
  await keepReceipt(acted, { match: match.match, decision: act, seat: match.seat, ...said });
}

/**
 * Say that I want somebody to play on in a seat, or to come back to it; only over a log that this browser has checked, and that says
 * that he is ready, and the others are asked.
 * @param {Match} match @param {import("../types.js").Substitute} one
 */
export async function choosePerson(match, one) {
  if (one.mine === null) return;
  const { head, seq } = one.mine;
  const checked = await checkedLog(match.match);
  const line = checked.lines.find((other) => other.head === head)?.entry;
  const ready = checked.lines.some(({ entry }) => entry.type === "volunteered" && entry.body.seat === one.seat && entry.body.player === one.player);
  const asked = line?.body.seat === one.seat && (line.type === "polled" || (line.type === "volunteered" && line.body.player === one.player));
  if (!holds(checked) || !ready || !asked) throw new Distrusted(say("logWrong"));
  const said = { choice: "person", player: one.player };
  const signature = await signed(match, { act: "vote", commitment: null, decision: "vote", head, seq, ...said });
  const acted = await call("PUT", `/v1/matches/${match.match}/seats/${one.seat}/vote`, { body: { ...said, ...signature } });
  await keepReceipt(acted, { match: match.match, decision: "vote", seat: match.seat, ...said });
}

/**
 * Ask the others to let me hand my seat over, to a bot or to somebody who is ready for it.
 * @param {Match} match @param {{ choice: "bot" } | { choice: "person", player: string }} taker
 */
export async function handOver(match, taker) {
  const seq = match.absence?.may_hand?.seq ?? 1;
  const signature = await signedOutside(match, { act: "hand", commitment: null, decision: "hand", seq, ...taker });
  const acted = await call("PUT", `/v1/matches/${match.match}/seats/${match.seat}/handing`, { body: { ...taker, seq, ...signature } });
  await keepReceipt(acted, { match: match.match, decision: "hand", seat: match.seat, ...taker });
}

/**
 * Agree that somebody hands his seat over, or want him to stay; of my own seat, stay. Only over a log that this browser has checked,
 * and that says to whom it goes.
 * @param {Match} match @param {import("../types.js").SeatHandedOver} one @param {"agree" | "stay" | "here"} word
 */
export async function answerHanding(match, one, word) {
  if (one.mine === null) return;
  const { act, head, seq } = one.mine;
  const checked = await checkedLog(match.match);
  const line = checked.lines.find((other) => other.head === head)?.entry;
  const asked = line?.type === "handed" && line.body.seat === one.seat && line.body.choice === one.choice && (line.body.player ?? null) === one.player;
  if (!holds(checked) || !asked) throw new Distrusted(say("logWrong"));
  const agreed = one.player === null ? { choice: one.choice } : { choice: one.choice, player: one.player };
  const said = word === "here" ? {} : word === "agree" ? agreed : { choice: "wait" };
  const signature = await signed(match, { act, commitment: null, decision: act, head, seq, ...said });
  const path = `/v1/matches/${match.match}/seats/${one.seat}/${act === "here" ? "presence" : "vote"}`;
  const acted = await call("PUT", path, { body: { ...said, ...signature } });
  await keepReceipt(acted, { match: match.match, decision: act, seat: match.seat, ...said });
}

/**
 * Take more time for a decision, over a log that this browser has checked; the receipt names the entry that says until when.
 * @param {Match} match @param {Decision} facts
 */
export async function takeTime(match, facts) {
  const seq = match.extensions?.mine?.seq ?? 1;
  await checkOpened(match, facts);
  const signature = await signed(match, { act: "extend", commitment: null, decision: "extend", head: facts.head, seq });
  const acted = await call("PUT", `${pathOf(match.match, facts.id)}/extension`, { body: { seq, ...signature } });
  await keepReceipt(acted, { match: match.match, decision: "extend", seat: match.seat });
}

/**
 * Ask the others for so many seconds more for a decision, over a log that this browser has checked.
 * @param {Match} match @param {Decision} facts @param {number} seconds
 */
export async function askForTime(match, facts, seconds) {
  const seq = match.time_requests?.mine?.request_seq ?? 1;
  await checkOpened(match, facts);
  const signature = await signed(match, { act: "request", commitment: null, decision: "request", head: facts.head, seconds, seq });
  const acted = await call("PUT", `${pathOf(match.match, facts.id)}/time-request`, { body: { seconds, seq, ...signature } });
  await keepReceipt(acted, { match: match.match, decision: "request", seat: match.seat });
}

/**
 * Grant a seat the time that it asks for, or do not, as the log that this browser has checked tells it.
 * @param {Match} match @param {{ decision: string, seat: number, seconds: number }} request @param {boolean} grant
 */
export async function answerTimeRequest(match, request, grant) {
  const seq = match.time_requests?.mine?.response_seq ?? 1;
  const checked = await checkedLog(match.match);
  const line = checked.lines.findLast(({ entry }) => entry.type === "requested" && entry.body.decision === request.decision);
  const body = line?.entry.body;
  if (!holds(checked) || line === undefined || body?.seat !== request.seat || body.seconds !== request.seconds) throw new Distrusted(say("logWrong"));
  const signature = await signed(match, { act: "respond", commitment: null, decision: "respond", grant, head: line.head, seq });
  const acted = await call("PUT", `${pathOf(match.match, request.decision)}/time-response`, { body: { grant, requester: request.seat, seq, ...signature } });
  await keepReceipt(acted, { match: match.match, decision: "respond", seat: match.seat });
}

/** Say that I want a pause, or want it no longer. @param {Match} match @param {boolean} pause */
export async function wishPause(match, pause) {
  const seq = match.pauses?.mine?.seq ?? 1;
  const body = await signedOutside(match, { act: "pause", commitment: null, decision: "pause", pause, seq });
  const acted = await call("PUT", `/v1/matches/${match.match}/pause`, { body: { pause, seq, ...body } });
  await keepReceipt(acted, { match: match.match, decision: "pause", seat: match.seat });
}

/** What was sealed, in words, by commitment. @param {string} match @returns {Promise<Map<string, string>>} */
export const wordsKept = async (match) => new Map((await kept("openings", match).catch(() => [])).map((one) => [one.id, one.words]));

/** Fetch the receipts of what was done in another window, on another device or by mail, as long as the server shows them. @param {Match} match */
export async function collectReceipts(match) {
  const here = (await kept("receipts", match.match)).map(({ receipt }) => `${receipt.decision} ${receipt.seat} ${receipt.seq}`);
  if (match.resignation) await keepReceipt(match.resignation, { match: match.match, decision: "resign" });
  for (const { id, mine } of match.decisions) {
    if (mine === null || here.includes(`${id} ${match.seat} ${mine.seq}`)) continue;
    const standing = await call("GET", `${pathOf(match.match, id)}/commitment`);
    await keepReceipt(standing, { match: match.match, decision: id, seat: match.seat, commitment: mine.commitment });
  }
}

/**
 * Open what is locked and waits for this browser.
 * @param {Match} match @returns {Promise<{ opened: number, missing: boolean }>} whether an opening is awaited that is not here
 */
export async function openLocked(match) {
  const awaited = match.decisions.filter((one) => one.phase === "opening" && match.seat !== null && one.awaited.includes(match.seat) && one.mine?.opened === false);
  let opened = 0;
  let missing = false;
  for (const facts of awaited) {
    const record = await keptOne("openings", String(facts.mine?.commitment)).catch(() => undefined);
    if (record === undefined) {
      missing = true;
      continue;
    }
    await checkLocked(match, facts.id, record.id);
    const acted = await send(match.match, "PUT", `${pathOf(match.match, facts.id)}/opening`, { opening: record.opening });
    await keep("openings", { ...record, settled: true });
    await keepReceipt(acted, { match: match.match, decision: facts.id, commitment: record.id });
    opened += 1;
  }
  return { opened, missing };
}

/** Open what is locked at any table and waits for this browser. */
export async function openEverywhere() {
  const records = (await kept("openings")).filter((one) => one.custody === "client" && !one.settled);
  for (const id of new Set(records.map((one) => one.match))) {
    try {
      /** @type {Match} */
      const match = await call("GET", `/v1/matches/${id}`);
      await openLocked(match);
      const standing = match.decisions.map((one) => one.id);
      await settle(id, (one) => !standing.includes(one.opening.decision));
    } catch {
      // A table that cannot be seen now, or not by this account: the others must not wait for it.
    }
  }
}

/**
 * Note for which openings nobody will ask any more.
 * @param {string} match @param {(one: import("./vault.js").KeptOpening) => boolean} over
 */
async function settle(match, over) {
  const found = await kept("openings", match).catch(() => []);
  const ended = found.filter((one) => !one.settled && over(one)).map((one) => ({ ...one, settled: true }));
  if (ended.length) await keep("openings", ...ended);
}

/**
 * Keep what the server has signed, if it says what was done.
 * @param {{ receipt: object, signature: string, checkpoint?: string | null }} acted @param {Record<string, unknown>} facts
 */
async function keepReceipt(acted, facts) {
  const signed = { receipt: /** @type {Record<string, unknown>} */ (acted.receipt), signature: acted.signature };
  await keep("receipts", toKeep(String(facts.match), acted)).catch(() => {});
  const named = Object.entries(facts).every(([name, value]) => signed.receipt[name] === value);
  const known = (await knowsSignatures()) ? await serverKeys() : [];
  // Where no key is known, or the browser cannot check, the verifier says later whether the receipt counts.
  const holding = known.length === 0 || (await Promise.all(known.map((key) => receiptHolds(signed, key)))).includes(true);
  if (!named || !holding) throw new Distrusted(say("receiptWrong"));
}

/**
 * Seal only to a history that this browser has checked (section 2): else a server could show two players two tables.
 * @param {Match} match @param {Decision} facts
 */
async function checkOpened(match, facts) {
  const checked = await checkedLog(match.match);
  const line = checked.lines[facts.n - 1];
  const opens = line?.entry.type === "opened" && line.entry.body.decision === facts.id && line.head === facts.head;
  if (!holds(checked) || !opens) throw new Distrusted(say("logWrong"));
}

/**
 * Open only what the log has locked with this very commitment: a server that asks earlier wants to look.
 * @param {Match} match @param {string} decision @param {string} commitment
 */
async function checkLocked(match, decision, commitment) {
  const checked = await checkedLog(match.match);
  const lock = checked.lines.find(({ entry }) => entry.type === "locked" && entry.body.decision === decision);
  const seats = /** @type {{ seat: number, commitment: string }[]} */ (lock?.entry.body.seats ?? []);
  if (!holds(checked) || !seats.some((one) => one.seat === match.seat && one.commitment === commitment)) throw new Distrusted(say("lockWrong"));
}

/**
 * Act only in the seat that was taken here, as it was taken: who took it anew, without number or key, could choose the deal, or act
 * for it. After the deal nobody sits down any more, so one look then is enough.
 * @param {Match} match
 */
async function stillSeated(match) {
  const [taken] = await kept("seats", match.match).catch(() => []);
  if (taken === undefined) return;
  if (taken.joined.key && keyOfSeat(match) === null) throw new Distrusted(say("keyGone"));
  if (taken.dealt && match.seat === taken.joined.seat) return;
  const checked = await checkedLog(match.match);
  if (match.seat !== taken.joined.seat || jcs(seating(checked, taken.joined.seat)) !== jcs(taken.joined)) throw new Distrusted(say("seatAnew"));
  if (!holds(checked)) throw new Distrusted(say("logWrong"));
  if (checked.lines.some(({ entry }) => entry.type === "started")) await keep("seats", { ...taken, dealt: true });
}

/** The public key that my seat signs with, if any. @param {Match} match @returns {string | null} */
export const keyOfSeat = (match) => (match.seat === null ? null : (match.seats[match.seat]?.key ?? null));

/**
 * The signature over an act in a decision; nothing for a seat that does not sign.
 * @param {Match} match @param {"seal" | "withdraw"} act @param {Decision} facts @param {string | null} commitment
 */
const signatureOf = (match, act, facts, commitment) => signed(match, { act, commitment, decision: facts.id, head: facts.head, seq: facts.next_seq });

/** The signature over an act that belongs to no decision: it names the entry that started the match. @param {Match} match @param {object} act */
async function signedOutside(match, act) {
  if (keyOfSeat(match) === null) return {};
  const checked = await checkedLog(match.match);
  const started = checked.lines.find(({ entry }) => entry.type === "started");
  if (!holds(checked) || started === undefined) throw new Distrusted(say("logWrong"));
  return signed(match, { ...act, head: started.head });
}

/** The signature of my seat over an act; nothing for a seat that does not sign. @param {Match} match @param {object} act @returns {Promise<{ signature?: string }>} */
export async function signed(match, act) {
  const key = keyOfSeat(match);
  if (key === null) return {};
  const record = await keptOne("keys", key).catch(() => undefined);
  if (record === undefined) throw new Distrusted(say("keyElsewhere"));
  const bytes = await actBytes({ match: match.match, seat: match.seat, ...act });
  return { signature: b64(new Uint8Array(await crypto.subtle.sign("Ed25519", record.key, bytes))) };
}
