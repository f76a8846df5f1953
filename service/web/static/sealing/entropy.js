// @ts-check
// What a player adds to the chance of a match (section 12.2 of the protocol page): a random number of this browser's, so that
// nobody can choose the deal. It is sealed to the server's workers, so nobody has to come back for it before the deal; should that
// box not open, this browser reveals the number itself.
import { call } from "../frame/api.js";
import { FAIR } from "./fair-words.js";
import { learn, say } from "../frame/language.js";
import { checkedLog, holds } from "./ownlog.js";
import { b64, entropyCommitment, jcs } from "./seal.js";
import { keep, kept, keptOne, toKeep } from "./vault.js";

/** @typedef {import("../types.js").Match} Match */

learn(FAIR);

/** Whether this browser can seal a number of its own. */
export const givesEntropy = async () => "subtle" in crypto && (await (await import("./sealed-box.js")).canBox());

/**
 * Draw a number for a seat, keep it, and return what is sent of it; nothing where the browser cannot.
 * @param {string} match @param {number} seat @param {Record<string, any>} created body of the first entry of the log, checked
 * @returns {Promise<{ entropy_commitment: string, entropy_custody: "escrow", entropy_box: string } | null>}
 */
export async function drawEntropy(match, seat, created) {
  if (!(await givesEntropy())) return null;
  const { boxed } = await import("./sealed-box.js");
  const value = crypto.getRandomValues(new Uint8Array(32));
  const entropy = b64(value);
  const commitment = await entropyCommitment(match, seat, value);
  // Without storage (a private window) the box alone has to do.
  await keep("entropies", { id: commitment, match, seat, entropy }).catch(() => {});
  return { entropy_commitment: commitment, entropy_custody: "escrow", entropy_box: await boxed(jcs({ entropy, match, seat }), created.resolver) };
}

/**
 * Reveal the number of my seat where the table waits for it and it is here.
 * @param {Match} match @returns {Promise<boolean>} whether it was sent
 */
export async function revealEntropy(match) {
  if (!match.reveal?.mine || match.seat === null) return false;
  const checked = await checkedLog(match.match);
  const seated = /** @type {Record<string, any> | undefined} */ (checked.lines.find(({ entry }) => entry.type === "seated")?.entry.body);
  // Before the table is closed for good, whoever knew the number could choose another by it.
  if (!holds(checked) || !seated?.reveal.includes(match.seat)) throw new Error(say("logWrong"));
  const record = await keptOne("entropies", seated.entropies[match.seat]);
  const last = checked.lines.at(-1);
  if (record === undefined || last === undefined) return false;
  // What was revealed to is kept: a server that closed the table for this browser alone is found by it.
  await keep("heads", { id: `${match.match} ${last.entry.n} ${last.head}`, match: match.match, n: last.entry.n, head: last.head }).catch(() => {});
  const answer = await call("PUT", `/v1/matches/${match.match}/seats/${match.seat}/entropy`, { body: { entropy: record.entropy } });
  await keep("receipts", toKeep(match.match, answer)).catch(() => {});
  return true;
}

/** Reveal the numbers that any table waits for. */
export async function revealEverywhere() {
  const tables = new Set((await kept("entropies").catch(() => [])).map((one) => one.match));
  if (tables.size === 0) return;
  /** @type {{ reveals: { match: string }[] }} */
  const { reveals } = await call("GET", "/v1/me/waiting");
  for (const { match } of reveals) if (tables.has(match)) await revealEntropy(await call("GET", `/v1/matches/${match}`)).catch(() => {});
}
