import type { Api } from '../api/api.ts'
import type { Place } from '../place.ts'
import type { BodyProps, View } from '../view.tsx'
import { type FrontWindow, windowOf } from './front/front-window.ts'
import { Latest } from './front/latest.tsx'
import { Rising } from './front/rising.tsx'
import { gatherStories, type Story } from './front/stories.ts'
import { TopStories } from './front/top-stories.tsx'
import { WindowBar } from './front/window-bar.tsx'
import type { LatestItem } from './front/latest.tsx'
import type { RisingItem } from './front/rising.tsx'

interface FrontData {
  readonly window: FrontWindow
  readonly stories: readonly Story[]
  readonly rising: readonly RisingItem[]
  readonly latest: readonly LatestItem[]
}

const STORIES = 30

/** Items among which the other reports of these stories are found. */
const REPORTS = 300

/** The top stories of a window, who tells them, what rises and what is new. */
export const front: View<FrontData> = {
  path: '/',
  load,
  title: () => undefined,
  Body: Front,
}

async function load(api: Api, place: Place, now: number): Promise<FrontData> {
  const window = windowOf(place.query, new Date(now).toISOString().slice(0, 10))
  const { filter } = window
  const [stories, reports, rising, latest] = await Promise.all([
    api.items({ ...filter, distinct: 'story', limit: STORIES, fields: `${STORY_FIELDS},summary,engagement` }),
    api.items({ ...filter, limit: REPORTS, fields: 'id,title,source,sourceName,language,story' }),
    api.trending({ hours: 24, limit: 8, fields: 'id,title,language,story,trend' }),
    api.items({ limit: 14, fields: 'id,title,language,source,sourceName,publishedAt' }),
  ])
  return {
    window,
    stories: gatherStories(stories.items, reports.items),
    rising: rising.items,
    latest: latest.items,
  }
}

const STORY_FIELDS = 'id,url,title,language,source,sourceName,alsoIn,category,publishedAt,score,story'

function Front({ data }: BodyProps<FrontData>) {
  return (
    <div class="front">
      <WindowBar window={data.window} />
      <TopStories stories={data.stories} window={data.window} />
      <aside class="rail">
        <Rising stories={data.rising} />
        <Latest items={data.latest} />
      </aside>
    </div>
  )
}
