import type { z } from 'zod'
import { counted } from '../../../model/counted.ts'
import type { ListItemBody } from '../../schemas/item.ts'
import { quote } from '../quote.ts'

export type ListItem = z.output<typeof ListItemBody>

export const ENTRY_FIELDS =
  'id,title,summary,source,alsoIn,category,language,publishedAt,updatedAt,score,story'

export const TITLE_TOKENS = 60

/** Longest passage, tokens: about 160 letters. */
const PASSAGE_TOKENS = 70

/** Sources of an item that an entry names. */
const MAX_SOURCES = 3

/**
 * An item on two or three lines: headline, sources and time, ids for further calls, a passage.
 *
 * @param facts of this list only
 * @param passage replaces the summary
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

export function sourcesText({ source, alsoIn }: Pick<ListItem, 'source' | 'alsoIn'>): string {
  const all = [source, ...alsoIn]
  const others = all.length - MAX_SOURCES
  return `${all.slice(0, MAX_SOURCES).join(', ')}${others > 0 ? ` +${others}` : ''}`
}

/** Story id and size; empty for an item that stands alone. */
export function storyText({ id, itemCount, sourceCount }: ListItem['story']): string[] {
  return itemCount > 1
    ? [`story ${id}: ${counted(itemCount, 'report')}, ${counted(sourceCount, 'source')}`]
    : []
}

export function timeText(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}
