// Seal a move that nobody but you can open, and open it after the lock: node seal.ts  (in a browser too, but for the files)
import { writeFile } from "node:fs/promises";
import { call } from "./call.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const b64 = (bytes: Bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
const raw = (text: string): Bytes =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

/** RFC 8785 for what the protocol sends: objects, lists, strings, booleans, null and integers. */
function canonical(value: any): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** H of section 1 of the protocol. */
async function hashed(tag: string, ...parts: Bytes[]): Promise<Bytes> {
  const framed = [utf8(tag), ...parts].flatMap((part) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, part.length);
    return [...length, ...part];
  });
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(framed)));
}

/** Wait until something (in a match) waits for an answer of this kind; return it. */
async function waitingFor(answer: string, match = ""): Promise<any> {
  const where = `/v1/me/waiting?include=moves${match && "&match="}${match}`;
  let page = await call("GET", `${where}&wait=30`);
  for (;;) {
    const found = page.waiting.find((one: any) => one.answer === answer);
    if (found) return found;
    if (page.next === null) await new Promise((done) => setTimeout(done, 1000)); // something else waits there: it answers at once
    page = await call("GET", page.next === null ? `${where}&wait=30` : `${where}&after=${page.next}`);
  }
}

const turn = await waitingFor("commitment");
const opening = {
  v: 1,
  match: turn.match,
  rules: turn.rules,
  decision: turn.decision.id,
  seat: turn.seat,
  head: turn.decision.head,
  salt: b64(crypto.getRandomValues(new Uint8Array(32))),
  move: turn.moves[0],
};
const commitment = "sc1_" + b64(await hashed("siegelpost/commit/v1", utf8(canonical(opening))));
await writeFile("opening.json", JSON.stringify(opening)); // before it is sent: without it the move is lost

const here = `/v1/matches/${turn.match}/decisions/${turn.decision.id}`;
const sealed = await call("PUT", `${here}/commitment`, { commitment });
await writeFile("receipt.json", JSON.stringify(sealed));
const key = (await call("GET", "/v1/meta")).keys.find((one: any) => one.id === sealed.receipt.key);
const point = await crypto.subtle.importKey("raw", raw(key.public_key), "Ed25519", false, ["verify"]);
const signed = await hashed("siegelpost/receipt/v1", utf8(canonical(sealed.receipt)));
if (!(await crypto.subtle.verify("Ed25519", point, raw(sealed.signature), signed))) throw new Error("not its signature");
if (sealed.receipt.commitment !== commitment) throw new Error("a receipt for something else");
console.log("sealed", commitment);

await waitingFor("opening", turn.match); // everybody has sealed, and the server has locked
await call("PUT", `${here}/opening`, { opening }, { Prefer: "wait=30" });
console.log("opened", opening.move);
