import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../page-location.ts'
import { Headline } from '../../parts/headline.tsx'
import { ItemMeta } from '../../parts/item-meta.tsx'
import { Note } from '../../parts/problem-note.tsx'
import { Summary } from '../../parts/summary.tsx'
import { Thumbnail } from '../../parts/thumbnail.tsx'
import { type FrontWindow, frontFilters } from './front-window.ts'
import type { Story } from './stories.ts'

interface TopStoriesProps {
  readonly stories: readonly Story[]
  readonly window: FrontWindow
}

/** The top stories in order; the first ones larger. */
export function TopStories({ stories, window }: TopStoriesProps) {
  const { words, pageLocation } = usePage()
  const link = useLink()
  const filters = frontFilters(pageLocation.query)
  if (stories.length === 0) {
    if (window.date !== null) return <Note title={words.front.nothingThatDay} />
    return (
      <Note title={words.front.nothing}>
        <p>
          <a href={link(addressOf('/', { ...filters, window: 'week' }))}>{words.front.nothingTry}</a>
        </p>
      </Note>
    )
  }
  return (
    <section class="stories" aria-label={words.front.top}>
      <h1 class="visually-hidden">{words.front.top}</h1>
      <ol>
        {stories.map((story) => (
          <StoryRow key={story.lead.id} story={story} />
        ))}
      </ol>
      <p class="more">
        <a
          class="button"
          href={link(addressOf('/list', { ...filters, ...window.filter, distinct: 'story' }))}
        >
          {words.front.more}
        </a>
      </p>
    </section>
  )
}

function StoryRow({ story: { lead, others, more, pictured } }: { readonly story: Story }) {
  const { words } = usePage()
  const link = useLink()
  const { sourceCount } = lead.story
  const wholeStory = link(addressOf('/story', { id: lead.story.id }))
  return (
    <li class="story">
      <Coverage sources={sourceCount} href={wholeStory} />
      <div class="story-body">
        <Headline item={lead} level={2} />
        <Summary item={lead} />
        <div class="story-foot">
          <ItemMeta item={lead} />
          {others.length > 0 && (
            <p class="others">
              <span class="others-label">{words.item.also}</span>{' '}
              {others.map(({ name, title, address }) => (
                <a key={address} href={link(address)} title={title} dir="auto">
                  {name}
                </a>
              ))}
              {more > 0 && <a href={wholeStory}>{words.item.more(more)}</a>}
            </p>
          )}
        </div>
      </div>
      {pictured !== null && <Thumbnail item={pictured} />}
    </li>
  )
}

/** How many sources report it. */
function Coverage({ sources, href }: { readonly sources: number; readonly href: string }) {
  const { words } = usePage()
  const number = (
    <>
      <b>{sources}</b> <span>{words.item.sourcesShort(sources)}</span>
    </>
  )
  if (sources <= 1) return <span class="coverage coverage-one">{number}</span>
  return (
    <a class="coverage" href={href} title={words.item.whole}>
      {number}
    </a>
  )
}
