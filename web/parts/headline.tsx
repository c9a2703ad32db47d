import type { ComponentChildren } from 'preact'
import type { Item } from '../api/types.ts'
import { useLink, usePage } from '../page-context.ts'
import { addressOf } from '../page-location.ts'

interface HeadlineProps {
  readonly item: Pick<Item, 'id' | 'title' | 'language'> & Partial<Pick<Item, 'url'>>
  readonly level: 2 | 3
  /** Replaces the title: the title with marks. */
  readonly children?: ComponentChildren
}

/** An article's title, as a link to the article. The keys `j` and `k` move between headlines. */
export function Headline({ item, level, children }: HeadlineProps) {
  const { read } = usePage()
  const link = useLink()
  const Level = level === 2 ? 'h2' : 'h3'
  return (
    <Level class={read.has(item.id) ? 'headline is-read' : 'headline'} dir="auto">
      <a
        href={link(addressOf('/article', { id: item.id }))}
        data-item={item.id}
        data-url={item.url}
        lang={item.language ?? undefined}
      >
        {children ?? item.title}
      </a>
    </Level>
  )
}
