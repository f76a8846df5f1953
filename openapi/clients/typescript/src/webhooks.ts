/** Checking that a webhook comes from your Siegelpost and is new (Standard Webhooks 1.0.0). */

import sodium from "libsodium-wrappers";
import type { WebhookEvent } from "./api.ts";
import { type Bytes, utf8 } from "./sealing.ts";
import { SiegelpostError } from "./wire.ts";

const TOLERANCE = 300; // seconds that the clocks of the two servers may differ

/** What arrived was not sent by the server that has the key, or not a moment ago: answer it with 400. */
export class BadWebhook extends SiegelpostError {
  override name = "BadWebhook";
}

/**
 * The event of a webhook. Keep its `id`: every event may come more than once. Throws {@link BadWebhook}.
 *
 * @param body exactly as it came
 * @param keys public keys (`whpk_`) or secrets (`whsec_`) of the webhook
 */
export async function checkWebhook(
  headers: Headers | Record<string, string | string[] | undefined>,
  body: Uint8Array | string,
  keys: readonly string[],
  { tolerance = TOLERANCE, now = Date.now() / 1000 }: { tolerance?: number; now?: number } = {},
): Promise<WebhookEvent> {
  const given = headers instanceof Headers ? headers : new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value ?? "")]));
  const moment = given.get("webhook-timestamp") ?? "";
  if (!/^[0-9]{1,12}$/.test(moment)) throw new BadWebhook("the webhook has no time (webhook-timestamp)");
  if (Math.abs(now - Number(moment)) > tolerance) throw new BadWebhook("the webhook was signed too long ago, or one of the two clocks is wrong");
  const raw = typeof body === "string" ? utf8(body) : body;
  const signed = new Uint8Array([...utf8(`${given.get("webhook-id") ?? ""}.${moment}.`), ...raw]);
  await sodium.ready;
  for (const one of (given.get("webhook-signature") ?? "").split(" ")) {
    const [version, signature] = one.split(",");
    for (const key of keys) if (await signs(key, version, unpacked(signature), signed)) return JSON.parse(new TextDecoder().decode(raw)) as WebhookEvent;
  }
  throw new BadWebhook("no signature of the webhook is by this key");
}

async function signs(key: string, version: string | undefined, signature: Bytes | null, signed: Bytes): Promise<boolean> {
  const raw = unpacked(key.replace(/^wh(pk|sec)_/, ""));
  if (raw === null || signature === null || raw.length === 0) return false;
  if (key.startsWith("whpk_") && version === "v1a") {
    return raw.length === 32 && signature.length === 64 && sodium.crypto_sign_verify_detached(signature, signed, raw);
  }
  if (!key.startsWith("whsec_") || version !== "v1") return false;
  const secret = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  return crypto.subtle.verify("HMAC", secret, signature, signed);
}

function unpacked(text: string | undefined): Bytes | null {
  try {
    return Uint8Array.from(atob(text ?? ""), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
