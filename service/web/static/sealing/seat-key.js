// @ts-check
// A seat's own key (section 12.9 of the protocol page): whoever has it signs what the seat does, so that the server can invent nothing.
import { b64, unb64 } from "./seal.js";
import { BadFile, keep, keptOne } from "./vault.js";

export const KEY_FORM = "siegelpost-seat-key/1";

/**
 * Draw a key for a seat. What stays in the browser can sign and not be read, by no program; the file is the only copy.
 * @param {string} match @returns {Promise<{ key: string, file: string }>} the public key, and the text of the file
 */
export async function drawSeatKey(match) {
  const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]));
  const key = b64(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
  const secret = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
  await keepSecret(match, key, secret);
  return { key, file: JSON.stringify({ form: KEY_FORM, match, key, pkcs8: b64(secret) }, null, 1) };
}

/** Take a key over from its file. @param {any} file @returns {Promise<number>} how much was new */
export async function importSeatKey(file) {
  const { match, key, pkcs8 } = file;
  if (![match, key, pkcs8].every((one) => typeof one === "string" && one.length < 1000)) throw new BadFile();
  if ((await keptOne("keys", key)) !== undefined) return 0;
  const probe = new Uint8Array(32);
  try {
    const secret = await crypto.subtle.importKey("pkcs8", unb64(pkcs8), "Ed25519", false, ["sign"]);
    const known = await crypto.subtle.importKey("raw", unb64(key), "Ed25519", false, ["verify"]);
    if (!(await crypto.subtle.verify("Ed25519", known, await crypto.subtle.sign("Ed25519", secret, probe), probe))) throw new BadFile();
  } catch {
    throw new BadFile();
  }
  await keepSecret(match, key, unb64(pkcs8));
  return 1;
}

/** @param {string} match @param {string} key @param {Uint8Array<ArrayBuffer>} secret PKCS #8 */
async function keepSecret(match, key, secret) {
  await keep("keys", { id: key, match, key: await crypto.subtle.importKey("pkcs8", secret, "Ed25519", false, ["sign"]) });
}
