/** A player at a server, with two requests for a decision: what waits (with moves and view), and the answer. */

import type { AccountEvent, Acted, AnyMove, AnyOrders, EventPage, Line, Match, Opening, Ordered, OrdersDocument, Receipt, ResigningReceipt, RevealReceipt, Revealed, Waiting, operations } from "./api.ts";
import { type Client, data } from "./client.ts";
import { BadReceipt, checkedCheckpoint, checkReceipt } from "./receipts.ts";
import { b64, boxedEntropy, canonical, commitmentOf, entropyCommitment, newOpening, orderCommitment, random, utf8 } from "./sealing.ts";
import { keyCommitment, newSeatKey, PLACES, type SeatKey, signAct } from "./seat-keys.ts";
import { problemOf, Refused, SiegelpostError } from "./wire.ts";

export type Custody = "escrow" | "client";

/** Refusals that only mean: the match moved on meanwhile. Look again. */
export const OVERTAKEN: ReadonlySet<string> = new Set(["gone", "locked", "late", "conflict", "stale", "not-running"]);

/** What a commitment stands for: an opening, the entropy of a seat (base64url), standing orders with their salt. */
export type Secret = Opening | OrdersDocument | string;

/** Where a player keeps what must not be lost. Each promise is kept only when what was given is safe. */
export interface Keep {
  /** Keep what a commitment stands for: an opening, entropy (base64url), standing orders. Called before it is sent. */
  keepSecret(commitment: string, secret: Secret): Promise<void>;
  secret(commitment: string): Promise<Secret | null>;
  /** Keep a receipt and the checkpoint that stood beside it, if any: two people's checkpoints show whether they saw one history. */
  keepReceipt(receipt: Receipt | RevealReceipt | ResigningReceipt, signature: string, checkpoint: string | null): Promise<void>;
  /** Keep a key of a seat in a match; called before its public part is sent. */
  keepSeatKey(match: string, key: SeatKey): Promise<void>;
  /** The keys kept for a match, the latest last. */
  seatKeys(match: string): Promise<SeatKey[]>;
}

/** Keeps until the program or page ends: good for escrow custody; whoever holds openings himself needs a database. */
export class Memory implements Keep {
  readonly receipts: { receipt: Receipt | RevealReceipt | ResigningReceipt; signature: string; checkpoint?: string }[] = [];
  readonly #secrets = new Map<string, Secret>();
  readonly #seatKeys = new Map<string, SeatKey[]>();

  async keepSecret(commitment: string, secret: Secret): Promise<void> {
    this.#secrets.set(commitment, secret);
  }

  async secret(commitment: string): Promise<Secret | null> {
    return this.#secrets.get(commitment) ?? null;
  }

  async keepReceipt(receipt: Receipt | RevealReceipt | ResigningReceipt, signature: string, checkpoint: string | null): Promise<void> {
    this.receipts.push(checkpoint === null ? { receipt, signature } : { receipt, signature, checkpoint });
  }

  async keepSeatKey(match: string, key: SeatKey): Promise<void> {
    this.#seatKeys.set(match, [...(await this.seatKeys(match)), key]);
  }

  async seatKeys(match: string): Promise<SeatKey[]> {
    return this.#seatKeys.get(match) ?? [];
  }
}

/** Where a follower is: after the event with this cursor; null for the beginning, `now` for what comes from here on. */
export interface Place {
  cursor: string | null;
}

/** How a seat is taken: a certain one, by an invitation, who holds the entropy, whether it signs with a key of its own. */
export interface Sitting {
  seat?: number | null;
  invitation?: string | null;
  custody?: Custody;
  sign?: boolean;
}

const REQUESTS = [1_024, 4_096, 16_384];
const LONGEST_POLL = 30;
type Query = NonNullable<operations["listWaiting"]["parameters"]["query"]>;

/** Plays for the account of a client's token. `key`: the server's public key that you trust; else the first it shows. */
export class Player {
  readonly client: Client;
  readonly keep: Keep;
  #key: string | null;

  constructor(client: Client, { keep = new Memory(), key = null }: { keep?: Keep; key?: string | null } = {}) {
    this.client = client;
    this.keep = keep;
    this.#key = key;
  }

  async key(): Promise<string> {
    if (this.#key === null) {
      const shown = data(await this.client.GET("/v1/meta")).keys[0]?.public_key;
      if (shown === undefined) throw new SiegelpostError("the server shows no key");
      this.#key = shown;
    }
    return this.#key;
  }

  /** What waits for an answer (in one match), with legal moves and view; waits up to 30 seconds for something to come. */
  async waiting({ wait = LONGEST_POLL, match }: { wait?: number; match?: string } = {}): Promise<Waiting[]> {
    const found: Waiting[] = [];
    let place: { wait: number } | { after: string } | null = { wait };
    while (place !== null) {
      const query: Query = { include: ["moves", "view"], ...place, ...(match === undefined ? {} : { match }) };
      const page = data(await this.client.GET("/v1/me/waiting", { params: { query } }));
      found.push(...page.waiting);
      place = page.next === null ? null : { after: page.next };
    }
    return found;
  }

  /** Answer what waits with a move, sealed where it has to be. Throws {@link Refused} (see {@link OVERTAKEN}), {@link BadReceipt}. */
  async answer(item: Waiting, move: AnyMove, { custody = "escrow" }: { custody?: Custody } = {}): Promise<Acted> {
    const { match, seat, decision } = item;
    const path = { match, decision: decision.id };
    const replaces = decision.mine?.seq ?? 0;
    const expected: Record<string, unknown> = { match, seat, decision: decision.id };
    const key = await this.#seatKey(match, seat);
    if (item.answer === "commitment" || key !== null) {
      const opening = newOpening({ match, rules: item.rules, decision: decision.id, seat, head: decision.head }, move);
      const commitment = await commitmentOf(opening);
      await this.keep.keepSecret(commitment, opening);
      const act = { act: "seal", match, seat, decision: decision.id, head: decision.head, commitment, seq: decision.next_seq ?? 1 } as const;
      const signed = key === null ? {} : { signature: await signAct(key, act) };
      if (item.answer === "move") {
        const answered = { params: { path }, body: padded({ opening, replaces, ...signed }) };
        const acted = data(await this.client.PUT("/v1/matches/{match}/decisions/{decision}/move", answered));
        return this.#checked(acted, { ...expected, commitment }, move);
      }
      const body = padded(custody === "escrow" ? { opening, replaces, ...signed } : { commitment, replaces, ...signed });
      const acted = data(await this.client.PUT("/v1/matches/{match}/decisions/{decision}/commitment", { params: { path }, body }));
      return this.#checked(acted, { ...expected, commitment, custody }, move);
    }
    const body = padded({ move, replaces });
    const acted = data(await this.client.PUT("/v1/matches/{match}/decisions/{decision}/move", { params: { path }, body }));
    return this.#checked(acted, expected, move);
  }

  /** Take a commitment of this seat back before the lock. */
  async withdraw(match: string, decision: string): Promise<Acted> {
    const seen = await this.#match(match);
    const standing = seen.decisions.find((one) => one.id === decision);
    const own = standing?.mine ?? null;
    if (standing === undefined || own === null || seen.seat === null) throw new SiegelpostError(`nothing of yours stands in ${decision}`);
    const { head, next_seq } = standing;
    const key = await this.#seatKey(match, seen.seat);
    const act = { act: "withdraw", match, seat: seen.seat, decision, head, commitment: null, seq: next_seq ?? 1 } as const;
    const query = { replaces: own.seq, ...(key === null ? {} : { signature: await signAct(key, act) }) };
    const params = { path: { match, decision }, query };
    const acted = data(await this.client.DELETE("/v1/matches/{match}/decisions/{decision}/commitment", { params }));
    await checkReceipt(acted.receipt, acted.signature, await this.key(), { match, seat: seen.seat, decision, commitment: null });
    const checkpoint = await checkedCheckpoint(acted.checkpoint, acted.receipt, await this.key());
    await this.keep.keepReceipt(acted.receipt, acted.signature, checkpoint);
    return acted;
  }

  /** Give a running match up, signed where the seat signs, and keep the receipt. */
  async resign(match: string): Promise<Match> {
    const seat = await this.#seat(match);
    const key = await this.#seatKey(match, seat);
    const body: { signature?: string } = {};
    if (key !== null) {
      const act = { act: "resign", match, seat, decision: PLACES.resign, head: await this.#start(match), commitment: null, seq: 1 } as const;
      body.signature = await signAct(key, act);
    }
    const resigned = data(await this.client.POST("/v1/matches/{match}/resign", { params: { path: { match } }, body }));
    if (resigned.resignation !== null) {
      const { receipt, signature, checkpoint } = resigned.resignation;
      await checkReceipt(receipt, signature, await this.key(), { match, seat, decision: PLACES.resign });
      await this.keep.keepReceipt(receipt, signature, await checkedCheckpoint(checkpoint, receipt, await this.key()));
    }
    return resigned;
  }

  /** The standing orders of this seat, null if it has none. Throws when they were set by another program or on another device. */
  async orders(match: string): Promise<AnyOrders | null> {
    const last = await this.#lastOrders(match);
    const commitment = last?.receipt.commitment ?? null;
    if (!last?.in_force || commitment === null) return null; // orders end with the key that signed them, too
    const kept = await this.keep.secret(commitment);
    if (kept === null || typeof kept === "string" || !("order" in kept)) {
      throw new SiegelpostError("the standing orders of this seat are not kept here");
    }
    return kept.order;
  }

  /** Set the standing orders of this seat, or replace them: they answer whenever a decision of it is due. Signed where it signs. */
  async setOrders(match: string, orders: AnyOrders): Promise<Ordered> {
    const document: OrdersDocument = { order: orders, salt: b64(random(32)) };
    const commitment = await orderCommitment(document);
    await this.keep.keepSecret(commitment, document);
    const { seat, replaces, signed } = await this.#ordering(match, commitment);
    const body = padded({ orders, salt: document.salt, replaces, ...signed });
    const ordered = data(await this.client.PUT("/v1/matches/{match}/orders", { params: { path: { match } }, body }));
    return this.#ordered(ordered, { match, seat, act: "order", commitment });
  }

  /** End the standing orders of this seat. What they have played stays. */
  async endOrders(match: string): Promise<Ordered> {
    const { seat, replaces, signed } = await this.#ordering(match, null);
    const params = { path: { match }, query: { replaces, ...signed } };
    const ordered = data(await this.client.DELETE("/v1/matches/{match}/orders", { params }));
    return this.#ordered(ordered, { match, seat, act: "order", commitment: null });
  }

  /** Let this seat sign with a fresh key, which is kept here, from now on; `lost`: ask the others at the table to agree. */
  async changeKey(match: string, { lost = false }: { lost?: boolean } = {}): Promise<Match> {
    const seat = await this.#seat(match);
    const key = lost ? null : await this.#seatKey(match, seat);
    if (key === null && !lost) throw new SiegelpostError("the key that signs for this seat is not kept here");
    const fresh = await newSeatKey();
    await this.keep.keepSeatKey(match, fresh);
    const body: { key: string; signature?: string } = { key: fresh.public };
    if (key !== null) {
      const log = await this.#wholeLog(match);
      const changes = log.filter((line) => line.entry.type === "rekeyed" && line.entry.body.seat === seat).length;
      const commitment = keyCommitment(fresh.public);
      const act = { act: "key", match, seat, decision: PLACES.key, head: startOf(log), commitment, seq: changes + 1 } as const;
      body.signature = await signAct(key, act);
    }
    const params = { path: { match, seat: String(seat) } };
    return data(await this.client.PUT("/v1/matches/{match}/seats/{seat}/key", { params, body }));
  }

  /** Agree that another seat signs with this public key (`key_changes` of the match): ask its player first, elsewhere. */
  async consent(match: string, asker: number, publicKey: string): Promise<Match> {
    const seen = await this.#match(match);
    const change = seen.key_changes.find((one) => one.seat === asker && one.key === publicKey);
    if (change === undefined) throw new SiegelpostError(`seat ${asker} does not ask for this key`);
    const key = seen.seat === null ? null : await this.#seatKey(match, seen.seat);
    const body: { key: string; signature?: string } = { key: publicKey };
    if (key !== null) {
      const facts = { match, seat: asker, decision: PLACES.consent, head: await this.#start(match), seq: change.seq };
      body.signature = await signAct(key, { act: "consent", ...facts, commitment: keyCommitment(publicKey) });
    }
    const params = { path: { match, seat: String(asker) } };
    return data(await this.client.PUT("/v1/matches/{match}/seats/{seat}/key/consent", { params, body }));
  }

  /** Open what was sealed under client custody. */
  async open(item: Waiting): Promise<Acted> {
    const { match, seat, decision } = item;
    const commitment = decision.mine?.commitment ?? null;
    const opening = commitment === null ? null : await this.keep.secret(commitment);
    if (opening === null || typeof opening === "string" || !("move" in opening)) throw new SiegelpostError(`the opening of ${decision.id} is not kept here`);
    const params = { path: { match, decision: decision.id } };
    const body = padded({ opening });
    const acted = data(await this.client.PUT("/v1/matches/{match}/decisions/{decision}/opening", { params, body }));
    return this.#checked(acted, { match, seat, decision: decision.id, commitment, act: "open" }, opening.move);
  }

  /** Take a seat of a match, the first free one unless one is named, with entropy of this machine; `sign`: with a key of its own. */
  async sit(match: string, { seat = null, invitation = null, custody = "escrow", sign = false }: Sitting = {}): Promise<Match> {
    const query = invitation === null ? {} : { invitation };
    const seen = data(await this.client.GET("/v1/matches/{match}", { params: { path: { match }, query } }));
    const log = await this.#log(match, { ...query, limit: 1 });
    const created = log.find((line) => line.entry.type === "created")?.entry;
    if (created?.type !== "created") throw new SiegelpostError("the server shows no first entry of the log");
    const free = seen.seats.filter((one) => one.player === null).map((one) => one.seat);
    const wanted = seat === null ? (free.length ? free : [0]) : [seat];
    const key = sign ? await this.#keyToSitWith(match) : null;
    for (const place of wanted) {
      const body = { ...query, ...(key === null ? {} : { key: key.public }), ...(await this.#entropy(match, place, created.body.resolver, custody)) };
      try {
        const path = { match, seat: String(place) };
        return data(await this.client.PUT("/v1/matches/{match}/seats/{seat}", { params: { path }, body }));
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== "seat-taken" || place === wanted.at(-1)) throw error;
      }
    }
    throw new SiegelpostError("no seat was tried");
  }

  /** Send the entropy that this seat holds itself, once the log asks for it. */
  async reveal(match: string): Promise<Revealed> {
    const seat = data(await this.client.GET("/v1/matches/{match}", { params: { path: { match } } })).seat;
    const seated = (await this.#log(match, {})).find((line) => line.entry.type === "seated")?.entry;
    if (seat === null || seated?.type !== "seated" || !seated.body.reveal.includes(seat)) {
      throw new SiegelpostError("the log does not ask this seat for its entropy");
    }
    const commitment = seated.body.entropies[seat] ?? "";
    const entropy = await this.keep.secret(commitment);
    if (typeof entropy !== "string") throw new SiegelpostError("the entropy of this seat is not kept here");
    const params = { path: { match, seat: String(seat) } };
    const revealed = data(await this.client.PUT("/v1/matches/{match}/seats/{seat}/entropy", { params, body: { entropy } }));
    await checkReceipt(revealed.receipt, revealed.signature, await this.key(), { match, seat, act: "reveal", commitment });
    const checkpoint = await checkedCheckpoint(revealed.checkpoint, revealed.receipt, await this.key());
    await this.keep.keepReceipt(revealed.receipt, revealed.signature, checkpoint);
    return revealed;
  }

  /** What happens to this account from a place on, until `signal` ends it; `place` moves along, over lost connections. */
  async *follow(place: Place, signal?: AbortSignal): AsyncGenerator<AccountEvent, void, undefined> {
    while (!signal?.aborted) {
      try {
        for await (const event of this.#events(place, signal)) {
          place.cursor = event.cursor;
          yield event;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof Refused) throw error;
      }
      await new Promise((done) => setTimeout(done, 250));
    }
  }

  async *#events(place: Place, signal?: AbortSignal): AsyncGenerator<AccountEvent, void, undefined> {
    const url = new URL(`${this.client.server}/v1/me/events`);
    if (place.cursor !== null) url.searchParams.set("after", place.cursor);
    const headers: Record<string, string> = { Accept: "application/x-ndjson" };
    if (this.client.token !== null) headers["Authorization"] = `Bearer ${this.client.token}`;
    const answer = await this.client.raw(new Request(url, { headers, ...(signal ? { signal } : {}) }));
    if (!answer.ok) throw new Refused(answer.status, await problemOf(answer));
    if (!answer.headers.get("Content-Type")?.startsWith("application/x-ndjson") || answer.body === null) {
      const page = (await answer.json()) as EventPage; // a server that cannot stream: one page, then a long poll
      yield* page.events;
      place.cursor = page.cursor;
      const query = { after: page.cursor, wait: LONGEST_POLL };
      const next = data(await this.client.GET("/v1/me/events", { params: { query }, ...(signal ? { signal } : {}) }));
      yield* (next as EventPage).events;
      return;
    }
    for await (const line of lines(answer.body)) if (line.trim()) yield JSON.parse(line) as AccountEvent;
  }

  /** The receipt of the orders that this seat set or ended last, if it ever did. */
  async #lastOrders(match: string): Promise<Ordered | null> {
    try {
      return data(await this.client.GET("/v1/matches/{match}/orders", { params: { path: { match } } }));
    } catch (error) {
      if (error instanceof Refused && error.code === "not-found") return null;
      throw error;
    }
  }

  /** What goes with orders of this commitment (null: their end): the seat, the number they replace, the signature of a seat that signs. */
  async #ordering(match: string, commitment: string | null): Promise<{ seat: number; replaces: number; signed: { signature?: string } }> {
    const seat = await this.#seat(match);
    const replaces = (await this.#lastOrders(match))?.receipt.seq ?? 0;
    const key = await this.#seatKey(match, seat);
    if (key === null) return { seat, replaces, signed: {} };
    const act = { act: "order", match, seat, decision: PLACES.order, head: await this.#start(match), commitment, seq: replaces + 1 } as const;
    return { seat, replaces, signed: { signature: await signAct(key, act) } };
  }

  async #ordered(ordered: Ordered, expected: Record<string, unknown>): Promise<Ordered> {
    await checkReceipt(ordered.receipt, ordered.signature, await this.key(), expected);
    const checkpoint = await checkedCheckpoint(ordered.checkpoint, ordered.receipt, await this.key());
    await this.keep.keepReceipt(ordered.receipt, ordered.signature, checkpoint);
    return ordered;
  }

  async #match(match: string): Promise<Match> {
    return data(await this.client.GET("/v1/matches/{match}", { params: { path: { match } } }));
  }

  async #seat(match: string): Promise<number> {
    const { seat } = await this.#match(match);
    if (seat === null) throw new SiegelpostError("this account has no seat in that match");
    return seat;
  }

  /** The key kept when this was tried before, or a fresh one, kept before it is sent. */
  async #keyToSitWith(match: string): Promise<SeatKey> {
    const kept = (await this.keep.seatKeys(match)).at(-1);
    if (kept !== undefined) return kept;
    const drawn = await newSeatKey();
    await this.keep.keepSeatKey(match, drawn);
    return drawn;
  }

  /** The kept key that the seat signs with now; the server is asked which, where several are kept. */
  async #seatKey(match: string, seat: number): Promise<SeatKey | null> {
    const kept = await this.keep.seatKeys(match);
    if (kept.length < 2) return kept[0] ?? null;
    const inForce = (await this.#match(match)).seats[seat]?.key;
    return kept.findLast((one) => one.public === inForce) ?? null;
  }

  async #start(match: string): Promise<string> {
    return startOf(await this.#wholeLog(match));
  }

  async #wholeLog(match: string): Promise<Line[]> {
    const found: Line[] = [];
    for (;;) {
      const more = await this.#log(match, { after: found.length, limit: 1000 });
      if (more.length === 0) return found;
      found.push(...more);
    }
  }

  async #log(match: string, query: { invitation?: string; after?: number; limit?: number }): Promise<Line[]> {
    const page = data(await this.client.GET("/v1/matches/{match}/log", { params: { path: { match }, query } }));
    return page.entries as Line[]; // openapi-fetch forgets the lengths of tuples
  }

  /** What joins the shuffle; kept before it is sent. */
  async #entropy(match: string, seat: number, resolver: string, custody: Custody): Promise<Record<string, string>> {
    const entropy = random(32);
    const commitment = await entropyCommitment(match, seat, entropy);
    await this.keep.keepSecret(commitment, b64(entropy));
    const committed = { entropy_commitment: commitment, entropy_custody: custody };
    return custody === "client" ? committed : { ...committed, entropy_box: await boxedEntropy(match, seat, entropy, resolver) };
  }

  async #checked(acted: Acted, expected: Record<string, unknown>, move: AnyMove): Promise<Acted> {
    await checkReceipt(acted.receipt, acted.signature, await this.key(), expected);
    const checkpoint = await checkedCheckpoint(acted.checkpoint, acted.receipt, await this.key());
    await this.keep.keepReceipt(acted.receipt, acted.signature, checkpoint);
    const { opening, receipt } = acted;
    if (opening !== null && receipt.commitment !== null) {
      if (canonical(opening.move) !== canonical(move) || (await commitmentOf(opening)) !== receipt.commitment) {
        throw new BadReceipt("the server has sealed something else than the move that was sent", receipt);
      }
      await this.keep.keepSecret(receipt.commitment, opening);
    }
    return acted;
  }
}

/** The head after the entry that dealt the match. */
function startOf(log: readonly Line[]): string {
  const started = log.find((line) => line.entry.type === "started");
  if (started === undefined) throw new SiegelpostError("the match has not begun: nothing of it is signed yet");
  return started.head;
}

/** A body of one length, so that its length does not tell a move (protocol section 12.8). */
export function padded<T extends object>(body: T): T & { padding: string } {
  const bare = utf8(JSON.stringify({ ...body, padding: "" })).length;
  const last = REQUESTS.at(-1) ?? 1;
  const length = REQUESTS.find((one) => bare <= one) ?? Math.ceil(bare / last) * last;
  return { ...body, padding: ".".repeat(length - bare) };
}

/** The lines of a stream; the last, when it was cut off, is left out: the event comes again. */
async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const found = (rest + decoder.decode(piece.value, { stream: true })).split("\n");
      rest = found.pop() ?? "";
      yield* found;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
