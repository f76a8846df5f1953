/** Lists that come in pages. */

/**
 * All pages of a list, one after another: `for await (const page of pages((cursor) => client.GET("/v1/matches", { params: { query:
 * { cursor, status: "mine" } } }))) for (const one of page.matches) …`. The parameter is `cursor` or `after`, as the path has it.
 */
export async function* pages<Page extends { next: string | number | null }>(
  ask: (place: NonNullable<Page["next"]> | undefined) => Promise<{ data?: Page }>,
): AsyncGenerator<Page, void, undefined> {
  let place: NonNullable<Page["next"]> | undefined;
  do {
    const page = (await ask(place)).data as Page; // errors have been thrown before
    yield page;
    place = page.next ?? undefined;
  } while (place !== undefined);
}
