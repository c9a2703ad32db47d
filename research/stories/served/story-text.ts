import type { ServedItem, ServedStory } from './answers.ts'

/** Who reads more of one story knows what is wrong with it. */
const MAX_ITEMS = 40

/** Stories as text for who judges them: the headline, then who tells it, when, in which words. */
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
  // The interface tells when an item was first seen where its feed gave no time that can be true.
  const dated = publishedAt === firstSeenAt ? 'undated' : 'dated  '
  return `${dated} ${publishedAt.slice(0, 16).replace('T', ' ')}  ${sourceName}: ${title}`
}
