import type { z } from 'zod'
import { wholeNumber } from '../../query/parameters.ts'
import type { ChangesBody } from '../../schemas/change.ts'
import { ENTRY_FIELDS, itemEntry, type ListItem, timeText } from './entries.ts'
import { refuseUnknownNames } from './known-names.ts'
import { FILTERS, WINDOW } from './lists.ts'
import { type Arguments, type Ask, askJson, readNumber, type Tool, type ToolAnswer } from './tool.ts'

type Changes = z.output<typeof ChangesBody>
type Change = Changes['changes'][number]

const LIMIT = wholeNumber({ min: 1, max: 500 }, 20).default(20)

/** Changes per read where filters leave few of them, and the maximum number of reads. */
const PAGE = 500
const MAX_PAGES = 10

/** Reasons that concern the news, and how answers name them. Other reasons concern how items are filed. */
const REASONS: Readonly<Record<string, string>> = {
  added: 'new',
  edited: 'edited',
  removed: 'removed',
  merged: 'merged',
}

export const whatsNew: Tool = {
  name: 'whats_new',
  description:
    'What came, was edited or went since a mark; without since: the newest, and the mark to go on from',
  properties: {
    since: { type: 'integer', description: 'Mark of an earlier answer' },
    ...FILTERS,
    limit: WINDOW.limit,
  },
  answer: (given, ask) => (given['since'] === undefined ? newest(given, ask) : changes(given, ask)),
}

/** The newest items, with a change number from before they were read, so that nothing is missed. */
async function newest(given: Arguments, ask: Ask): Promise<ToolAnswer> {
  const { limit: wanted, ...filters } = given
  const limit = readNumber('limit', wanted, LIMIT)
  const { latestSeq, asOf } = (await askJson(ask, '/api/changes', { ...filters, since: 'now' })) as Changes
  const parameters = { ...filters, limit, sort: 'firstSeen', fields: ENTRY_FIELDS }
  const list = (await askJson(ask, '/api/items', parameters)) as { readonly items: readonly ListItem[] }
  if (list.items.length === 0) await refuseUnknownNames(given, ask)
  return {
    head: [`The newest, as of ${timeText(asOf)} UTC.`],
    entries: list.items.map((item) => itemEntry(item)),
    more: () => `Later: whats_new(since=${latestSeq}) tells what has changed by then.`,
  }
}

async function changes(given: Arguments, ask: Ask): Promise<ToolAnswer> {
  const { limit: wanted, ...filters } = given
  const limit = readNumber('limit', wanted, LIMIT)
  const { rows, nextSince, hasMore, asOf } = await readChanges(filters, limit, ask)
  if (rows.length === 0) await refuseUnknownNames(given, ask)
  return {
    head: [
      `${rows.length === 0 ? 'No change' : 'Changes, the oldest first,'} since ${given['since']}; as of ${timeText(asOf)} UTC.`,
    ],
    entries: rows.map(entryOf),
    more: (shown) => {
      const last = shown < rows.length ? rows[shown - 1]?.seq : nextSince
      return shown < rows.length || hasMore
        ? `More: the same with since=${last}.`
        : `No more now. Later: the same with since=${last}.`
    },
  }
}

/** Skips changes of items that left the filter: a mirror needs those, an agent does not. */
async function readChanges(filters: Arguments, limit: number, ask: Ask) {
  const isFiltered = Object.keys(filters).length > 1
  const parameters = { ...filters, reasons: Object.keys(REASONS).join(','), fields: ENTRY_FIELDS }
  const rows: Change[] = []
  let since = filters['since'] ?? '0'
  for (let page = 1; ; page += 1) {
    const size = isFiltered ? PAGE : limit
    const read = (await askJson(ask, '/api/changes', { ...parameters, since, limit: size })) as Changes
    rows.push(...read.changes.filter((change) => change.op === 'put' || !change.reasons.includes('filtered')))
    if (rows.length >= limit || !read.hasMore || page === MAX_PAGES) {
      const cut = rows.slice(0, limit)
      const isCut = cut.length < rows.length
      const nextSince = isCut ? (cut.at(-1)?.seq ?? read.nextSince) : read.nextSince
      return { rows: cut, nextSince, hasMore: isCut || read.hasMore, asOf: read.asOf }
    }
    since = String(read.nextSince)
  }
}

function entryOf(change: Change): string {
  const why = change.reasons.flatMap((reason) => REASONS[reason] ?? []).join(', ')
  if (change.op === 'put') return itemEntry(change.item, [why])
  return `- ${why}: item ${change.id}${change.mergedInto === null ? '' : `, now item ${change.mergedInto}`}`
}
