import type { Api } from '../api/api.ts'
import type { List, Source, TrendingItem } from '../api/types.ts'
import { chosenNames } from '../lists/chosen-names.ts'
import { facetsOf, type Facets } from '../lists/facets.ts'
import { cardOf } from '../lists/list-data.ts'
import { UnknownNames } from '../lists/unknown-names.tsx'
import type { PageLocation } from '../page-location.ts'
import { NewStories } from '../parts/new-stories.tsx'
import { type CollectionState, FailingNote, loadState, NothingYet } from '../parts/nothing-yet.tsx'
import { utcDay } from '../time-text.ts'
import type { BodyProps, View } from '../view.tsx'
import { frontFilters, startOf, windowOf, type FrontWindow, WINDOWS } from './front/front-window.ts'
import { Latest, type LatestItem, Rising, type RisingItem } from './front/rail.tsx'
import { withoutRuns } from './front/spread-sources.ts'
import { STORY_FIELDS, gatherStories, type Story } from './front/stories.ts'
import { TopStories } from './front/top-stories.tsx'
import { Topics } from './front/topic-sections.tsx'
import { chooseTopics, listCategories, type Topic } from './front/topics.ts'
import { WindowBar } from './front/window-bar.tsx'

interface FrontData {
  readonly window: FrontWindow
  /** The first one leads the page. */
  readonly stories: readonly Story[]
  readonly topics: readonly Topic[]
  readonly rising: readonly RisingItem[]
  readonly latest: readonly LatestItem[]
  readonly facets: Facets
  readonly state: CollectionState | null
}

/** Stories above the topics, and on a page without topics. */
const ABOVE_TOPICS = 10
const WITHOUT_TOPICS = 20

/** Stories to choose from: more than needed, since no source may have too many headlines in a row. */
const CANDIDATES = 100

/** A short window: stories that grow over a day are among the top stories. */
const RISING = { hours: 3, asked: 30, shown: 5 }

/** New items: more are requested than shown, since no source may have too many headlines in a row. */
const LATEST = { asked: 40, shown: 14 }
const LATEST_FIELDS = 'id,title,language,source,sourceName,publishedAt,firstSeenAt'

/** The front page of a window: lead story, next stories, topics, rising stories and new items. */
export const front: View<FrontData> = {
  path: '/',
  load,
  title: ({ facets }, words, { query }) => chosenNames(facets, words, query) || undefined,
  feed: (query) => ({ ...frontFilters(query), distinct: 'story' }),
  query: (query) => ({ window: query['window'], date: query['date'], ...frontFilters(query) }),
  card: ({ stories }) => ({ pictured: cardOf(stories.map(({ lead }) => lead)).pictured }),
  allowed: { window: WINDOWS, date: 'day' },
  Body: Front,
}

type NamedSource = Pick<Source, 'id' | 'name' | 'itemCount'>

async function load(api: Api, pageLocation: PageLocation, now: number): Promise<FrontData> {
  const window = windowOf(pageLocation.query, utcDay(now))
  const filters = frontFilters(pageLocation.query)
  const day = window.date === null ? {} : { from: window.date, to: window.date }
  const [{ items: leads }, sources, stats, rising, latest, state] = await Promise.all([
    api.items({ ...filters, ...window.filter, distinct: 'story', limit: CANDIDATES, fields: STORY_FIELDS }),
    api.get<List<NamedSource>>('/api/sources', { fields: 'id,name,itemCount' }),
    api.stats({ fields: 'byCategory,byRegion,byLanguage' }),
    window.date === null ? listRising(api, filters) : [],
    api.items({ ...filters, ...day, limit: LATEST.asked, fields: LATEST_FIELDS }),
    loadState(api),
  ])
  const categories = filters['category'] === undefined ? stats.byCategory.map(({ name }) => name) : []
  const count = categories.length > 1 ? ABOVE_TOPICS : WITHOUT_TOPICS
  const [stories, lists] = await Promise.all([
    gatherStories(api, leads, sources.items, filters, { since: startOf(window, now), count }),
    categories.length > 1 ? listCategories(api, categories, { filters, window }) : [],
  ])
  const topics = await chooseTopics(api, lists, stories, { leads, filters, window, now })
  return {
    window,
    stories,
    topics,
    rising: notShown(rising, stories, topics).slice(0, RISING.shown),
    latest: withoutRuns(latest.items, LATEST.shown),
    facets: facetsOf(sources.items, stats, pageLocation.query['source']),
    state,
  }
}

async function listRising(
  api: Api,
  filters: ReturnType<typeof frontFilters>,
): Promise<readonly TrendingItem[]> {
  const fields = 'id,title,language,story,trend'
  return (await api.trending({ ...filters, hours: RISING.hours, limit: RISING.asked, fields })).items
}

function notShown(
  rising: readonly RisingItem[],
  stories: readonly Story[],
  topics: readonly Topic[],
): RisingItem[] {
  const shown = new Set([
    ...stories.map(({ lead }) => lead.story.id),
    ...topics.flatMap((topic) => topic.stories.map(({ story }) => story.id)),
  ])
  return rising.filter(({ story }) => !shown.has(story.id))
}

function Front({ data }: BodyProps<FrontData>) {
  const isEmpty = data.facets.categories.length === 0
  if (isEmpty) return <NothingYet state={data.state} />
  return (
    <>
      <FailingNote state={data.state} />
      {data.stories.length === 0 && <UnknownNames facets={data.facets} />}
      <div class="front">
        <WindowBar window={data.window} facets={data.facets} />
        <NewStories />
        <TopStories stories={data.stories} window={data.window} />
        <Topics topics={data.topics} window={data.window} />
        <aside class="rail">
          <Rising stories={data.rising} />
          <Latest items={data.latest} window={data.window} />
        </aside>
      </div>
    </>
  )
}
