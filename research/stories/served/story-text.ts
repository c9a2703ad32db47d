import type { ServedItem, ServedStory } from './answers.ts'

/** Items of a story that are listed: enough to judge it. */
const MAX_ITEMS = 40

/** Stories as text for a person to judge: the headline, then time, source and title of each item. */
export function textOfStories(heading: string, stories: readonly ServedStory[]): string {
  return `${heading}\n\n${stories.map(textOfStory).join('\n')}`
}

function textOfStory({ headline, title, itemCount, items }: ServedStory, at: number): string {
  const size = itemCount === 1 ? 'alone' : `${itemCount} items`
  const lines = [`${at + 1}. ${headline}  (${size})`]
  if (title !== headline) lines.push(`    its own page is headed: ${title}`)
  for (const item of items.slice(0, MAX_ITEMS)) lines.push(`    ${textOfItem(item)}`)
  if (items.length > MAX_ITEMS) lines.push(`    and ${items.length - MAX_ITEMS} more`)
  return `${lines.join('\n')}\n`
}

function textOfItem({ publishedAt, firstSeenAt, sourceName, title }: ServedItem): string {
  // The API gives `firstSeenAt` as the time of publication if the feed stated none or an implausible one.
  const dated = publishedAt === firstSeenAt ? 'undated' : 'dated  '
  return `${dated} ${publishedAt.slice(0, 16).replace('T', ' ')}  ${sourceName}: ${title}`
}
