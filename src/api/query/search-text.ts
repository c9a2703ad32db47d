import { readQuery, type PreparedQuery } from '../../search/read-query.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { oneOf, text } from './parameters.ts'
import { refusal } from './validate.ts'

export const SEARCH_TEXT = text({ min: 1, max: 500 }).describe(
  'Words are all required. "a phrase", -not, NOT, OR, (groups), word*, title: author: source: category: region: lang: site: tag: story: has:image|audio|text after: before:; field:a,b is either, field:-a leaves out. Only -words: everything else. An address finds its article.',
)

export const MATCH = oneOf(['all'])
  .optional()
  .describe(
    '`all`: only items with all the words. Without it, plain words that hardly any item has together find the best items with any of them.',
  )

/**
 * The parsed query in normal form. Any text that names something to look for is valid.
 *
 * @throws DigestError('queryInvalid')
 */
export async function readSearch(store: ReadStore, q: string): Promise<PreparedQuery> {
  const query = await readQuery(store, q)
  if (query !== undefined) return query
  throw refusal('queryInvalid', 'q', q, 'q must name something to look for: it has no word')
}
