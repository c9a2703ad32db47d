import type { Activity, Stats } from '../../api/types.ts'
import { type Share, ShareBars } from '../../charts/share-bars.tsx'
import { countText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { codeName, nameOf } from '../../words/words.ts'

export interface StatsData {
  readonly stats: Stats
  readonly activity: Pick<Activity, 'days'>
  /** Names of sources by id, at least of those shown. */
  readonly sourceNames: Readonly<Record<string, string>>
}

/** Sources shown; the view of sources has all. */
export const SHOWN_SOURCES = 12

/** Categories, regions and languages shown; there are rarely more. */
const SHOWN = 12

/** The shares of sources, categories, languages and regions. */
export function Shares({ data: { stats, sourceNames } }: { readonly data: StatsData }) {
  const { words, link } = usePage()
  const list = (parameter: string) => (name: string) => link('/list', { [parameter]: name })
  const shares = [
    {
      caption: words.stats.bySource,
      counts: stats.bySource,
      nameOf: (id: string) => sourceNames[id] ?? id,
      href: (id: string) => link('/source', { id }),
      shown: SHOWN_SOURCES,
    },
    {
      caption: words.stats.byCategory,
      counts: stats.byCategory,
      nameOf: (name: string) => nameOf(name, words.categories),
      href: list('category'),
      shown: SHOWN,
    },
    {
      caption: words.stats.byLanguage,
      counts: stats.byLanguage,
      nameOf: (code: string) => codeName(code, 'language', words),
      href: list('language'),
      shown: SHOWN,
    },
    {
      caption: words.stats.byRegion,
      counts: stats.byRegion,
      nameOf: (code: string) => codeName(code, 'region', words),
      href: list('region'),
      shown: SHOWN,
    },
  ]
  return (
    <section>
      <h2 class="label">{words.stats.shares}</h2>
      <div class="share-tables">
        {shares
          .filter(({ counts }) => counts.length > 0)
          .map(({ caption, counts, nameOf, href, shown }) => (
            <div key={caption}>
              <ShareBars
                caption={caption}
                shares={counts
                  .slice(0, shown)
                  .map(({ name, count }): Share => ({ name: nameOf(name), count, href: href(name) }))}
                total={stats.items.total}
                words={words}
              />
              {counts.length > shown && (
                <p class="chart-note">{words.stats.rest(countText(counts.length - shown, words))}</p>
              )}
            </div>
          ))}
      </div>
    </section>
  )
}
