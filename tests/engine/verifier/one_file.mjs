// Judges the cases that come in line by line ({log, key?, receipts?}, the log in base64), each with one line of JSON.
import { createInterface } from "node:readline";
import { verify } from "../../../openapi/verifier/transcript.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const { log, ...given } = JSON.parse(line);
  console.log(JSON.stringify(await verify(Buffer.from(log, "base64"), given)));
}
