// @ts-check
// Does the work that a server under a flood asks for before it takes a request: finds the number whose digest begins with enough
// zero bits. The browser computes the digests beside the page, at the machine's own speed.
const ROUNDS = 1000;
const AT_ONCE = 16;

/** Return what a request has to bring. @param {{ text: string, bits: number }} challenge @returns {Promise<string>} */
export async function prove({ text, bits }) {
  const coder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", coder.encode(text), "PBKDF2", false, ["deriveBits"]);
  /** @param {number} number */
  const zeros = async (number) => {
    const how = { name: "PBKDF2", hash: "SHA-256", salt: coder.encode(String(number)), iterations: ROUNDS };
    return Math.clz32(new DataView(await crypto.subtle.deriveBits(how, key, 256)).getUint32(0));
  };
  for (let first = 0; ; first += AT_ONCE) {
    const found = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => zeros(first + at)));
    const at = found.findIndex((one) => one >= bits);
    if (at >= 0) return `${text}.${first + at}`;
  }
}
