import type { z } from 'zod'
import { counted } from '../../../model/counted.ts'
import { wholeNumber } from '../../query/parameters.ts'
import type { ListJson } from '../../schemas/list.ts'
import type { StoryBody } from '../../schemas/story.ts'
import { quote } from '../quote.ts'
import { ENTRY_FIELDS, itemEntry, type ListItem, timeText, TITLE_TOKENS } from './entries.ts'
import { WINDOW } from './lists.ts'
import { type Ask, askJson, readNumber, type Tool } from './tool.ts'

const HEAD_FIELDS = [
  'id',
  'title',
  'itemCount',
  'sourceCount',
  'publishers',
  'words',
  'languages',
  'firstItemAt',
  'lastItemAt',
  'nearest',
] as const

type StoryHead = Pick<z.output<typeof StoryBody>, (typeof HEAD_FIELDS)[number]>

const LIMIT = '15'

const MAX_PUBLISHERS = 12
const MAX_WORDS = 8

const ID = wholeNumber({ min: 1 })

export const story: Tool = {
  name: 'story',
  description: 'One event: who reports it, its growth, its reports newest first',
  properties: { id: { type: 'integer', description: 'Of a story' }, ...WINDOW },
  required: ['id'],
  async answer({ id: given, offset: from = '0', ...window }, ask) {
    const id = readNumber('id', given, ID)
    // The story costs much to build, and a caller who pages already has it.
    const found = from === '0' ? await findStory(id, ask) : undefined
    const parameters = { limit: LIMIT, ...window, offset: from, storyId: id, sort: 'newest' }
    const list = await askJson(ask, '/api/items', { ...parameters, fields: ENTRY_FIELDS })
    const { items, total, offset } = list as ListJson<ListItem>
    // The list of an unknown id is empty; `findStory` then throws.
    const { id: storyId } = items[0]?.story ?? (await findStory(id, ask))
    return {
      head:
        found === undefined
          ? [`Story ${storyId}, reports from offset ${offset} of ${total}.`]
          : headOf(found),
      entries: items.map((item) => itemEntry(withoutStory(item))),
      more: (shown) =>
        `${offset + shown < total ? `More: story(id=${storyId}, offset=${offset + shown}). ` : 'No more reports. '}Text: article(id).`,
    }
  },
}

async function findStory(id: number, ask: Ask): Promise<StoryHead> {
  return (await askJson(ask, '/api/story', { id, fields: HEAD_FIELDS.join() })) as StoryHead
}

function headOf(found: StoryHead): string[] {
  const { itemCount, sourceCount, publishers, words, languages } = found
  const named = publishers.slice(0, MAX_PUBLISHERS).map(({ name, itemCount }) => `${name} ${itemCount}`)
  const others = publishers.length - named.length
  const joining = words.slice(0, MAX_WORDS).map(({ word }) => word)
  return [
    `Story ${found.id}: ${quote(found.title, TITLE_TOKENS)}`,
    `${counted(itemCount, 'report')} of ${counted(sourceCount, 'source')}${languages.length === 0 ? '' : `, in ${languages.join(', ')}`}; first ${timeText(found.firstItemAt)}, last ${timeText(found.lastItemAt)} UTC.`,
    `Publishers, first to report first, with their reports: ${quote(named.join(', '), 150)}${others > 0 ? ` and ${others} more` : ''}`,
    ...(joining.length === 0 ? [] : [`Joined by the words: ${quote(joining.join(', '), 80)}`]),
    ...(found.nearest === null ? [] : [nearestText(found.nearest)]),
    'Newest reports first:',
  ]
}

function nearestText({ item }: NonNullable<StoryHead['nearest']>): string {
  return `Nearest other story ${item.storyId}: ${quote(item.title, TITLE_TOKENS)}`
}

/** The answer names the story once at its beginning. */
function withoutStory(item: ListItem): ListItem {
  return { ...item, story: { ...item.story, itemCount: 1 } }
}
