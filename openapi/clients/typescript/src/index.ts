/**
 * Typed client of the Siegelpost API for browsers and Node.js.
 *
 * `createSiegelpost` asks every path of the document; `Player` plays: it draws salts and entropy here, checks receipts and follows
 * the account's feed. Types of everything, the moves of every game among them, are exported by the names of the document.
 */

export type * from "./api.ts";
export { type Client, createSiegelpost, data } from "./client.ts";
export { type Custody, type Keep, Memory, OVERTAKEN, type Place, Player, type Secret } from "./player.ts";
export { BadReceipt, checkReceipt } from "./receipts.ts";
export * from "./sealing.ts";
export * from "./seat-keys.ts";
export { type Patience, type Problem, Refused, SiegelpostError, Unreachable } from "./wire.ts";
