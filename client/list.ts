import type { Ask, Asked } from './requests.ts'

/** A list, as single entries or as pages. Nothing is requested until it is iterated. */
export interface List<Page extends { readonly items: readonly unknown[] }> extends AsyncIterable<
  Page['items'][number]
> {
  /** The first page, with `total` and the rest of the envelope. */
  page(): Promise<Page>
  /** All pages, each requested on demand. */
  pages(): AsyncGenerator<Page, void>
}

interface ListPage {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

/** All pages show the list as of the first: nothing is skipped or repeated while items arrive. */
export function listOf<Page extends ListPage>(
  ask: Ask,
  path: string,
  { signal, ...query }: Asked,
): List<Page> {
  // The types are generated from the service's own description.
  const pageOf = async (part: typeof query) => (await ask(path, part, { signal })) as Page

  async function* pages(): AsyncGenerator<Page, void> {
    let page = await pageOf(query)
    yield page
    while (page.nextCursor !== null) {
      page = await pageOf({ ...query, offset: undefined, cursor: page.nextCursor })
      yield page
    }
  }

  return {
    page: () => pageOf(query),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items
    },
  }
}
