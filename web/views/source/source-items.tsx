import type { CardItem } from '../../api/card-item.ts'
import type { Source } from '../../api/types.ts'
import { Headline } from '../../parts/headline.tsx'
import { Time } from '../../parts/time.tsx'
import { usePage, useLink } from '../../page-context.ts'
import { addressOf } from '../../place.ts'

export type SourceItem = Omit<CardItem, 'summary'>

interface SourceItemsProps {
  readonly items: readonly SourceItem[]
  readonly source: Pick<Source, 'id'>
}

/** What a source published last. */
export function SourceItems({ items, source }: SourceItemsProps) {
  const { words } = usePage()
  const link = useLink()
  return (
    <>
      <ol class="source-items-list">
        {items.map((item) => (
          <li key={item.id}>
            <Headline item={item} level={3} />
            <p class="meta">
              <Time at={item.publishedAt} />
              {item.story.sourceCount > 1 && (
                <a href={link(addressOf('/story', { id: item.story.id }))}>
                  {words.item.sources(item.story.sourceCount)}
                </a>
              )}
              {item.source !== source.id && <span dir="auto">{item.sourceName}</span>}
            </p>
          </li>
        ))}
      </ol>
      <p class="rail-more">
        <a href={link(addressOf('/list', { source: source.id }))}>{words.source.allItems}</a>
      </p>
    </>
  )
}
