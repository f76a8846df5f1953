// The first decision of a match of Kontor against a bot: node five-calls.ts
import { writeFile } from "node:fs/promises";
import { call } from "./call.ts";

// 1. A table with a bot at it. It is full, so it starts.
const table = { rules: "kontor", bots: ["steady"], grace_seconds: 0, visibility: "private" };
const { match } = await call("POST", "/v1/matches", table);

// 2. What waits for you, with the legal moves and what you see of the game.
let turn: any;
while (turn === undefined) {
  const { waiting } = await call("GET", `/v1/me/waiting?match=${match}&include=moves&include=view&wait=30`);
  [turn] = waiting;
}
console.log(turn.decision.id, turn.view, turn.moves.length, "moves");

// 3. Seal one of the moves. The answer waits until all seals are opened.
const here = `/v1/matches/${match}/decisions/${turn.decision.id}`;
const done = await call("PUT", `${here}/${turn.answer}`, { move: turn.moves[0] }, { Prefer: "wait=30" });
console.log("receipt", done.receipt, done.signature);

// 4. What happened, in words.
for (const told of (await call("GET", `/v1/matches/${match}/feed?wait=30`)).events) console.log(told.text);

// 5. The log, for the verifier.
await writeFile("match.jsonl", await call("GET", `/v1/matches/${match}/log.jsonl`));
