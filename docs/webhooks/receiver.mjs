// A receiver of webhooks without dependencies: WEBHOOK_PUBLIC_KEY=whpk_... node receiver.mjs [port]
// It knows no secret: it checks the Ed25519 signatures. It listens on this machine; put a server that speaks https in front of it.

import { createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";

const PREFIX = Buffer.from("302a300506032b6570032100", "hex"); // what stands before the 32 bytes of an Ed25519 key (RFC 8410)
const raw = Buffer.from(process.env.WEBHOOK_PUBLIC_KEY.replace(/^whpk_/, ""), "base64");
const KEY = createPublicKey({ key: Buffer.concat([PREFIX, raw]), format: "der", type: "spki" });
const TOLERANCE = 300; // seconds that the two clocks may differ
const LONGEST = 65_536;
const seen = new Set(); // keep this in a database, for a month

function genuine(headers, body) {
  const moment = headers["webhook-timestamp"] ?? "";
  if (!/^[0-9]{1,12}$/.test(moment) || Math.abs(Date.now() / 1000 - Number(moment)) > TOLERANCE) return false;
  const content = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${moment}.`), body]);
  const given = (headers["webhook-signature"] ?? "").split(" ").filter((one) => one.startsWith("v1a,"));
  return given.some((one) => verify(null, content, KEY, Buffer.from(one.slice(4), "base64")));
}

const server = createServer(async (request, response) => {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > LONGEST) return void request.destroy();
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  if (request.method !== "POST" || !genuine(request.headers, body)) return void response.writeHead(400).end();
  const id = request.headers["webhook-id"];
  if (!seen.has(id)) {
    const event = JSON.parse(body.toString("utf8"));
    console.log(event.type, event.match);
    seen.add(id);
  }
  response.writeHead(204).end();
});

server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => console.log(`listening on ${server.address().port}`));
