// @ts-check
// Heads that somebody saw in a mail, held against a log.

/** @typedef {{ kind: "agrees" | "differs" | "cut", n: number } | { kind: "unknown" | "none" | "other-match" }} Found */

const LONGEST = 200_000; // characters of a mail
const HEAD = "[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]";

/**
 * Compare what a pasted mail says with the heads of a checked log.
 * @param {string} text a whole mail, its last paragraph, or a head alone
 * @param {string} match @param {string[]} heads that of entry 1 first
 * @returns {Found}
 */
export function compareMail(text, match, heads) {
  // Quoted and folded lines become one line of words.
  const words = text.slice(0, LONGEST).replace(/^[>\s]+/gm, " ").replace(/=?\r?\n/g, " ").replace(/\s+/g, " ");
  const named = [...words.matchAll(/\b(?:matches|table|verify)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g)].map((one) => one[1]);
  if (named.length > 0 && !named.includes(match)) return { kind: "other-match" };
  const numbered = new RegExp(`(?:entry|Eintrag)\\s+(\\d{1,9})\\b[^0-9]{0,60}?(?<![A-Za-z0-9_-])(${HEAD})(?![A-Za-z0-9_-])`, "i").exec(words);
  if (numbered) {
    const n = Number(numbered[1]);
    if (n > heads.length) return { kind: "cut", n };
    return { kind: heads[n - 1] === numbered[2] ? "agrees" : "differs", n };
  }
  const bare = [...words.matchAll(new RegExp(`(?<![A-Za-z0-9_-])${HEAD}(?![A-Za-z0-9_-])`, "g"))].map((one) => one[0]);
  if (bare.length === 0) return { kind: "none" };
  const at = heads.findIndex((one) => bare.includes(one));
  return at < 0 ? { kind: "unknown" } : { kind: "agrees", n: at + 1 };
}
