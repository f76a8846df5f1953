/** Sealing on your own machine: canonical bytes, openings and commitments, entropy, boxes (protocol sections 1, 2, 3, 6, 12). */

import sodium from "libsodium-wrappers";
import type { AnyMove, Opening, OrdersDocument } from "./api.ts";
import { SiegelpostError } from "./wire.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

const OPENING_BYTES = 4096;
const BOX_PLAINTEXT = 4100;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text) as Bytes;

/** base64url without padding. */
export const b64 = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The bytes of base64url without padding; any other text is refused. */
export function unb64(text: string): Bytes {
  if (/^[A-Za-z0-9_-]*$/.test(text) && text.length % 4 !== 1) {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    if (b64(bytes) === text) return bytes;
  }
  throw new SiegelpostError("not base64url");
}

/** The one JSON text of a value (RFC 8785, integers only). */
export function canonical(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new SiegelpostError("the protocol's numbers are integers up to 2^53 - 1");
    return String(value === 0 ? 0 : value);
  }
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) throw new SiegelpostError("lone surrogate in text");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)); // by UTF-16 units
    return `{${members.map(([key, inner]) => `${canonical(key)}:${canonical(inner)}`).join(",")}}`;
  }
  throw new SiegelpostError(`a ${typeof value} is not protocol JSON`);
}

export const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** SHA-256 over tag and parts, each after its length in four bytes (protocol section 1). */
export async function taggedHash(tag: string, ...parts: Bytes[]): Promise<Bytes> {
  return sha256(joined(...[utf8(tag), ...parts].flatMap((part) => [be32(part.length), part])));
}

export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

/** An opening of a move around a fresh salt. `head`: the log's head where the decision was opened (`Decision.head`). */
export function newOpening(facts: Omit<Opening, "v" | "salt" | "move">, move: AnyMove): Opening {
  const opening: Opening = { ...facts, v: 1, salt: b64(random(32)), move };
  if (utf8(canonical(opening)).length > OPENING_BYTES) throw new SiegelpostError(`an opening has at most ${OPENING_BYTES} bytes`);
  return opening;
}

/** The commitment `sc1_…` to an opening. */
export async function commitmentOf(opening: Opening): Promise<string> {
  return `sc1_${b64(await taggedHash("siegelpost/commit/v1", utf8(canonical(opening))))}`;
}

/** The commitment `se1_…` to the 32 random bytes that a seat adds to the shuffle. */
export async function entropyCommitment(match: string, seat: number, entropy: Bytes): Promise<string> {
  return `se1_${b64(await taggedHash("siegelpost/entropy/v1", utf8(match), be32(seat), entropy))}`;
}

/** The commitment `so1_…` to standing orders and their salt. */
export async function orderCommitment(document: OrdersDocument): Promise<string> {
  return `so1_${b64(await taggedHash("siegelpost/order/v1", utf8(canonical(document))))}`;
}

/** A box that only the resolver opens, always of one size. `resolver`: its X25519 public key, base64url. */
export async function boxed(value: unknown, resolver: string): Promise<string> {
  const text = utf8(canonical(value));
  if (text.length > BOX_PLAINTEXT - 4) throw new SiegelpostError(`${text.length} bytes do not fit into a box`);
  const plain = new Uint8Array(BOX_PLAINTEXT);
  plain.set(joined(be32(text.length), text));
  await sodium.ready;
  return b64(sodium.crypto_box_seal(plain, unb64(resolver)));
}

/** The box with a seat's entropy, for custody `escrow` (protocol section 12.2). */
export const boxedEntropy = (match: string, seat: number, entropy: Bytes, resolver: string): Promise<string> =>
  boxed({ entropy: b64(entropy), match, seat }, resolver);

function be32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function joined(...parts: Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
