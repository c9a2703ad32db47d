import type { z } from 'zod'
import { counted } from '../../../model/counted.ts'
import type { ListItemBody } from '../../schemas/item.ts'
import { quote } from '../quote.ts'

export type ListItem = z.output<typeof ListItemBody>

/** Fields that an entry needs. */
export const ENTRY_FIELDS =
  'id,title,summary,source,alsoIn,category,language,publishedAt,updatedAt,score,story'

/** Longest title, in tokens. */
export const TITLE_TOKENS = 60

/** Longest passage, in tokens: some 160 letters. */
const PASSAGE_TOKENS = 70

/** Sources of an item that an entry names. */
const MAX_SOURCES = 3

/**
 * An item on two or three lines: headline, who reports it and when, ids to ask further, a passage.
 *
 * @param facts that belong to this list alone
 * @param passage in place of the summary
 */
export function itemEntry(
  item: ListItem,
  facts: readonly string[] = [],
  passage = item.summary ?? '',
): string {
  const { id, title, category, language, publishedAt, updatedAt, score, story } = item
  const about = [
    timeText(publishedAt),
    ...(updatedAt === null ? [] : [`edited ${timeText(updatedAt)}`]),
    sourcesText(item),
    category,
    ...(language === null ? [] : [language]),
    ...facts,
    `score ${Math.round(score)}`,
    `item ${id}`,
    ...storyText(story),
  ]
  const lines = [`- ${quote(title || passage, TITLE_TOKENS)}`, `  ${about.join(' · ')}`]
  if (title !== '' && passage !== '') lines.push(`  ${quote(passage, PASSAGE_TOKENS)}`)
  return lines.join('\n')
}

/** Ids of the sources that carry an item, the first ones by name. */
export function sourcesText({ source, alsoIn }: Pick<ListItem, 'source' | 'alsoIn'>): string {
  const all = [source, ...alsoIn]
  const others = all.length - MAX_SOURCES
  return `${all.slice(0, MAX_SOURCES).join(', ')}${others > 0 ? ` +${others}` : ''}`
}

/** The story of an item and its size; nothing for an item that stands alone. */
export function storyText({ id, itemCount, sourceCount }: ListItem['story']): string[] {
  return itemCount > 1
    ? [`story ${id}: ${counted(itemCount, 'report')}, ${counted(sourceCount, 'source')}`]
    : []
}

/** A time of an answer to the minute, UTC. */
export function timeText(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}
