import type { z } from 'zod'
import { counted } from '../../../model/counted.ts'
import { decodeReferences } from '../../../text/html/text-of-html.ts'
import type { SearchBody, TrendingItemBody } from '../../schemas/item.ts'
import type { ListJson } from '../../schemas/list.ts'
import { quote } from '../quote.ts'
import { ENTRY_FIELDS, itemEntry, type ListItem, timeText, TITLE_TOKENS } from './entries.ts'
import { refuseUnknownNames } from './known-names.ts'
import { type Arguments, type Ask, askJson, type Tool, type ToolAnswer } from './tool.ts'

type Hits = z.output<typeof SearchBody>
type Trending = z.output<typeof TrendingItemBody>

const LIMIT = '10'

export const FILTERS = {
  category: { type: 'string', description: 'One or more, comma-separated; - excludes' },
  source: { type: 'string', description: 'Source ids' },
  language: { type: 'string' },
} as const

export const WINDOW = { limit: { type: 'integer' }, offset: { type: 'integer' } } as const

export const topStories: Tool = {
  name: 'top_stories',
  description: 'What matters now, one entry per story',
  properties: { ...FILTERS, sinceHours: { type: 'integer' }, ...WINDOW },
  async answer(given, ask) {
    const parameters = { sort: 'hot', distinct: 'story', limit: LIMIT, ...given, fields: ENTRY_FIELDS }
    const list = (await askJson(ask, '/api/items', parameters)) as ListJson<ListItem>
    return listAnswer('top stories', list, given, ask, (item) => itemEntry(item))
  },
}

export const search: Tool = {
  name: 'search',
  description: 'Finds articles, one per story, with the best passage',
  properties: {
    q: {
      type: 'string',
      description:
        'Words, "phrase", -not, OR, word*, title: source: category: lang: site: before: after:2026-01-31',
    },
    sort: { type: 'string', description: 'relevance, newest, score, hot' },
    ...WINDOW,
  },
  required: ['q'],
  async answer(given, ask) {
    const fields = `${ENTRY_FIELDS},highlights`
    const parameters = { distinct: 'story', limit: LIMIT, ...given, fields }
    const list = (await askJson(ask, '/api/search', parameters)) as Hits
    const answer = await listAnswer('results', list, given, ask, (item) =>
      itemEntry(item, [], plainText(item.highlights.summary)),
    )
    return { ...answer, head: [...answer.head, ...repairs(list)] }
  },
}

export const trending: Tool = {
  name: 'trending',
  description: 'The stories that grow fastest',
  properties: {
    hours: { type: 'integer', description: 'Window, default 24' },
    category: FILTERS.category,
    language: FILTERS.language,
    ...WINDOW,
  },
  async answer(given, ask) {
    const parameters = { limit: LIMIT, ...given, fields: `${ENTRY_FIELDS},trend` }
    const list = (await askJson(ask, '/api/trending', parameters)) as ListJson<Trending>
    return listAnswer('trending stories', list, given, ask, (item) => {
      const { itemCount, sourceCount, direction, firstItemAt, lastItemAt } = item.trend
      const times = `${timeText(firstItemAt)} to ${timeText(lastItemAt)}`
      return itemEntry(item, [
        `${direction}: ${counted(itemCount, 'report')} of ${counted(sourceCount, 'source')}, ${times}`,
      ])
    })
  },
}

/** The text of a highlight, whose only tag is `<mark>`. */
function plainText(highlight: string): string {
  return decodeReferences(highlight.replaceAll(/<\/?mark>/g, ''))
}

/** How the search changed the query. */
function repairs({ relaxed, corrected, ignoredOperators }: Hits): string[] {
  return [
    ...(relaxed ? ['No article has all the words; these have some of them.'] : []),
    ...(corrected === null ? [] : [`Spelling corrected: searched for ${quote(corrected.to, TITLE_TOKENS)}`]),
    ...(ignoredOperators.length === 0
      ? []
      : [`Not operators, searched as words: ${ignoredOperators.join(', ')}`]),
  ]
}

async function listAnswer<Entry>(
  what: string,
  list: ListJson<Entry>,
  given: Arguments,
  ask: Ask,
  entryOf: (entry: Entry) => string,
): Promise<ToolAnswer> {
  if (list.total === 0) await refuseUnknownNames(given, ask)
  const { items, total, offset, asOf } = list
  return {
    head: [`${total} ${what}, from offset ${offset}; as of ${timeText(asOf)} UTC.`],
    entries: items.map(entryOf),
    more: (shown) =>
      `${offset + shown < total ? `More: the same with offset=${offset + shown}. ` : 'No more. '}Reports: story(id). Text: article(id).`,
  }
}
