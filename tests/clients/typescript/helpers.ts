/** The helpers beside playing: `helpers.ts WEBHOOK`, a webhook as the server signs it; all else is answered by a `fetch` of ours. */

import { strict as assert } from "node:assert";
import { Authorization, BadWebhook, checkWebhook, createSiegelpost, logIn, NotLoggedIn, pages } from "../../../openapi/clients/typescript/src/index.ts";

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => new Response(status === 304 ? null : JSON.stringify(body), { status, headers });

// Webhooks: by secret and by public key, and nothing but what was signed.
const webhook: { headers: Record<string, string>; body: string; keys: string[]; now: number } = JSON.parse(process.argv[2] ?? "");
for (const key of webhook.keys) {
  for (const headers of [webhook.headers, new Headers(webhook.headers)]) {
    assert.equal((await checkWebhook(headers, webhook.body, ["whpk_AAAA", key], webhook)).type, "over");
  }
  await assert.rejects(checkWebhook(webhook.headers, `${webhook.body} `, [key], webhook), BadWebhook);
  await assert.rejects(checkWebhook(webhook.headers, webhook.body, [key], { now: webhook.now + 301 }), BadWebhook);
}
await assert.rejects(checkWebhook(webhook.headers, webhook.body, ["whpk_AAAA", "nonsense", ""], webhook), BadWebhook);

// Pages, and what is known is not sent again: more lists at once than are remembered.
const asked: (string | null)[] = [];
const listing = createSiegelpost("http://a.example", {
  fetch: async (request) => {
    const tag = request.headers.get("If-None-Match");
    const place = new URL(request.url).searchParams.get("cursor");
    asked.push(tag);
    return tag === null ? json(200, { bots: [place ?? "first"], next: place === null ? "2" : null }, { ETag: `"${place}"` }) : json(304, null);
  },
});
for (let round = 0; round < 2; round++) {
  const found: unknown[] = [];
  for await (const page of pages((cursor) => listing.GET("/v1/bots", { params: { query: { cursor } } }))) found.push(...page.bots);
  assert.deepEqual(found, ["first", "2"]);
}
assert.deepEqual(asked, [null, null, '"null"', '"2"']);
const many = () => Promise.all(Array.from({ length: 80 }, (_, number) => listing.GET("/v1/bots", { params: { query: { cursor: String(number) } } })));
await many();
for (const one of await many()) assert.equal(one.data?.bots.length, 1);

// Logging in with a code that is typed elsewhere: the pauses are those that the server asks for.
const begun = { device_code: "d", user_code: "BCDF-GHJK", verification_uri: "http://a.example/device", verification_uri_complete: "", expires_in: 900 };
async function device(...errors: string[]): Promise<{ token: string; slept: number[] }> {
  const slept: number[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url.endsWith("/oauth/device_authorization")) return json(200, begun);
    assert.equal(new URLSearchParams(await request.text()).get("device_code"), "d");
    const error = errors.shift();
    return error === undefined ? json(200, { access_token: "sp_" }) : json(400, { error });
  };
  const given = { fetch, sleep: async (time: number) => void slept.push(time), now: () => slept.reduce((sum, one) => sum + one, 0) };
  let shown = "";
  const token = await logIn("http://a.example/", "a program", ["match:play"], (code) => (shown = code.user_code), given);
  assert.equal(shown, begun.user_code);
  return { token, slept };
}
assert.deepEqual(await device("authorization_pending", "slow_down"), { token: "sp_", slept: [5000, 5000, 10_000] });
await assert.rejects(device("access_denied"), (error) => error instanceof NotLoggedIn && error.error === "access_denied");
await assert.rejects(device(...Array<string>(1000).fill("authorization_pending")), (error) => error instanceof NotLoggedIn && error.error === "expired_token");

// Logging in on a page: kept as JSON with the session, and an answer counts only if it belongs to it.
const login = new Authorization(JSON.parse(JSON.stringify(await Authorization.begin("http://a.example/", "https://app.example", "https://app.example/back", ["match:read"]))));
const query = new URL(login.url).searchParams;
assert.equal(query.get("code_challenge"), Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(login.verifier))).toString("base64url"));
let form = new URLSearchParams();
const fetch = async (request: Request): Promise<Response> => {
  form = new URLSearchParams(await request.text());
  return json(200, { access_token: "sp_" });
};
const back = (given: Record<string, string>) => `https://app.example/back?${new URLSearchParams({ state: login.state, iss: "http://a.example", code: "c", ...given })}`;
assert.equal((await login.exchange(back({}), { fetch })).access_token, "sp_");
assert.deepEqual([form.get("code"), form.get("code_verifier"), form.get("redirect_uri")], ["c", login.verifier, "https://app.example/back"]);
for (const given of [{ state: "" }, { iss: "http://b.example" }]) await assert.rejects(login.exchange(back(given), { fetch }), NotLoggedIn);
