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

/** The short name of a public key, as receipts carry it. */
export const keyId = async (key: string): Promise<string> => b64((await sha256(unb64(key))).slice(0, 8));
