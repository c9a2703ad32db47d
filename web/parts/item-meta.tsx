import type { CardItem } from '../api/card-item.ts'
import type { Item } from '../api/types.ts'
import { usePage } from '../page-context.ts'
import { nameOf } from '../words/words.ts'
import { SaveButton } from './save-button.tsx'
import { ItemTime, Time } from './time.tsx'

interface ItemMetaProps {
  readonly item: CardItem
  /** Shown if several sources report it. */
  readonly story?: Item['story']
  readonly score?: number
  /** The story's last report, if it is shown beside the item's time. */
  readonly lastAt?: string | null
}

/** The line under a headline: category, source, time, and a link to the original. */
export function ItemMeta({ item, story, score, lastAt = null }: ItemMetaProps) {
  const { words, link } = usePage()
  const points = item.engagement?.points
  return (
    <p class="meta">
      <Origin item={item} />
      <ItemTime item={item} />
      <LastReport at={lastAt} />
      {typeof points === 'number' && <span>{words.item.points(points)}</span>}
      {story !== undefined && story.itemCount > 1 && (
        <a href={link('/story', { id: story.id })} title={words.item.whole}>
          {words.item.sources(story.sourceCount)}
        </a>
      )}
      {score !== undefined && (
        <span class="score">{words.item.score(score.toLocaleString(words.locale))}</span>
      )}
      <SaveButton item={item} />
    </p>
  )
}

export function Origin({ item }: { readonly item: Pick<Item, 'category' | 'source' | 'sourceName'> }) {
  const { words, link } = usePage()
  return (
    <>
      <a class="category" href={link('/list', { category: item.category })}>
        {nameOf(item.category, words.categories)}
      </a>
      <a class="source" dir="auto" href={link('/list', { source: item.source })}>
        {item.sourceName}
      </a>
    </>
  )
}

/** The time of a story's last report; nothing for `null`. */
export function LastReport({ at }: { readonly at: string | null }) {
  const { words } = usePage()
  if (at === null) return null
  return (
    <span>
      {words.story.last} <Time at={at} />
    </span>
  )
}
