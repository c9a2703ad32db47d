/** New stories in the view: in all, and by category. */
export interface NewCounts {
  readonly all: number
  readonly topics: Readonly<Record<string, number>>
}

export const NOTHING_NEW: NewCounts = { all: 0, topics: {} }

/** A listed story whose headline is new and unread. */
const NEW_STORY = 'main [data-story]:has([data-new])'

/** Counts what the view marks as new. */
export function countNew(): NewCounts {
  const topics: Record<string, number> = {}
  const stories = document.querySelectorAll<HTMLElement>(NEW_STORY)
  for (const story of stories) {
    const topic = story.closest<HTMLElement>('[data-topic]')?.dataset['topic']
    if (topic !== undefined) topics[topic] = (topics[topic] ?? 0) + 1
  }
  return { all: stories.length, topics }
}

/** Focuses the next new story after the focused headline, or the first one. */
export function goToNew(): void {
  const all = [...document.querySelectorAll<HTMLElement>(`${NEW_STORY} [data-new]`)]
  const after = all.find(
    (link) =>
      document.activeElement !== null &&
      document.activeElement.matches('[data-item]') &&
      (document.activeElement.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
  const next = after ?? all[0]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'center' })
}
