// @ts-check
// Requests to the API. The browser sends the session's cookie by itself; the API takes it only beside the header below, which
// no other website can send.

import { prove } from "./work.js";

/** @typedef {import("../types.js").Problem} Problem */

/** Whether the page came without a session: nobody need be asked who is there. Workers have no page. */
export const VISITOR = Boolean(globalThis.document?.querySelector("meta[name=visitor]"));

let signedIn = !VISITOR;

/** Beside this header the API takes the session's cookie. */
const MARK = "Siegelpost-Page";

/** The answer to a challenge: a flood of requests makes a server ask for some work. */
const PROOF = "Proof-Of-Work";

/** A refusal by the API, with its problem document. */
export class Refused extends Error {
  /** @param {number} status @param {Problem} problem @param {number} [wait] seconds until it is worth trying again; 0: not told */
  constructor(status, problem, wait = 0) {
    super(problem.detail);
    this.status = status;
    this.wait = wait;
    this.problem = problem;
    /** What the refusal is called, as in /problems/<code>. */
    this.code = problem.type.split("/").pop() ?? "";
  }
}

/** The network, or the server, is away. */
export class Away extends Error {}

/** Ask as a visitor from now on: the session is over, and a token that is not good is refused even where none is needed. */
export function forgetSession() {
  signedIn = false;
  AHEAD.clear();
}

/**
 * Send a request and return the answer's JSON.
 *
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, headers?: Record<string, string>, signal?: AbortSignal }} [options]
 * @returns {Promise<any>} typed by whoever asks: the document says what each path answers
 */
export async function call(method, path, options = {}) {
  const answer = await send(method, path, options);
  return answer.status === 204 ? null : await answer.json();
}

/**
 * Return the text of an answer, such as a picture.
 *
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function text(path) {
  return await (await send("GET", path, {})).text();
}

/**
 * Return the bytes of an answer, such as a log, of which every one counts.
 *
 * @param {string} path
 */
export async function bytes(path) {
  return new Uint8Array(await (await send("GET", path, {})).arrayBuffer());
}

/** What the server says about itself, asked for once. @type {Promise<import("../types.js").Meta> | null} */
let said = null;

/** @returns {Promise<import("../types.js").Meta>} */
export const meta = () => (said ??= call("GET", "/v1/meta").catch((error) => { said = null; throw error; }));

/** What was asked for before it was known who asks: answers by path, each taken once. @type {Map<string, Promise<Response>>} */
const AHEAD = new Map();

// What the page brought along (service/web/brought.py), with one character for each piece of its list. Workers have no page.
for (const block of globalThis.document?.querySelectorAll("script[data-answer]") ?? []) {
  /** @type {string[]} */
  const pieces = block.hasAttribute("data-short") ? JSON.parse(document.getElementById("pieces")?.textContent ?? "[]") : [];
  const whole = block.textContent?.replace(/[\u0700-\u074f]/g, (one) => pieces[one.charCodeAt(0) - 0x700] ?? one);
  AHEAD.set(block.getAttribute("data-answer") ?? "", Promise.resolve(new Response(whole)));
  block.remove();
}

/** Forget what was asked for ahead of matches and never wanted: what is asked for later must be new. */
export function nothingAhead() {
  for (const path of AHEAD.keys()) if (path.startsWith("/v1/matches/")) AHEAD.delete(path);
}

/**
 * Ask now for what will be asked for in a moment. What is refused, or is not wanted after all, costs nothing but its bytes.
 * @param {string} path @returns {Promise<Response | null>} the answer as it begins to come, to be read by whoever asks for it then
 */
export function ahead(path) {
  const known = AHEAD.get(path);
  if (known) return known.then((answer) => answer, () => null);
  const asked = fetch(path, { headers: signedIn ? { [MARK]: "1" } : {}, cache: "no-cache" });
  AHEAD.set(path, asked);
  return asked.catch(() => null);
}

/** @param {string} path @returns {Promise<Response | null>} what was asked for ahead, if it came */
async function taken(path) {
  const asked = AHEAD.get(path);
  AHEAD.delete(path);
  const answer = await asked?.catch(() => null);
  return answer?.ok ? answer : null;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, headers?: Record<string, string>, signal?: AbortSignal }} options
 */
async function send(method, path, options) {
  const early = method === "GET" ? await taken(path) : null;
  if (early) return early;
  const headers = new Headers(options.headers);
  if (signedIn) headers.set(MARK, "1");
  if (options.body !== undefined) headers.set("Content-Type", "application/json");
  /** @type {RequestInit} */
  const init = { method, headers, cache: "no-cache" };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  if (options.signal) init.signal = options.signal;
  let answer;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Away();
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  if (problem === null || typeof problem.type !== "string") throw new Away();
  if (problem.challenge && !headers.has(PROOF))
    return await send(method, path, { ...options, headers: { ...options.headers, [PROOF]: await prove(problem.challenge) } });
  throw new Refused(answer.status, problem, Number(answer.headers.get("Retry-After")) || 0);
}
