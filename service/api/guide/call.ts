// Ask the API: one function that says what was refused, waits when it is told to, and repeats without doing a thing twice.

export const SERVER = process.env.SIEGELPOST_SERVER!;
export const TOKEN = process.env.SIEGELPOST_TOKEN!;
const TRIES = 5;

/** A problem document (RFC 9457): its type is stable, its detail is for people. */
export class Refused extends Error {
  type: string;
  constructor(problem: { type: string; detail: string }) {
    super(`${problem.type}: ${problem.detail}`);
    this.type = problem.type;
  }
}

export const sleep = (seconds: number) => new Promise((wake) => setTimeout(wake, seconds * 1000));

/** Return the JSON of an answer, or its text; throws Refused. */
export async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<any> {
  const headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}`, ...more };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method === "POST") headers["Idempotency-Key"] = crypto.randomUUID(); // the others can be repeated as they are
  const request: RequestInit = { method, headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  for (let number = 1; ; number++) {
    let answer: Response;
    try {
      answer = await fetch(SERVER + path, request);
    } catch (error) {
      if (number === TRIES) throw error; // the connection broke: nobody knows whether the request arrived
      await sleep(number);
      continue;
    }
    const json = /json$/.test(answer.headers.get("Content-Type") ?? "");
    if (answer.ok) return json ? answer.json() : answer.text();
    if (![429, 502, 503, 504].includes(answer.status) || number === TRIES) throw new Refused(await answer.json());
    await sleep(Number(answer.headers.get("Retry-After") ?? number));
  }
}
