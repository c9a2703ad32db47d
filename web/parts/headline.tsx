import type { ComponentChildren } from 'preact'
import type { Item } from '../api/types.ts'
import { isNewSince } from '../navigation/visits.ts'
import { usePage } from '../page-context.ts'

interface HeadlineProps {
  readonly item: Pick<Item, 'id' | 'title' | 'language'> & Partial<Pick<Item, 'url' | 'firstSeenAt'>>
  readonly level: 2 | 3
  /** Replaces the title by one with marks. */
  readonly children?: ComponentChildren
}

/** An article's title as a link, with a dot if it is new and unread. The keys `j` and `k` move between headlines. */
export function Headline({ item, level, children }: HeadlineProps) {
  const { read, newSince, words, link } = usePage()
  const Level = level === 2 ? 'h2' : 'h3'
  const isRead = read.has(item.id)
  const isNew = !isRead && isNewSince(newSince, item.firstSeenAt)
  return (
    <Level class={isRead ? 'headline is-read' : 'headline'} dir="auto">
      <a
        href={link('/article', { id: item.id })}
        data-item={item.id}
        data-url={item.url}
        data-new={isNew ? '' : undefined}
        lang={item.language ?? undefined}
      >
        {children ?? item.title}
      </a>
      {isNew && <span class="visually-hidden"> {words.visit.isNew}</span>}
    </Level>
  )
}

/** Longer titles are texts of posts, and are shown smaller. */
const LONG_TITLE_CHARS = 160

/** The title on an article's or story's own page. */
export function Title({ title, language }: { readonly title: string; readonly language: string | null }) {
  return (
    <h1
      class={title.length > LONG_TITLE_CHARS ? 'is-long' : undefined}
      dir="auto"
      lang={language ?? undefined}
    >
      {title}
    </h1>
  )
}
