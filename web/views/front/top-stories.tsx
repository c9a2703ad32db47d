import { MarkAbove } from '../../lists/list-tools.tsx'
import { usePage } from '../../page-context.ts'
import { Note } from '../../parts/problem-note.tsx'
import { nameOf } from '../../words/words.ts'
import { type FrontWindow, frontFilters } from './front-window.ts'
import type { Story } from './stories.ts'
import { StoryRow } from './story-row.tsx'

interface TopStoriesProps {
  readonly stories: readonly Story[]
  readonly window: FrontWindow
}

/** The top stories; the first one leads the page. */
export function TopStories({ stories, window }: TopStoriesProps) {
  const { words, pageLocation, link } = usePage()
  const filters = frontFilters(pageLocation.query)
  if (stories.length === 0) return <NoStories window={window} />
  return (
    <section class="stories" aria-labelledby="top">
      <Heading />
      <ol>
        {stories.map((story, place) => (
          <StoryRow key={story.lead.id} story={story} isLead={place === 0} />
        ))}
      </ol>
      <p class="more">
        <a class="button" href={link('/list', { ...filters, ...window.filter, distinct: 'story' })}>
          {words.front.more}
        </a>{' '}
        <MarkAbove />
      </p>
    </section>
  )
}

/** The category's name, if the page is filtered by one. */
function Heading() {
  const { words, pageLocation } = usePage()
  const { category } = pageLocation.query
  return (
    <h1 id="top" class={category === undefined ? 'visually-hidden' : 'front-title'}>
      {category === undefined ? words.front.top : nameOf(category, words.categories)}
    </h1>
  )
}

function NoStories({ window }: Pick<TopStoriesProps, 'window'>) {
  const { words, pageLocation, link } = usePage()
  if (window.date !== null) return <Note title={words.front.nothingThatDay} />
  return (
    <Note title={words.front.nothing}>
      <p>
        <a href={link('/', { ...frontFilters(pageLocation.query), window: 'week' })}>
          {words.front.nothingTry}
        </a>
      </p>
    </Note>
  )
}
