// @ts-check
// A player's own checked copy of a match's log: held against the server's key as this browser knows it, the receipts, and all that
// it saw on earlier visits.
import { Away, bytes, call } from "../frame/api.js";
import { beginning } from "./beginnings.js";
import { say } from "../frame/language.js";
import { jcs, knowsSignatures } from "./seal.js";
import { asGiven, keep, kept } from "./vault.js";

/** @typedef {import("../verifying/transcript.js").Report} Report */
/** @typedef {{ entry: { n: number, at: string, type: string, body: Record<string, any> }, head: string }} Line */
/**
 * `report` is the verifier's; `broken` the first thing seen here that the log contradicts; `keyIsNew` whether this browser knew
 * other keys of the server before.
 * @typedef {{ report: Report, lines: Line[], log: Uint8Array, key: string | null, keyIsNew: boolean,
 *   heads: number, created: boolean, broken: { what: "head" | "created" | "key" | "cut" | "seat", n: number } | null }} Checked
 */

/** @param {string} match @param {string} [query] @returns {Promise<Checked>} */
export async function checkedLog(match, query = "") {
  if (!(await knowsSignatures())) throw new Error(say("browserTooOld"));
  // What is kept comes before the log, which grows: another window may add to both meanwhile.
  const [receipts, seen, begun, [taken]] = await Promise.all([remembered("receipts", match), remembered("heads", match), remembered("created", match), remembered("seats", match)]);
  const log = await bytes(`/v1/matches/${match}/log.jsonl${query ? `?${query}` : ""}`);
  const first = firstLine(log);
  const { key, keyIsNew } = await keyOf(first);
  const began = await beginning({ first, key, known: await serverKeys(), lines: begun.map((one) => one.line), receipts: receipts.map(asGiven) });
  const given = [...receipts, ...(await contradicting(match))].map(asGiven);
  const report = await verified({ log, receipts: given, ...(key === null ? {} : { key }) });
  const lines = report.verdict === "FAIL" ? [] : linesOf(log);
  /** @type {Checked["broken"]} */
  let broken = null;
  if (report.verdict !== "FAIL") {
    const other = seen.filter((one) => one.n <= lines.length).find((one) => lines[one.n - 1]?.head !== one.head);
    const cut = seen.find((one) => one.n > lines.length);
    const mine = taken && lines.filter(({ entry }) => entry.type === "joined" && entry.body.player === taken.joined.player).at(-1);
    if (mine && jcs(mine.entry.body) !== jcs(taken.joined)) broken = { what: "seat", n: mine.entry.n };
    else if (began.broken) broken = { what: began.broken, n: 1 };
    else if (other) broken = { what: "head", n: other.n };
    else if (cut) broken = { what: "cut", n: cut.n };
  }
  return { report, lines, log, key, keyIsNew, heads: seen.length, created: began.compared > 0, broken };
}

/**
 * Receipts of other matches beside which stands another root of one log and size than beside others here: the verifier looks
 * whether the server has signed both.
 * @param {string} match
 */
async function contradicting(match) {
  /** @type {Map<string, Set<string>>} */
  const roots = new Map();
  const trees = (await remembered("receipts")).flatMap((receipt) => {
    const [origin, size, root] = receipt.checkpoint?.split("\n") ?? [];
    if (!origin || !size || !root) return [];
    const tree = `${origin}\n${size}`;
    roots.set(tree, (roots.get(tree) ?? new Set()).add(root));
    return [{ receipt, tree }];
  });
  return trees.filter(({ receipt, tree }) => receipt.match !== match && (roots.get(tree)?.size ?? 0) > 1).map(({ receipt }) => receipt);
}

/** Whether nothing speaks against a log: it may be incomplete, as that of a running match is. @param {Checked} checked */
export const holds = (checked) => checked.report.verdict !== "FAIL" && checked.broken === null;

/** What the log says last of who sits in a seat: the body of `joined`; null when nobody does. @param {Checked} checked @param {number} seat */
export function seating({ lines }, seat) {
  const last = lines.filter(({ entry }) => (entry.type === "joined" || entry.type === "left") && entry.body.seat === seat).at(-1)?.entry;
  return last?.type === "joined" ? last.body : null;
}

/**
 * Remember where a match stood, and how it began.
 * @param {{ match: string, n: number, head: string }} shown @param {string} [query]
 */
export async function remember({ match, n, head }, query = "") {
  await keep("heads", { id: `${match} ${n} ${head}`, match, n, head });
  if ((await serverKeys()).length === 0) await keyOf("");
  if ((await kept("created", match)).length > 0) return;
  /** @type {import("../types.js").LogPage} */
  const { entries } = await call("GET", `/v1/matches/${match}/log?limit=1${query ? `&${query}` : ""}`);
  if (entries[0]) await keep("created", { id: `${match} ${entries[0].sig}`, match, line: jcs(entries[0]) });
}

/** Public keys of this server that this browser has seen, the first first. @returns {Promise<string[]>} */
export async function serverKeys() {
  const known = await remembered("servers");
  return known.sort((one, other) => (one.since < other.since ? -1 : 1)).map((one) => one.id);
}

/**
 * The key to check with: the log's own, if this browser has seen it before or the server publishes it.
 * @param {string} first the log's first line @returns {Promise<{ key: string | null, keyIsNew: boolean }>}
 */
async function keyOf(first) {
  const known = await serverKeys();
  const named = namedKey(first);
  if (named !== null && known.includes(named)) return { key: named, keyIsNew: false };
  /** @type {import("../types.js").Meta} */
  const { keys } = await call("GET", "/v1/meta");
  const published = keys.map((one) => one.public_key);
  const since = new Date().toISOString();
  await keep("servers", ...published.filter((one) => !known.includes(one)).map((id) => ({ id, since }))).catch(() => {});
  // A key that nobody published stays unknown: the check then fails, as it should.
  const key = named !== null && published.includes(named) ? named : (known[0] ?? published[0] ?? null);
  return { key, keyIsNew: known.length > 0 };
}

/** @param {string} first @returns {string | null} */
function namedKey(first) {
  try {
    return String(JSON.parse(first).entry.body.key);
  } catch {
    return null;
  }
}

/** @param {Uint8Array} log */
const firstLine = (log) => new TextDecoder().decode(log.subarray(0, log.indexOf(10) + 1)).trimEnd();

/** @param {{ log: Uint8Array, key?: string, receipts: unknown[] }} given @returns {Promise<Report>} */
export function verified(given) {
  const worker = new Worker(new URL("../verifying/verify-worker.js", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    /** @param {MessageEvent<{ report?: Report, error?: string }>} event */
    worker.onmessage = ({ data }) => (data.report ? resolve(data.report) : reject(new Error(data.error)));
    worker.onerror = (event) => reject(event.message ? new Error(event.message) : new Away()); // without words: it could not be loaded
    worker.postMessage(given);
  }).finally(() => worker.terminate());
}

/** @param {Uint8Array} log @returns {Line[]} */
export const linesOf = (log) => new TextDecoder().decode(log).split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** @template {import("./vault.js").Store} S @param {S} store @param {string} [match] @returns {Promise<import("./vault.js").Records[S][]>} */
const remembered = (store, match) => kept(store, match).catch(() => []);
