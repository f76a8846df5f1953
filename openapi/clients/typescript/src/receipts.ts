/** Receipts: what the server has signed that you did, and when (protocol section 4). */

import type { Receipt, ResigningReceipt, RevealReceipt } from "./api.ts";
import { b64, canonical, sha256, taggedHash, unb64, utf8 } from "./sealing.ts";
import { SiegelpostError } from "./wire.ts";

/** The server gave a receipt that does not say what was done, or is not signed by the key you trust: keep it as proof. */
export class BadReceipt extends SiegelpostError {
  override name = "BadReceipt";
  readonly receipt: unknown;

  constructor(reason: string, receipt: unknown) {
    super(`the server's receipt is wrong: ${reason}`);
    this.receipt = receipt;
  }
}

/**
 * Check that a receipt is signed by a server's key and says what was done; throws {@link BadReceipt}.
 *
 * @param key the server's Ed25519 public key, base64url, pinned when you first met the server
 * @param expected members that the receipt must have
 */
export async function checkReceipt(
  receipt: Receipt | RevealReceipt | ResigningReceipt,
  signature: string,
  key: string,
  expected: Record<string, unknown>,
): Promise<void> {
  const said: Record<string, unknown> = { ...receipt };
  for (const [name, value] of Object.entries(expected)) {
    if (said[name] !== value) throw new BadReceipt(`\`${name}\` is ${String(said[name])} and not ${String(value)}`, receipt);
  }
  if (receipt.key !== (await keyId(key))) throw new BadReceipt("it names another key than the server's", receipt);
  const signed = await taggedHash("siegelpost/receipt/v1", utf8(canonical(receipt)));
  let holds = false;
  try {
    const imported = await crypto.subtle.importKey("raw", unb64(key), "Ed25519", false, ["verify"]);
    holds = await crypto.subtle.verify("Ed25519", imported, unb64(signature), signed);
  } catch {
    // no signature at all
  }
  if (!holds) throw new BadReceipt("its signature does not hold", receipt);
}

const CHECKPOINT = /^([!-*,-~]{1,255})\n(?:0|[1-9][0-9]{0,15})\n[A-Za-z0-9+/]{43}=\n\n\u2014 \1 ([A-Za-z0-9+/]{91}=)\n$/;

/** The checkpoint that stands beside a receipt (protocol section 13), null if there is none; throws {@link BadReceipt} if the key did not sign it. */
export async function checkedCheckpoint(
  checkpoint: string | null | undefined,
  receipt: Receipt | RevealReceipt | ResigningReceipt,
  key: string,
): Promise<string | null> {
  if (checkpoint === null || checkpoint === undefined) return null;
  const found = CHECKPOINT.exec(checkpoint);
  let holds = false;
  if (found !== null) {
    const [, origin = "", line = ""] = found;
    const signature = unb64(line.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_"));
    const name = utf8(`${origin}\n\u0001`);
    const named = new Uint8Array(name.length + 32);
    named.set(name);
    named.set(unb64(key), name.length);
    const text = utf8(checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1));
    try {
      const imported = await crypto.subtle.importKey("raw", unb64(key), "Ed25519", false, ["verify"]);
      const same = b64((await sha256(named)).slice(0, 4)) === b64(signature.slice(0, 4));
      holds = same && (await crypto.subtle.verify("Ed25519", imported, signature.slice(4), text));
    } catch {
      // no signature at all
    }
  }
  if (!holds) throw new BadReceipt("the checkpoint beside it is not signed by the server's key", receipt);
  return checkpoint;
}

/** The short name of a public key, as receipts carry it. */
export const keyId = async (key: string): Promise<string> => b64((await sha256(unb64(key))).slice(0, 8));
