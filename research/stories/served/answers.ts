import { ask, askPage } from '../../../test/api/ask.ts'

/** The fields of an item of the API that the evaluation reads. */
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

/** A story with the headline under which it was found. */
export interface ServedStory {
  readonly id: number
  readonly headline: string
  /** The heading of its own page. */
  readonly title: string
  readonly itemCount: number
  /** Oldest first. */
  readonly items: readonly ServedItem[]
}

const FIELDS = 'id,url,title,source,sourceName,alsoIn,publishedAt,firstSeenAt,story'

const PAGE_ITEMS = 500

/** All items that the service has. */
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

/** The first stories of the front page, with the headlines that it shows. */
export async function frontStories(base: string, count: number): Promise<ServedStory[]> {
  const { text } = await ask(`${base}/`)
  const state = /<script type="application\/json" id="state">(?<json>.*?)<\/script>/su.exec(text)?.groups?.[
    'json'
  ]
  if (state === undefined) throw new Error('the front page has no data')
  const { shown } = JSON.parse(state) as FrontState
  return storiesOf(
    base,
    shown.data.stories.slice(0, count).map(({ lead }) => lead),
  )
}

interface FrontState {
  readonly shown: { readonly data: { readonly stories: readonly { readonly lead: Lead }[] } }
}

type Lead = Pick<ServedItem, 'title' | 'story'>

/** The stories of these items. The headline of each is the title of its item. */
export async function storiesOf(base: string, items: readonly Lead[]): Promise<ServedStory[]> {
  const stories: ServedStory[] = []
  for (const { title, story } of items) {
    const { status, json, text } = await ask(`${base}/api/story?id=${story.id}`)
    if (status !== 200) throw new Error(`story ${story.id}: ${status} ${text}`)
    stories.push({ ...(json as Omit<ServedStory, 'headline'>), headline: title })
  }
  return stories
}
