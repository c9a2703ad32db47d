import { ask, askPage } from '../../../test/api/ask.ts'

/** What is looked at of an item as the interface tells it. */
export interface ServedItem {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly source: string
  readonly sourceName: string
  readonly alsoIn: readonly string[]
  readonly publishedAt: string
  readonly firstSeenAt: string
  readonly story: { readonly id: number; readonly itemCount: number }
}

/** A story with the headline that it was found under. */
export interface ServedStory {
  readonly id: number
  readonly headline: string
  /** What its own page is headed by. */
  readonly title: string
  readonly itemCount: number
  /** Oldest first. */
  readonly items: readonly ServedItem[]
}

const FIELDS = 'id,url,title,source,sourceName,alsoIn,publishedAt,firstSeenAt,story'

const PAGE_ITEMS = 500

/** Everything that is served. */
export async function listItems(base: string): Promise<ServedItem[]> {
  const items: ServedItem[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await askPage(`${base}/api/items?limit=${PAGE_ITEMS}&fields=${FIELDS}${from}`)
    items.push(...(page.items as unknown as ServedItem[]))
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

/** The first stories of the front page, by what the page itself asks for where nobody chose a window. */
export async function frontStories(base: string, count: number): Promise<ServedStory[]> {
  const leads = await askPage(
    `${base}/api/items?distinct=story&sort=hot&sinceHours=24&limit=${count}&fields=${FIELDS}`,
  )
  return storiesOf(base, leads.items as unknown as ServedItem[])
}

/** The stories of these items, each headed by the item's title. */
export async function storiesOf(base: string, items: readonly ServedItem[]): Promise<ServedStory[]> {
  const stories: ServedStory[] = []
  for (const { title, story } of items) {
    const { status, json, text } = await ask(`${base}/api/story?id=${story.id}`)
    if (status !== 200) throw new Error(`story ${story.id}: ${status} ${text}`)
    stories.push({ ...(json as Omit<ServedStory, 'headline'>), headline: title })
  }
  return stories
}
