import type { Item } from '../../api/types.ts'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../page-location.ts'
import { Headline } from '../../parts/headline.tsx'
import { Time } from '../../parts/time.tsx'
import { type FrontWindow, frontFilters } from './front-window.ts'

export type LatestItem = Pick<Item, 'id' | 'title' | 'language' | 'source' | 'sourceName' | 'publishedAt'>

interface LatestProps {
  readonly items: readonly LatestItem[]
  readonly window: FrontWindow
}

/** The newest items, whatever their score; of the day that is shown. */
export function Latest({ items, window: { date } }: LatestProps) {
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
