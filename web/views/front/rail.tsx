import type { Item, TrendingItem } from '../../api/types.ts'
import { usePage } from '../../page-context.ts'
import { Headline } from '../../parts/headline.tsx'
import { Part } from '../../parts/part.tsx'
import { Time } from '../../parts/time.tsx'
import { type FrontWindow, frontFilters } from './front-window.ts'

export type RisingItem = Pick<TrendingItem, 'id' | 'title' | 'language' | 'story' | 'trend'>

/** Stories that grow faster than usual and are not elsewhere on the page, with their curves. */
export function Rising({ stories }: { readonly stories: readonly RisingItem[] }) {
  const { words } = usePage()
  if (stories.length === 0) return null
  return (
    <Part id="rising" class="rail-part" title={words.front.rising} note={words.front.risingNote}>
      <ol class="rising">
        {stories.map(({ trend, ...item }) => (
          <li key={item.id} data-story={item.story.id}>
            <Headline item={item} level={3} />
            <div class="rising-growth">
              <Sparkline series={trend.series} />
              <p class="meta">
                {/* Counts are of the whole story, as everywhere; the curve is of the window. */}
                <span>{words.item.items(item.story.itemCount)}</span>
                <span>{words.item.sources(item.story.sourceCount)}</span>
                <Time at={trend.lastItemAt} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Part>
  )
}

/** Size of a sparkline, px. */
const [WIDTH, HEIGHT] = [72, 20]

/** A small curve without axes; the text beside it gives the numbers. */
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

export type LatestItem = Pick<
  Item,
  'id' | 'title' | 'language' | 'source' | 'sourceName' | 'publishedAt' | 'firstSeenAt'
>

interface LatestProps {
  readonly items: readonly LatestItem[]
  readonly window: FrontWindow
}

/** The newest items, regardless of score; of the chosen day if any. */
export function Latest({ items, window: { date } }: LatestProps) {
  const { words, pageLocation, link } = usePage()
  const day = date === null ? {} : { from: date, to: date }
  if (items.length === 0) return null
  return (
    <Part id="latest" class="rail-part" title={words.front.latest}>
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
        <a href={link('/list', { ...frontFilters(pageLocation.query), ...day })}>{words.front.allLatest}</a>
      </p>
    </Part>
  )
}
