import type { Api } from '../api/api.ts'
import type { Item, TrendingItem } from '../api/types.ts'
import { chosenNames } from '../lists/chosen-names.ts'
import { facetsOf, type Facets } from '../lists/facets.ts'
import { cardOf } from '../lists/list-data.ts'
import { useLink, usePage } from '../page-context.ts'
import { addressOf, type PageLocation } from '../page-location.ts'
import { loadState, type CollectionState } from '../parts/collection-state.ts'
import { Headline } from '../parts/headline.tsx'
import { FailingNote, NothingYet } from '../parts/nothing-yet.tsx'
import { Time } from '../parts/time.tsx'
import { utcDay } from '../time-text.ts'
import type { BodyProps, View } from '../view.tsx'
import { frontFilters, startOf, windowOf, type FrontWindow, WINDOWS } from './front/front-window.ts'
import { STORY_FIELDS, gatherStories, type Story } from './front/stories.ts'
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
  feed: (query) => ({ ...frontFilters(query), distinct: 'story' }),
  query: (query) => ({ window: query['window'], date: query['date'], ...frontFilters(query) }),
  card: ({ stories }) => ({ pictured: cardOf(stories.map(({ lead }) => lead)).pictured }),
  allowed: { window: WINDOWS, date: 'day' },
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

/** Size of a sparkline, px. */
const [WIDTH, HEIGHT] = [72, 20]

/** A small curve without axes. It shows only the shape; the text beside it gives the numbers. */
function Sparkline({ series }: { readonly series: readonly number[] }) {
  const top = Math.max(1, ...series)
  const step = series.length > 1 ? WIDTH / (series.length - 1) : WIDTH
  const points = series
    .map((count, at) => `${round(at * step)},${round(HEIGHT - 1 - (count / top) * (HEIGHT - 3))}`)
    .join(' ')
  return (
    <svg
      class="sparkline"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <polygon class="sparkline-area" points={`0,${HEIGHT} ${points} ${WIDTH},${HEIGHT}`} />
      <polyline class="sparkline-line" points={points} />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

type LatestItem = Pick<Item, 'id' | 'title' | 'language' | 'source' | 'sourceName' | 'publishedAt'>

interface LatestProps {
  readonly items: readonly LatestItem[]
  readonly window: FrontWindow
}

/** The newest items, whatever their score; of the day that is shown. */
function Latest({ items, window: { date } }: LatestProps) {
  const { words, pageLocation } = usePage()
  const day = date === null ? {} : { from: date, to: date }
  const link = useLink()
  if (items.length === 0) return null
  return (
    <section class="rail-part" aria-labelledby="latest">
      <h2 id="latest" class="label">
        {words.front.latest}
      </h2>
      <ol class="latest">
        {items.map((item) => (
          <li key={item.id}>
            <Time at={item.publishedAt} as="clock" />
            <div>
              <Headline item={item} level={3} />
              <p class="meta">
                <span dir="auto">{item.sourceName}</span>
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p class="rail-more">
        <a href={link(addressOf('/list', { ...frontFilters(pageLocation.query), ...day }))}>
          {words.front.allLatest}
        </a>
      </p>
    </section>
  )
}
