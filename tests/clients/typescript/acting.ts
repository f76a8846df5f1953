/**
 * What a player does besides answering: `acting.ts SERVER MATCH TOKEN TOKEN`. Both seats sign and hold
 * their entropy and openings themselves; prints what happened and all receipts.
 */

import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { type AccountEvent, type AnyOrders, createSiegelpost, data, Memory, Player, Refused, signAct, SiegelpostError, type Waiting } from "../../../openapi/clients/typescript/src/index.ts";

const [server = "", match = "", ...tokens] = process.argv.slice(2);
const [ada, ben] = tokens.map((token) => new Player(createSiegelpost(server, { token }))) as [Player, Player];
const path = { match };
const look = async (after: number | null = null) =>
  data(await ada.client.GET("/v1/matches/{match}", { params: { path, query: after === null ? {} : { after, wait: 30 } } }));

async function asked(player: Player): Promise<Waiting> {
  const [item] = await player.waiting();
  assert(item);
  return item;
}

// Following, from now on, beside everything else.
const events: AccountEvent[] = [];
const ending = new AbortController();
const following = (async () => {
  for await (const event of ben.follow({ cursor: "now" }, ending.signal)) {
    events.push(event);
    if (event.type === "over") return;
  }
})();

// The vector of protocol section 12.9.
const secret = createHash("sha256").update("seat key").digest("base64url");
const signed = await signAct(
  { public: "PYAS8Ndyd4RnXuYv-liXYZtLynb4lTxBLYXlmwSq8aQ", secret },
  {
    act: "seal",
    match: "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11",
    seat: 1,
    decision: "r3.choose",
    head: "tEF3WwhNaHvsTy9r6VWYpM8vAXxwQyYtNZ3gCwUF0A0",
    commitment: "sc1_fDIuxcqkcS7OZ1FAxKLz6qHtY1mW3wxVuHczl1iAgSQ",
    seq: 1,
  },
);
assert.equal(signed, "uMTGjwz6efuoFCgHRhz885KQF-aakY5KKO486twFZfnPpSPgr6_Ko3z8Y5iPOfvs_ChD8WZ04vvKzUadGhbSBg");

for (const player of [ada, ben]) await player.sit(match, { custody: "client", sign: true });
let seen = await look();
while (!seen.reveal?.mine) seen = await look(seen.n);
for (const player of [ada, ben]) await player.reveal(match);

// Client custody: withdrawn, sealed again, opened after the lock; another device has neither key nor opening.
const first = await ada.answer(await asked(ada), { type: "pass" }, { custody: "client" });
const decision = first.receipt.decision;
assert.equal((await ada.withdraw(match, decision)).receipt.commitment, null);
const stranger = new Player(ada.client);
await assert.rejects(stranger.answer(await asked(ada), { type: "pass" }), (error) => error instanceof Refused && error.code === "signature-needed");
await ada.changeKey(match);
await ada.answer(await asked(ada), { type: "pass" }, { custody: "client" });
await ben.answer(await asked(ben), { type: "pass" }, { custody: "client" });
await assert.rejects(stranger.open(await asked(ada)), SiegelpostError);
for (const player of [ada, ben]) await player.open(await asked(player));

// Standing orders, replaced and ended.
assert.equal(await ada.orders(match), null);
await ada.setOrders(match, { plans: [{ round: 99, ship: [{ type: "stay" }] }] });
const plan: AnyOrders = { plans: [{ round: 98, ship: [{ type: "stay" }] }] };
assert.equal((await ada.setOrders(match, plan)).receipt.seq, 2);
assert.deepEqual(await ada.orders(match), plan);
await assert.rejects(stranger.orders(match), SiegelpostError);
await assert.rejects(stranger.setOrders(match, plan), (error) => error instanceof Refused && error.code === "signature-needed");
assert.equal((await ada.endOrders(match)).receipt.commitment, null);
assert.equal(await ada.orders(match), null);

// A lost key, with the other's consent.
const [change] = (await stranger.changeKey(match, { lost: true })).key_changes;
assert(change);
await ben.consent(match, change.seat, change.key);
seen = await look();
while (seen.key_changes.length) seen = await look(seen.n);
assert.equal(seen.seats[0]?.key, change.key);
await stranger.resign(match);
await following;
ending.abort();

const receipts = [ada, ben, stranger].flatMap((player) => (player.keep as Memory).receipts);
console.log(JSON.stringify({ receipts, kinds: events.map((one) => one.type), ids: events.map((one) => one.id) }));
