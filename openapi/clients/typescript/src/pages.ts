/** Lists that come in pages. */

/**
 * All pages of a list, one after another: `for await (const page of pages((cursor) => client.GET("/v1/matches", { params: { query:
 * { cursor, status: "mine" } } }))) for (const one of page.matches) …`. The parameter is `cursor` or `after`, as the path has it.
 *
 * Where a list goes on is whatever its last page said in `next`; with a type of its own, the compiler would not infer the page's.
 */
export async function* pages<Page extends { next: string | number | null }>(
  ask: (place: any) => Promise<{ data?: Page }>,
): AsyncGenerator<Page, void, undefined> {
  let place: Page["next"] | undefined;
  do {
    const page = (await ask(place)).data as Page; // errors have been thrown before
    yield page;
    place = page.next ?? undefined;
  } while (place !== undefined);
}
