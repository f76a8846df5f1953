// @ts-check
// What this browser keeps for its players, in IndexedDB: openings of seals, receipts, and what it saw of matches' logs. All of it
// stays here; only a person takes it along, as a file.
import { commitmentOf, entropyCommitment, unb64 } from "./seal.js";

/** @typedef {import("./seal.js").Opening} Opening */
/** @typedef {import("./seal.js").SignedReceipt} SignedReceipt */
/** `id` is the commitment; `custody` who held the opening; `settled` whether nobody waits for it any more.
 * @typedef {{ id: string, match: string, custody: string, words: string, opening: Opening, settled: boolean }} KeptOpening */
/** `id` is the signature; `checkpoint` what stood beside it (section 13). @typedef {{ id: string, match: string, receipt: Record<string, any>, checkpoint?: string }} KeptReceipt */
/** The log's last entry at a visit. @typedef {{ id: string, match: string, n: number, head: string }} SeenHead */
/** The match's first line as it was seen first. @typedef {{ id: string, match: string, line: string }} FirstLine */
/** A public key of this server; `since` is when this browser saw it first. @typedef {{ id: string, since: string }} ServerKey */
/** A seat's own key; `id` is its public half. @typedef {{ id: string, match: string, key: CryptoKey }} SeatKey */
/** What a seat adds to the seed; `id` is the commitment, `entropy` base64url. @typedef {{ id: string, match: string, seat: number, entropy: string }} KeptEntropy */
/** What the log said when a seat was taken here (body of `joined`); `id` is the match, `dealt` whether it still said so after the deal.
 * @typedef {{ id: string, match: string, joined: Record<string, any>, dealt?: boolean }} TakenSeat */
/** @typedef {{ seats: TakenSeat, entropies: KeptEntropy, openings: KeptOpening, receipts: KeptReceipt, heads: SeenHead, created: FirstLine, servers: ServerKey, keys: SeatKey }} Records */
/** @typedef {keyof Records} Store */

const STORES = /** @type {const} */ (["seats", "entropies", "openings", "receipts", "heads", "created", "servers", "keys"]);
const FORM = "siegelpost-kept/1";

/** The browser keeps nothing: it forbids it, or the storage is full. */
export class NoVault extends Error {
  /** By it parts.js knows the error without loading this module. @override */
  name = "NoVault";
}

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new NoVault(request.error?.message));
  });

function database() {
  opened ??= (async () => {
    if (!("indexedDB" in globalThis)) throw new NoVault();
    const request = indexedDB.open("siegelpost", 1);
    const held = new Promise((_, reject) => { request.onblocked = () => reject(new NoVault("another window has it open: close it")); });
    request.onupgradeneeded = () => {
      for (const name of STORES) {
        if (request.result.objectStoreNames.contains(name)) continue;
        const store = request.result.createObjectStore(name, { keyPath: "id" });
        if (name !== "servers") store.createIndex("match", "match");
      }
    };
    const database = /** @type {IDBDatabase} */ (await Promise.race([done(request), held]));
    database.onversionchange = () => { database.close(); opened = null; };
    return database;
  })().catch((error) => {
    opened = null;
    throw error instanceof NoVault ? error : new NoVault(String(error));
  });
  return opened;
}

/**
 * Keep records, and return once they are on disk.
 * @template {Store} S @param {S} store @param {Records[S][]} records @returns {Promise<void>}
 */
export async function keep(store, ...records) {
  const transaction = (await database()).transaction(store, "readwrite", { durability: "strict" });
  for (const one of records) transaction.objectStore(store).put(one);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(null);
    transaction.onabort = transaction.onerror = () => reject(new NoVault(transaction.error?.message));
  });
}

/**
 * What is kept of one match, or of all.
 * @template {Store} S @param {S} store @param {string} [match] @returns {Promise<Records[S][]>}
 */
export async function kept(store, match) {
  const records = (await database()).transaction(store).objectStore(store);
  return await done(match === undefined ? records.getAll() : records.index("match").getAll(match));
}

/** @template {Store} S @param {S} store @param {string} id @returns {Promise<Records[S] | undefined>} */
export async function keptOne(store, id) {
  return await done((await database()).transaction(store).objectStore(store).get(id));
}

/** A receipt as it is kept here. @param {string} match @param {{ receipt: object, signature: string, checkpoint?: string | null | undefined }} signed @returns {KeptReceipt} */
export const toKeep = (match, { receipt, signature, checkpoint }) => ({ id: signature, match, receipt, ...(checkpoint ? { checkpoint } : {}) });

/** A kept receipt as verifiers take it. @param {KeptReceipt} one */
export const asGiven = ({ id, receipt, checkpoint }) => ({ receipt, signature: id, ...(checkpoint ? { checkpoint } : {}) });

/** Forget everything. */
export async function forget() {
  const transaction = (await database()).transaction(STORES, "readwrite");
  for (const name of STORES) transaction.objectStore(name).clear();
  await new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(null);
    transaction.onabort = () => reject(new NoVault(transaction.error?.message));
  });
}

/** Whether the browser promises not to delete this by itself. @param {boolean} [ask] ask for it, which some browsers do with a question */
export async function isLasting(ask = false) {
  const storage = navigator.storage;
  if (!storage?.persist) return false;
  return (await storage.persisted()) || (ask && (await storage.persist()));
}

/** All that another browser can use, as the text of a file. Whoever has it can read the sealed moves in it. */
export async function exported() {
  const [openings, receipts, created, entropies] = await Promise.all([kept("openings"), kept("receipts"), kept("created"), kept("entropies")]);
  return JSON.stringify({ form: FORM, made: new Date().toISOString(), openings, receipts, created, entropies }, null, 1);
}

/** A file that is not one of ours. */
export class BadFile extends Error {}

/**
 * Take over what a file holds, beside what is here; nothing that is here is replaced.
 * @param {string} text @returns {Promise<number>} how much was new
 */
export async function imported(text) {
  /** @type {any} */
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new BadFile();
  }
  if (file?.form !== FORM || ![file.openings, file.receipts, file.created, file.entropies ?? []].every(Array.isArray)) throw new BadFile();
  /** @param {unknown} match @param {unknown[]} values */
  const texts = (match, ...values) =>
    values.every((one) => typeof one === "string" && one.length < 1_000_000) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(match));
  let fresh = 0;
  /** @template {Store} S @param {S} store @param {Records[S]} record */
  const add = async (store, record) => {
    if ((await keptOne(store, record.id)) !== undefined) return;
    await keep(store, record);
    fresh += 1;
  };
  for (const one of file.openings) {
    if (!texts(one?.match, one?.id, one?.words, one?.custody) || typeof one.opening !== "object") throw new BadFile();
    if ((await commitmentOf(one.opening)) !== one.id || one.opening.match !== one.match) throw new BadFile();
    const { id, match, words, custody, opening } = one;
    await add("openings", { id, match, words, custody, opening, settled: one.settled === true });
  }
  for (const one of file.receipts) {
    if (!texts(one?.match, one?.id, one?.checkpoint ?? "") || one.receipt?.match !== one.match) throw new BadFile();
    await add("receipts", toKeep(one.match, { ...one, signature: one.id }));
  }
  for (const one of file.entropies ?? []) {
    if (!texts(one?.match, one?.id, one?.entropy) || !/^[A-Za-z0-9_-]{43}$/.test(one.entropy)) throw new BadFile();
    if ((await entropyCommitment(one.match, one.seat, unb64(one.entropy))) !== one.id) throw new BadFile();
    await add("entropies", { id: one.id, match: one.match, seat: one.seat, entropy: one.entropy });
  }
  for (const one of file.created) {
    if (!texts(one?.match, one?.id, one?.line)) throw new BadFile();
    if ((await kept("created", one.match)).length === 0) await add("created", { id: one.id, match: one.match, line: one.line });
  }
  return fresh;
}
