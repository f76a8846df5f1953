// @ts-check
// Heads that somebody saw in a mail, held against a log. What the server signed counts; other players' words in the mail do not.
import { headHolds } from "../sealing/seal.js";

/** @typedef {{ kind: "agrees" | "differs" | "cut", n: number } | { kind: "unknown" | "none" | "other-match" | "unsigned" | "several" }} Found */
/** @typedef {{ match: string, n: number, head: string, signature: string, key: string }} Signed */

const LONGEST = 200_000; // characters of a mail
const HEAD = "[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]";
const MATCH = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const FIRST = "siegelpost evidence\\b";
/** A block as engine/protocol/evidence.py writes it; it begins at the last of several first lines. */
const BLOCK = new RegExp(`${FIRST}((?:(?!${FIRST}).){1,4000}?)\\bend\\b`, "g");
const FACTS = new RegExp(`^ match (${MATCH}) entry ([1-9][0-9]{0,15}) head (.+?) signature (.+?) key (.+?)(?: log .*)?$`);

/**
 * Compare what a pasted mail says with the heads of a checked log.
 * @param {string} text a whole mail, its last paragraph, or a head alone
 * @param {string} match @param {string[]} heads that of entry 1 first @param {string[]} keys the server's
 * @returns {Promise<Found>}
 */
export async function compareMail(text, match, heads, keys) {
  // Quoted and folded lines become one line of words.
  const words = text.slice(0, LONGEST).replace(/^[>|\s]+/gm, " ").replace(/=?\r?\n/g, " ").replace(/\s+/g, " ");
  const blocks = blocksOf(words);
  /** @type {Signed[]} */
  const signed = [];
  for (const one of blocks) if (keys.includes(one.key) && (await headHolds(one, one.key))) signed.push(one);
  if (signed.length > 0) {
    const here = signed.filter((one) => one.match === match);
    return here.length > 0 ? judged(here, heads) : { kind: "other-match" };
  }
  return blocks.length > 0 ? { kind: "unsigned" } : unsigned(words, match, heads);
}

/** The blocks of evidence in a text, whoever wrote them. @param {string} words @returns {Signed[]} */
function blocksOf(words) {
  return [...words.matchAll(BLOCK)].flatMap(([, block]) => {
    const [, match, n, ...long] = FACTS.exec((block ?? "").trimEnd()) ?? [];
    const [head, signature, key] = long.map((one) => one.replaceAll(" ", ""));
    return match && n && head && signature && key ? [{ match, n: Number(n), head, signature, key }] : [];
  });
}

/** What entries with their heads say of a log: the first that contradicts it, else the last. @param {{ n: number, head: string }[]} named @param {string[]} heads @returns {Found} */
function judged(named, heads) {
  const wrong = named.find((one) => heads[one.n - 1] !== one.head);
  if (wrong) return { kind: wrong.n > heads.length ? "cut" : "differs", n: wrong.n };
  return { kind: "agrees", n: Math.max(...named.map((one) => one.n)) };
}

/**
 * Compare lines of a mail that have no signature. Where several name entries and not all of them fit, nobody knows which of them
 * is the server's and about this match.
 * @param {string} words @param {string} match @param {string[]} heads @returns {Found}
 */
function unsigned(words, match, heads) {
  const tables = [...words.matchAll(new RegExp(`\\b(?:matches|table|verify)/(${MATCH})`, "g"))].map((one) => one[1]);
  if (tables.length > 0 && !tables.includes(match)) return { kind: "other-match" };
  const lines = [...words.matchAll(new RegExp(`(?:entry|Eintrag)\\s+(\\d{1,9})\\b[^0-9]{0,60}?(?<![A-Za-z0-9_-])(${HEAD})(?![A-Za-z0-9_-])`, "gi"))];
  if (lines.length > 0) {
    const found = judged(lines.map(([, n, head]) => ({ n: Number(n), head: String(head) })), heads);
    return found.kind === "agrees" || new Set(lines.map(([, n, head]) => `${n} ${head}`)).size === 1 ? found : { kind: "several" };
  }
  const bare = [...words.matchAll(new RegExp(`(?<![A-Za-z0-9_-])${HEAD}(?![A-Za-z0-9_-])`, "g"))].map((one) => one[0]);
  if (bare.length === 0) return { kind: "none" };
  const at = heads.findIndex((one) => bare.includes(one));
  return at < 0 ? { kind: "unknown" } : { kind: "agrees", n: at + 1 };
}
