/**
 * Typed client of the Siegelpost API for browsers and Node.js.
 *
 * `createSiegelpost` asks every path of the document; `Player` plays: it draws salts and entropy here, checks receipts and follows
 * the account's feed. Types of everything, the moves of every game among them, are exported by the names of the document.
 */

export type * from "./api.ts";
export { type Client, createSiegelpost, data, type Options } from "./client.ts";
export { Authorization, type DeviceCode, logIn, NotLoggedIn, type Token } from "./login.ts";
export { pages } from "./pages.ts";
export { type Custody, type Keep, Memory, OVERTAKEN, type Place, Player, type Secret, type Sitting } from "./player.ts";
export { BadReceipt, checkReceipt } from "./receipts.ts";
export * from "./sealing.ts";
export * from "./seat-keys.ts";
export { BadWebhook, checkWebhook } from "./webhooks.ts";
export { type Patience, type Problem, Refused, SiegelpostError, Unreachable } from "./wire.ts";
