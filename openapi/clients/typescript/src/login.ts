/** Logging in with OAuth 2.1: a page in the browser (authorization code, PKCE), or a code typed on any device (RFC 8628). */

import { b64, random, utf8 } from "./sealing.ts";
import { type Patience, patient, type Problem, problemOf, Refused, SiegelpostError } from "./wire.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** The person said no, or the login was not finished in time; `error` is OAuth's word for it. */
export class NotLoggedIn extends SiegelpostError {
  override name = "NotLoggedIn";
  readonly error: string;

  constructor(error: string, why: string) {
    super(`not logged in: ${why}`);
    this.error = error;
  }
}

/** What a login gives; it lives for a year, or until it was not used for 60 days. There is no refresh token. */
export interface Token {
  access_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

/** What to show to the person: the page and the code to type there, or one address with both. */
export interface DeviceCode {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval?: number; // seconds; 5 where it is left out (RFC 8628, section 3.2)
}

/** A login that has begun: send the browser to `url`, and keep the rest (it is plain JSON) until it comes back. */
export class Authorization {
  readonly url: string;
  readonly server: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;

  constructor(begun: Pick<Authorization, "url" | "server" | "clientId" | "redirectUri" | "state" | "verifier">) {
    ({ url: this.url, server: this.server, clientId: this.clientId, redirectUri: this.redirectUri, state: this.state, verifier: this.verifier } = begun);
  }

  /** Begin a login. `clientId`: what your program is called, or its address; nobody registers programs. */
  static async begin(server: string, clientId: string, redirectUri: string, scopes: readonly string[]): Promise<Authorization> {
    const base = server.replace(/\/+$/, "");
    const [state, verifier] = [b64(random(32)), b64(random(48))];
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(" "),
      state,
      code_challenge: b64(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(verifier)))),
      code_challenge_method: "S256",
    });
    return new Authorization({ url: `${base}/oauth/authorize?${query}`, server: base, clientId, redirectUri, state, verifier });
  }

  /** Change the code in the address the browser came back to into a token. Throws {@link NotLoggedIn}. */
  async exchange(back: string, given: Patience = {}): Promise<Token> {
    const found = new URL(back).searchParams;
    if (found.get("state") !== this.state) throw new NotLoggedIn("invalid_state", "this answer belongs to another login");
    if (found.get("iss") !== this.server) throw new NotLoggedIn("invalid_issuer", "this answer comes from another server");
    const code = found.get("code");
    if (code === null) throw ended(found.get("error") ?? "invalid_request", found.get("error_description"));
    const form = { grant_type: "authorization_code", client_id: this.clientId, redirect_uri: this.redirectUri, code, code_verifier: this.verifier };
    return posted<Token>(this.server, "/oauth/token", form, given);
  }
}

/** Let `show` tell a person the page and the code, wait until it was allowed there, and return the token. Throws {@link NotLoggedIn}. */
export async function logIn(
  server: string,
  clientId: string,
  scopes: readonly string[],
  show: (code: DeviceCode) => void,
  given: Patience = {},
): Promise<string> {
  const base = server.replace(/\/+$/, "");
  const sleep = given.sleep ?? ((milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds)));
  const now = given.now ?? Date.now;
  const begun = await posted<DeviceCode>(base, "/oauth/device_authorization", { client_id: clientId, scope: scopes.join(" ") }, given);
  show(begun);
  const until = now() + begun.expires_in * 1000;
  for (let pause = Math.max(1, begun.interval ?? 5); now() < until; ) {
    await sleep(pause * 1000);
    try {
      const form = { grant_type: GRANT, client_id: clientId, device_code: begun.device_code };
      return (await posted<Token>(base, "/oauth/token", form, given)).access_token;
    } catch (error) {
      if (!(error instanceof NotLoggedIn)) throw error;
      if (error.error === "slow_down") pause += 5;
      else if (error.error !== "authorization_pending") throw error;
    }
  }
  throw ended("expired_token");
}

async function posted<T>(server: string, path: string, form: Record<string, string>, given: Patience): Promise<T> {
  const answer = await patient(given)(new Request(server + path, { method: "POST", body: new URLSearchParams(form) }));
  if (answer.ok) return (await answer.json()) as T;
  const problem: Problem & { error?: string; error_description?: string } = await problemOf(answer);
  if (typeof problem.error === "string") throw ended(problem.error, problem.error_description);
  throw new Refused(answer.status, problem);
}

function ended(error: string, why?: string | null): NotLoggedIn {
  const known: Record<string, string> = { access_denied: "it was refused on the page", expired_token: "the code was not used in time; start again" };
  return new NotLoggedIn(error, known[error] ?? why ?? error);
}
