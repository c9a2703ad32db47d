import type { Api } from '../api/api.ts'
import type { TrendingItem } from '../api/types.ts'
import { chosenNames } from '../lists/chosen-names.ts'
import { type Facets, facetsOf } from '../lists/facets.ts'
import { usePage } from '../page-context.ts'
import type { PageLocation } from '../page-location.ts'
import { type CollectionState, loadState } from '../parts/collection-state.ts'
import { Headline } from '../parts/headline.tsx'
import { FailingNote, NothingYet } from '../parts/nothing-yet.tsx'
import { Sparkline } from '../parts/sparkline.tsx'
import { Time } from '../parts/time.tsx'
import { utcDay } from '../time-text.ts'
import type { BodyProps, View } from '../view.tsx'
import { type FrontWindow, frontFilters, startOf, windowOf } from './front/front-window.ts'
import { Latest, type LatestItem } from './front/latest.tsx'
import { gatherStories, type Story, STORY_FIELDS } from './front/stories.ts'
import { TopStories } from './front/top-stories.tsx'
import { WindowBar } from './front/window-bar.tsx'

interface FrontData {
  readonly window: FrontWindow
  readonly stories: readonly Story[]
  readonly rising: readonly RisingItem[]
  readonly latest: readonly LatestItem[]
  readonly facets: Facets
  readonly state: CollectionState | null
}

const STORIES = 25

/** The stories among which those are chosen: more, since no source leads more than two of ten. */
const CANDIDATES = 100

/** The top stories of a window, their publishers, rising stories and new items. */
export const front: View<FrontData> = {
  path: '/',
  load,
  title: ({ facets }, words, { query }) => chosenNames(facets, words, query) || undefined,
  feed: frontFilters,
  Body: Front,
}

async function load(api: Api, pageLocation: PageLocation, now: number): Promise<FrontData> {
  const window = windowOf(pageLocation.query, utcDay(now))
  const filters = frontFilters(pageLocation.query)
  // For a past day, rising stories and new items are those of that day.
  const day = window.date === null ? {} : { from: window.date, to: window.date }
  const [leads, sources, stats, rising, latest, state] = await Promise.all([
    api.items({ ...filters, ...window.filter, distinct: 'story', limit: CANDIDATES, fields: STORY_FIELDS }),
    api.sources(),
    api.stats(),
    api.trending({ ...filters, ...day, hours: 24, limit: 8, fields: 'id,title,language,story,trend' }),
    api.items({ ...filters, ...day, limit: 14, fields: 'id,title,language,source,sourceName,publishedAt' }),
    loadState(api),
  ])
  return {
    window,
    stories: await gatherStories(api, leads.items, sources.items, filters, {
      since: startOf(window, now),
      count: STORIES,
    }),
    rising: rising.items,
    latest: latest.items,
    facets: facetsOf(sources.items, stats, pageLocation.query['source']),
    state,
  }
}

function Front({ data }: BodyProps<FrontData>) {
  const isEmpty = data.facets.categories.length === 0
  if (isEmpty) return <NothingYet state={data.state} />
  return (
    <div class="front">
      <FailingNote state={data.state} />
      <WindowBar window={data.window} facets={data.facets} />
      <TopStories stories={data.stories} window={data.window} />
      <aside class="rail">
        <Rising stories={data.rising} />
        <Latest items={data.latest} window={data.window} />
      </aside>
    </div>
  )
}

type RisingItem = Pick<TrendingItem, 'id' | 'title' | 'language' | 'story' | 'trend'>

/** Stories that grow faster than usual, each with its curve. */
function Rising({ stories }: { readonly stories: readonly RisingItem[] }) {
  const { words } = usePage()
  if (stories.length === 0) return null
  return (
    <section class="rail-part" aria-labelledby="rising">
      <h2 id="rising" class="label" title={words.front.risingNote}>
        {words.front.rising}
      </h2>
      <ol class="rising">
        {stories.map(({ trend, ...item }) => (
          <li key={item.id}>
            <Headline item={item} level={3} />
            <div class="rising-growth">
              <Sparkline series={trend.series} />
              <p class="meta">
                <span>{words.item.items(trend.itemCount)}</span>
                <span>{words.item.sources(trend.sourceCount)}</span>
                <Time at={trend.lastItemAt} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
