// @ts-check
// Seals and receipts as the protocol page has them (sections 1, 2 and 4), by the browser's own cryptography.

/** @typedef {{ v: 1, match: string, rules: string, decision: string, seat: number, head: string, salt: string, move: object }} Opening */
/** @typedef {{ receipt: Record<string, any>, signature: string }} SignedReceipt */

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

/** Base64url without padding. @param {Uint8Array} bytes */
export const b64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The bytes of base64url. @param {string} text */
export const unb64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/**
 * Canonical JSON (RFC 8785) of what the protocol has: no fractions, so numbers need no care.
 * @param {any} value @returns {string}
 */
export function jcs(value) {
  if (Array.isArray(value)) return `[${value.map(jcs).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${jcs(value[name])}`).join(",")}}`;
}

/** H(tag, part…) of section 1. @param {string} tag @param {(string | Uint8Array)[]} given */
async function hash(tag, ...given) {
  const parts = [tag, ...given].map((one) => (typeof one === "string" ? utf8(one) : one));
  const whole = new Uint8Array(parts.reduce((sum, one) => sum + 4 + one.length, 0));
  let at = 0;
  for (const one of parts) {
    new DataView(whole.buffer).setUint32(at, one.length);
    whole.set(one, at + 4);
    at += 4 + one.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

export const newSalt = () => b64(crypto.getRandomValues(new Uint8Array(32)));

/**
 * What a commitment will stand for, with a salt of its own.
 * @param {Omit<Opening, "v" | "salt">} facts @returns {Opening}
 */
export const newOpening = (facts) => ({ v: 1, ...facts, salt: newSalt() });

/** @param {object} opening */
export const commitmentOf = async (opening) => `sc1_${b64(await hash("siegelpost/commit/v1", jcs(opening)))}`;

/** The commitment to standing orders (section 4). @param {object} document the orders and their salt */
export const orderCommitment = async (document) => `so1_${b64(await hash("siegelpost/order/v1", jcs(document)))}`;

/** The commitment to what a seat adds to the seed (section 6). @param {string} match @param {number} seat @param {Uint8Array} value */
export async function entropyCommitment(match, seat, value) {
  return `se1_${b64(await hash("siegelpost/entropy/v1", match, new Uint8Array([0, 0, 0, seat]), value))}`;
}

/** The bytes that a seat with a key signs (section 12.9). @param {object} act */
export const actBytes = (act) => hash("siegelpost/act/v1", jcs(act));

/** @type {Promise<boolean> | null} */
let able = null;

/** Whether this browser knows the signatures of the protocol (Ed25519: Chromium 137, Firefox 129, Safari 17). */
export function knowsSignatures() {
  able ??= (async () => {
    try {
      await crypto.subtle.importKey("raw", unb64("cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4"), "Ed25519", false, ["verify"]);
      return true;
    } catch {
      return false;
    }
  })();
  return able;
}

/** Whether a server with this public key signed a receipt. @param {SignedReceipt} signed @param {string} publicKey */
export async function receiptHolds(signed, publicKey) {
  try {
    const key = await crypto.subtle.importKey("raw", unb64(publicKey), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, unb64(signed.signature), await hash("siegelpost/receipt/v1", jcs(signed.receipt)));
  } catch {
    return false;
  }
}

/** Whether a server with this public key signed a line as the first of its match. @param {string} text @param {string} publicKey */
export async function firstLineHolds(text, publicKey) {
  try {
    const { entry, head, sig } = JSON.parse(text);
    const made = b64(await hash("siegelpost/log/v1", new Uint8Array(32), jcs(entry)));
    return made === head && (await headHolds({ match: entry.body.match, n: 1, head, signature: sig }, publicKey));
  } catch {
    return false;
  }
}

/**
 * Whether a server with this public key signed a head of a match's log (section 7).
 * @param {{ match: string, n: number, head: string, signature: string }} signed @param {string} publicKey
 */
export async function headHolds({ match, n, head, signature }, publicKey) {
  try {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, BigInt(n));
    const message = await hash("siegelpost/head/v1", match, number, unb64(head));
    const key = await crypto.subtle.importKey("raw", unb64(publicKey), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, unb64(signature), message);
  } catch {
    return false;
  }
}

const LENGTHS = [1024, 4096, 16_384];

/**
 * A body of one of few lengths, so that nobody on the network tells passing from playing (section 12.8).
 * @param {object} body
 */
export function padded(body) {
  const bare = utf8(JSON.stringify({ ...body, padding: "" })).length;
  const length = LENGTHS.find((one) => bare <= one) ?? Math.ceil(bare / 16_384) * 16_384;
  return { ...body, padding: ".".repeat(length - bare) };
}
