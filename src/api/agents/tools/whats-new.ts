import { ENTRY_FIELDS, itemEntry, type ListItem, timeText } from './entries.ts'
import { refuseUnknownNames } from './known-names.ts'
import { FILTERS, WINDOW } from './lists.ts'
import { type Arguments, type Ask, askJson, type Tool, type ToolAnswer } from './tool.ts'

/** A row of `/api/changes`. */
interface Change {
  readonly seq: number
  readonly op: 'put' | 'delete'
  readonly reasons: readonly string[]
  readonly id: number
  readonly mergedInto?: number | null
  readonly item: ListItem | null
}

interface Changes {
  readonly changes: readonly Change[]
  readonly nextSince: number
  readonly hasMore: boolean
  readonly latestSeq: number
  readonly asOf: string
}

/** Rows that are shown unless `limit` asks for others. */
const LIMIT = '20'

const REASON_WORDS: Readonly<Record<string, string>> = {
  added: 'new',
  edited: 'edited',
  story: 'moved to another story',
  filed: 'filed anew',
  seen: 'in another source too',
  expired: 'expired',
  removed: 'removed',
  merged: 'merged',
  filtered: 'no longer matches',
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

/** The newest items, with the mark from before they were read: nothing is missed. */
async function newest(given: Arguments, ask: Ask): Promise<ToolAnswer> {
  const { limit = LIMIT, ...filters } = given
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
  const parameters = { limit: LIMIT, ...given, fields: ENTRY_FIELDS }
  const found = (await askJson(ask, '/api/changes', parameters)) as Changes
  if (found.changes.length === 0) await refuseUnknownNames(given, ask)
  return {
    head: [`${found.changes.length} changes since ${given['since']}, as of ${timeText(found.asOf)} UTC.`],
    entries: found.changes.map(entryOf),
    more: (shown) =>
      shown < found.changes.length || found.hasMore
        ? `More: the same with since=${found.changes[shown - 1]?.seq ?? given['since']}.`
        : `No more now. Later: the same with since=${found.nextSince}.`,
  }
}

function entryOf({ op, reasons, id, mergedInto, item }: Change): string {
  const why = reasons.map((reason) => REASON_WORDS[reason] ?? reason).join(', ')
  if (op === 'put' && item !== null) return itemEntry(item, [why])
  return `- gone (${why}): item ${id}${typeof mergedInto === 'number' ? `, now item ${mergedInto}` : ''}`
}
