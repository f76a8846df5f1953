// @ts-check
// libsodium's sealed box, which only the resolver of a server opens (section 3 of the protocol page): X25519 of the browser's own,
// XSalsa20-Poly1305 and BLAKE2b of @noble, which browsers lack.
import { hsalsa, xsalsa20poly1305 } from "../vendor/noble/ciphers/salsa.js";
import { blake2b } from "../vendor/noble/hashes/blake2.js";
import { b64, unb64 } from "./seal.js";

const PLAIN = 4100; // bytes: a length, the text, and zeros, so that a box does not tell how long it is
const SIGMA = words(new TextEncoder().encode("expand 32-byte k"));

/** Whether this browser can make one (X25519: Chromium 133, Firefox 130, Safari 17). */
export async function canBox() {
  try {
    await crypto.subtle.generateKey("X25519", false, ["deriveBits"]);
    return true;
  } catch {
    return false;
  }
}

/** Seal a text of at most 4096 bytes. @param {string} text @param {string} resolver public key, base64url */
export async function boxed(text, resolver) {
  const raw = new TextEncoder().encode(text);
  if (raw.length > PLAIN - 4) throw new RangeError("too long for a box");
  const plain = new Uint8Array(PLAIN);
  new DataView(plain.buffer).setUint32(0, raw.length);
  plain.set(raw, 4);
  const theirs = unb64(resolver);
  const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey("X25519", false, ["deriveBits"]));
  const ours = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const known = await crypto.subtle.importKey("raw", theirs, "X25519", false, []);
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: "X25519", public: known }, pair.privateKey, 256));
  const key = new Uint32Array(8);
  hsalsa(SIGMA, words(shared), new Uint32Array(4), key);
  const nonce = blake2b.create({ dkLen: 24 }).update(ours).update(theirs).digest();
  const box = xsalsa20poly1305(new Uint8Array(key.buffer), nonce).encrypt(plain);
  const whole = new Uint8Array(ours.length + box.length);
  whole.set(ours);
  whole.set(box, ours.length);
  return b64(whole);
}

/** Bytes as little-endian words, on any machine that runs a browser. @param {Uint8Array} bytes */
function words(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(4 * at, true));
}
