// @ts-check
// What this browser keeps of a match, held against the log's beginning and its key. A match is signed by one key to its end: what
// another key of the same server signed for it belongs to another history.
import { firstLineHolds, receiptHolds } from "./seal.js";

/**
 * @param {{ first: string, key: string | null, known: string[], lines: string[], receipts: import("./seal.js").SignedReceipt[] }} held
 *   the log's first line, the key that it is checked with, all keys of the server that this browser knows, and what it has kept
 * @returns {Promise<{ compared: number, broken: "created" | "key" | null }>} how many kept first lines count, and what contradicts the log
 */
export async function beginning({ first, key, known, lines, receipts }) {
  const keys = [...new Set(key === null ? known : [key, ...known])];
  // A file of somebody else's may have brought a line that the server never signed.
  const signed = [];
  for (const line of lines) if (await holdsFor(keys, (one) => firstLineHolds(line, one))) signed.push(line);
  if (signed.some((line) => line !== first)) return { compared: signed.length, broken: "created" };
  const others = keys.filter((one) => one !== key);
  for (const receipt of receipts) if (await holdsFor(others, (one) => receiptHolds(receipt, one))) return { compared: signed.length, broken: "key" };
  return { compared: signed.length, broken: null };
}

/** @param {string[]} keys @param {(key: string) => Promise<boolean>} holds */
async function holdsFor(keys, holds) {
  for (const key of keys) if (await holds(key)) return true;
  return false;
}
