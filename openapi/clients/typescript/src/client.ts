/** The client: every path of the API with the types of the published document, over a patient `fetch`. */

import createClient, { type Client as PathClient } from "openapi-fetch";
import type { paths } from "./api.ts";
import { type Patience, patient, problemOf, Refused } from "./wire.ts";

/** `GET`, `PUT` … with paths as the document writes them; anything but success is thrown as {@link Refused}. */
export type Client = PathClient<paths> & {
  readonly server: string;
  readonly token: string | null;
  /** Send one request as it is, without retries: for streams. */
  raw(request: Request): Promise<Response>;
};

/** `token`: what `Authorization: Bearer` carries; without one, a client asks what anybody may. */
export interface Options extends Patience {
  token?: string | null;
}

/** A client of one server, whose address is such as `https://siegelpost.example`. */
export function createSiegelpost(server: string, { token = null, ...given }: Options = {}): Client {
  const baseUrl = server.replace(/\/+$/, "");
  const client = createClient<paths>({ baseUrl, fetch: patient(given) });
  client.use({
    onRequest({ request }) {
      if (token !== null) request.headers.set("Authorization", `Bearer ${token}`);
      return request;
    },
    async onResponse({ response }) {
      if (!response.ok && response.status !== 304) throw new Refused(response.status, await problemOf(response));
    },
  });
  const raw = (request: Request): Promise<Response> => (given.fetch ?? fetch)(new Request(request, { redirect: "manual" }));
  return Object.assign(client, { server: baseUrl, token, raw });
}

/** What an answer holds; errors have been thrown before. */
export function data<T>(answered: { data?: T }): T {
  return answered.data as T;
}
