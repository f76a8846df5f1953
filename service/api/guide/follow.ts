// Follow what happens to you in all matches, over every interruption: node follow.ts cursor.txt
import { readFile, rename, writeFile } from "node:fs/promises";
import { SERVER, TOKEN, sleep } from "./call.ts";

const place = process.argv[2]!;
const SILENCE = 60_000; // milliseconds; the server says something more often
let cursor = await readFile(place, "utf8").catch(() => "now");

/** Yield the lines of one connection; it ends when nothing has come for a while. */
async function* lines(path: string): AsyncGenerator<string> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), SILENCE);
  const headers = { Authorization: `Bearer ${TOKEN}`, Accept: "text/event-stream" };
  const answer = await fetch(SERVER + path, { headers, signal: silent.signal });
  if (!answer.ok) throw await answer.json();
  let rest = "";
  for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENCE);
    const parts = (rest + text).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
  clearTimeout(timer);
}

/** Write the cursor down, whole or not at all, whenever this program is killed. */
async function keep(cursor: string): Promise<void> {
  await writeFile(`${place}.new`, cursor);
  await rename(`${place}.new`, place);
}

for (;;) {
  try {
    for await (const line of lines(`/v1/me/events?after=${cursor}`)) {
      if (line.startsWith("id: ")) cursor = line.slice(4);
      if (!line.startsWith("data: ")) continue;
      const event = JSON.parse(line.slice(6));
      console.log(event.type, event.match ?? "");
      await keep(cursor); // after the event is dealt with: it may come twice, but is never missed
    }
  } catch (problem: any) {
    if (problem.type === "/problems/events-gone") cursor = "now"; // away for over 30 days: look at /v1/me/matches once
    else if (problem.type) throw new Error(`${problem.type}: ${problem.detail}`);
  }
  await sleep(2);
}
