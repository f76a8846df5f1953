/** What goes over the wire: retries that the server asks for, nothing twice that must happen once, refusals as errors. */

/** Whatever this client throws of its own. */
export class SiegelpostError extends Error {
  override name = "SiegelpostError";
}

/** The server did not answer, or kept asking to come back later. */
export class Unreachable extends SiegelpostError {
  override name = "Unreachable";
}

/** A problem document (RFC 9457). `errors` have JSON pointers where the server knows them. */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  errors?: { pointer?: string; parameter?: string; header?: string; detail?: string }[];
  challenge?: { text: string; bits: number };
}

/** The server said no. `code` is the last part of the problem's type, such as `conflict`. */
export class Refused extends SiegelpostError {
  override name = "Refused";
  readonly status: number;
  readonly problem: Problem;
  readonly code: string;

  constructor(status: number, problem: Problem) {
    super([problem.title ?? `HTTP ${status}`, problem.detail].filter(Boolean).join(": "));
    this.status = status;
    this.problem = problem;
    this.code = (problem.type ?? "about:blank").replace(/\/+$/, "").split(/[/#:]/).at(-1) ?? "";
  }
}

/** How a client waits. Times in milliseconds; `sleep` and `now` are there for tests of the waiting itself. */
export interface Patience {
  /** How long one call may go on retrying. */
  patience?: number;
  fetch?: (request: Request) => Promise<Response>;
  sleep?: (milliseconds: number) => Promise<void>;
  now?: () => number;
}

const PATIENCE = 60_000;
const FIRST_PATIENCE = 2_000; // for a server that has never answered: its address is more often wrong than it is just starting
const MOST_REMEMBERED = 64;
const LARGEST_REMEMBERED = 1 << 20;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;
const READ_TIMEOUT = 60_000; // longer than the server holds a request
const PROOF = "Proof-Of-Work";
const WORK_ROUNDS = 1000;
const MOST_WORK = 18; // zero bits, for which a processor takes about a minute
const RETRIED = new Set([429, 502, 503, 504]);

const slept = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/**
 * A `fetch` that tries again after a lost connection and after 429, 502, 503 and 504, as long as `Retry-After` asks. GET, PUT and
 * DELETE may be repeated by their nature, POST because each carries an `Idempotency-Key`. It follows no redirects.
 */
export function patient(given: Patience = {}): (request: Request) => Promise<Response> {
  const send = given.fetch ?? ((request: Request) => fetch(request));
  const sleep = given.sleep ?? slept;
  const now = given.now ?? Date.now;
  const known = new Known();
  return async (request) => {
    const headers = new Headers(request.headers);
    if (request.method === "POST" && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", crypto.randomUUID());
    const body = request.body === null ? null : await request.arrayBuffer();
    const patience = given.patience ?? PATIENCE;
    const remembered = known.answer(request, headers);
    if (remembered !== null) headers.set("If-None-Match", remembered.tag);
    const start = now();
    let pause = FIRST_PAUSE;
    for (;;) {
      const limit = AbortSignal.timeout(READ_TIMEOUT);
      const signal = AbortSignal.any([request.signal, limit]);
      const sent = new Request(request.url, { method: request.method, headers, body, signal, redirect: "manual" });
      let answer: Response | null = null;
      let why = "";
      try {
        answer = await send(sent);
        known.spoken = true;
        if (!RETRIED.has(answer.status)) return await known.current(request, answer, remembered);
        const { challenge }: Problem = headers.has(PROOF) ? {} : await problemOf(answer.clone());
        if (challenge && challenge.bits <= MOST_WORK) {
          headers.set(PROOF, await prove(challenge));
          continue;
        }
      } catch (error) {
        if (request.signal.aborted) throw error;
        why = error instanceof Error ? error.message : String(error);
      }
      const asked = answer === null ? null : retryAfter(answer.headers, now());
      const delay = asked ?? pause;
      if (now() + delay > start + (known.spoken ? patience : Math.min(patience, FIRST_PATIENCE))) {
        const later = asked === null ? "later" : `in ${Math.round(asked / 1000)} s`;
        throw new Unreachable(answer === null ? `no answer from ${request.url} (${why}): is it running, is the address right?` : `${request.url} asks to come back ${later}`);
      }
      await sleep(delay);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  };
}

/** What a client knows of its server: whether it has ever answered, and its latest answers that have an entity tag. */
class Known {
  spoken = false;
  readonly #answers = new Map<string, Remembered>();

  /** The answer that is remembered, for a GET that neither waits nor names a tag itself. */
  answer(request: Request, headers: Headers): Remembered | null {
    if (!revisits(request) || headers.has("If-None-Match")) return null;
    return this.#answers.get(nameOf(request)) ?? null;
  }

  /** The answer that is current: for 304 the one whose tag was sent. An answer with a tag is remembered. */
  async current(request: Request, answer: Response, remembered: Remembered | null): Promise<Response> {
    if (answer.status === 304 && remembered !== null) return remembered.answer.clone();
    const tag = answer.headers.get("ETag");
    if (!revisits(request) || answer.status !== 200 || tag === null) return answer;
    const body = await answer.arrayBuffer();
    const read = new Response(body, { status: answer.status, headers: answer.headers });
    const name = nameOf(request);
    this.#answers.delete(name);
    if (body.byteLength <= LARGEST_REMEMBERED) this.#answers.set(name, { tag, answer: read.clone() });
    for (const oldest of this.#answers.keys()) if (this.#answers.size > MOST_REMEMBERED) this.#answers.delete(oldest);
    return read;
  }
}

interface Remembered {
  readonly tag: string;
  readonly answer: Response;
}

const revisits = (request: Request): boolean => request.method === "GET" && !new URL(request.url).searchParams.has("wait");
const nameOf = (request: Request): string => `${request.url} ${request.headers.get("Accept")}`;

/** The proof of work that a server under a flood asks for: takes a processor for a second, or several. */
export async function prove({ text, bits }: { text: string; bits: number }): Promise<string> {
  const coder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", coder.encode(text), "PBKDF2", false, ["deriveBits"]);
  for (let number = 0; ; number++) {
    const how = { name: "PBKDF2", hash: "SHA-256", salt: coder.encode(String(number)), iterations: WORK_ROUNDS };
    const digest = new DataView(await crypto.subtle.deriveBits(how, key, 256));
    if (Math.clz32(digest.getUint32(0)) >= bits) return `${text}.${number}`;
  }
}

/** The milliseconds that `Retry-After` asks for, in either of its forms, or null; fractions, which some servers send, count. */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+(\.\d*)?$/.test(text)) return Number(text) * 1000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}

/** The problem document of an answer, or one made of its status. */
export async function problemOf(answer: Response): Promise<Problem> {
  try {
    const said: unknown = await answer.json();
    if (typeof said === "object" && said !== null && !Array.isArray(said)) return said;
  } catch {
    // a proxy's page
  }
  return { title: `HTTP ${answer.status}` };
}
