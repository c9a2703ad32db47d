import type { Ask, Asked } from './requests.ts'

/** A list: its entries one by one, or its pages. Nothing is asked before one of them is. */
export interface List<Page extends { readonly items: readonly unknown[] }> extends AsyncIterable<
  Page['items'][number]
> {
  /** The first page, with `total` and all else that surrounds it. */
  page(): Promise<Page>
  /** All pages, each asked for when it is wanted. */
  pages(): AsyncGenerator<Page, void>
}

interface ListPage {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

/** All pages belong to the list as it was at the first: nothing is skipped or repeated while items arrive. */
export function listOf<Page extends ListPage>(
  ask: Ask,
  path: string,
  { signal, ...query }: Asked,
): List<Page> {
  // The types are made from the description that the service gives of its answers.
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
