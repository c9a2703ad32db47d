import type { Api } from '../api/api.ts'
import { type CollectionState, loadState } from '../parts/collection-state.ts'
import { FailingNote, NothingYet } from '../parts/nothing-yet.tsx'
import { type Facets, facetsOf } from '../lists/facets.ts'
import type { Place } from '../place.ts'
import { utcDay } from '../time-text.ts'
import type { BodyProps, View } from '../view.tsx'
import { type FrontWindow, frontFilters, windowOf } from './front/front-window.ts'
import { Latest, type LatestItem } from './front/latest.tsx'
import { Rising, type RisingItem } from './front/rising.tsx'
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

/** The top stories of a window, who tells them, what rises and what is new. */
export const front: View<FrontData> = {
  path: '/',
  load,
  title: () => undefined,
  Body: Front,
}

async function load(api: Api, place: Place, now: number): Promise<FrontData> {
  const window = windowOf(place.query, utcDay(now))
  const filters = frontFilters(place.query)
  // A past day is over: what rose and what came last is told of that day too.
  const day = window.date === null ? {} : { from: window.date, to: window.date }
  const [leads, sources, stats, rising, latest, state] = await Promise.all([
    api.items({ ...filters, ...window.filter, distinct: 'story', limit: STORIES, fields: STORY_FIELDS }),
    api.sources(),
    api.stats(),
    api.trending({ ...filters, ...day, hours: 24, limit: 8, fields: 'id,title,language,story,trend' }),
    api.items({ ...filters, ...day, limit: 14, fields: 'id,title,language,source,sourceName,publishedAt' }),
    loadState(api),
  ])
  return {
    window,
    stories: await gatherStories(api, leads.items, sources.items),
    rising: rising.items,
    latest: latest.items,
    facets: facetsOf(sources.items, stats, place.query['source']),
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
