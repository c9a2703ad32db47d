import type { TrendingItem } from '../../api/types.ts'
import { Headline } from '../../parts/headline.tsx'
import { Sparkline } from '../../parts/sparkline.tsx'
import { Time } from '../../parts/time.tsx'
import { usePage } from '../../page-context.ts'

export type RisingItem = Pick<TrendingItem, 'id' | 'title' | 'language' | 'story' | 'trend'>

/** Stories that grow faster than usual, each with its curve. */
export function Rising({ stories }: { readonly stories: readonly RisingItem[] }) {
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
