/** Seats that sign: a key that only the player's devices have, and what it signs (protocol section 12.9). */

import sodium from "libsodium-wrappers";
import { b64, canonical, taggedHash, unb64, utf8 } from "./sealing.ts";

export type ActKind = "seal" | "withdraw" | "order" | "resign" | "key" | "consent";

/** A signing key of a seat: 32 bytes each, base64url. The secret is never sent. */
export interface SeatKey {
  readonly public: string;
  readonly secret: string;
}

/**
 * What is signed. `seat`: who acts; for `consent` the seat whose key changes. `decision`: its id; for acts that belong to none, see
 * {@link PLACES}. `head`: the log's after the decision was opened; for acts that belong to none, after `started`. `commitment`: what
 * is sealed or ordered, {@link keyCommitment} of a new key, null for the rest.
 */
export interface SignedAct {
  act: ActKind;
  match: string;
  seat: number;
  decision: string;
  head: string;
  commitment: string | null;
  seq: number;
}

/** What stands for the decision in acts that belong to none. */
export const PLACES = { order: "orders", resign: "resign", key: "key", consent: "key" } as const;

/** Draw a key. Keep it before its public part is sent anywhere: without it the seat cannot act. */
export async function newSeatKey(): Promise<SeatKey> {
  await sodium.ready;
  const pair = sodium.crypto_sign_keypair();
  return { public: b64(pair.publicKey), secret: b64(pair.privateKey.slice(0, 32)) };
}

/** The signature of an act, base64url. */
export async function signAct(key: SeatKey, act: SignedAct): Promise<string> {
  await sodium.ready;
  const { act: kind, commitment, decision, head, match, seat, seq } = act;
  const digest = await taggedHash("siegelpost/act/v1", utf8(canonical({ act: kind, commitment, decision, head, match, seat, seq })));
  return b64(sodium.crypto_sign_detached(digest, sodium.crypto_sign_seed_keypair(unb64(key.secret)).privateKey));
}

/** What stands for a new public key in the acts `key` and `consent`. */
export const keyCommitment = (publicKey: string): string => `sk1_${publicKey}`;
