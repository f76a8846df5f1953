/** Plays a whole match at the first legal moves: `play.ts SERVER MATCH TOKEN…`; prints the requests spent and what was answered. */

import { createSiegelpost, data, Memory, OVERTAKEN, Player, Refused } from "../../../openapi/clients/typescript/src/index.ts";

const [server = "", match = "", ...tokens] = process.argv.slice(2);
const spent = { requests: 0, answers: 0 };
const counting = (request: Request): Promise<Response> => {
  spent.requests += 1;
  return fetch(request);
};

const table = tokens.map((token) => new Player(createSiegelpost(server, { token, fetch: counting })));
const watcher = createSiegelpost(server, { token: tokens[0] ?? null });
const path = { match };

for (const player of table.slice(1)) await player.sit(match);
for (const player of table) await player.key();
spent.requests = 0;
let seen = data(await watcher.GET("/v1/matches/{match}", { params: { path } }));
while (seen.status !== "closed") {
  for (const seat of seen.waiting_for) {
    const player = table[seat];
    if (player === undefined) throw new Error(`no seat ${seat}`);
    for (const item of await player.waiting({ wait: 0 })) {
      const [first] = item.moves ?? [];
      if (first === undefined) throw new Error(`no legal move for ${item.decision.id}`);
      try {
        await player.answer(item, first);
        spent.answers += 1;
      } catch (error) {
        if (!(error instanceof Refused) || !OVERTAKEN.has(error.code)) throw error;
      }
    }
  }
  seen = data(await watcher.GET("/v1/matches/{match}", { params: { path, query: { after: seen.n, wait: 30 } } }));
}
const receipts = table.flatMap((player) => (player.keep as Memory).receipts);
console.log(JSON.stringify({ ...spent, over: seen.over, receipts }));
