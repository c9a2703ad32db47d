import { usePage } from '../../page-context.ts'
import { changed } from '../../page-location.ts'
import { Headline } from '../../parts/headline.tsx'
import { LastReport } from '../../parts/item-meta.tsx'
import { NewCount } from '../../parts/new-stories.tsx'
import { Time } from '../../parts/time.tsx'
import { nameOf } from '../../words/words.ts'
import { type FrontWindow, frontFilters } from './front-window.ts'
import type { Topic, TopicItem } from './topics.ts'

interface TopicsProps {
  readonly topics: readonly Topic[]
  readonly window: FrontWindow
}

export function Topics({ topics, window }: TopicsProps) {
  if (topics.length === 0) return null
  return (
    <div class="topics">
      {topics.map((topic) => (
        <TopicSection key={topic.category} topic={topic} window={window} />
      ))}
    </div>
  )
}

interface TopicSectionProps {
  readonly topic: Topic
  readonly window: FrontWindow
}

function TopicSection({ topic: { category, stories, storyCount }, window }: TopicSectionProps) {
  const { words, pageLocation, link } = usePage()
  const all = { ...frontFilters(pageLocation.query), ...window.filter, category, distinct: 'story' }
  return (
    <section class="topic" aria-labelledby={`topic-${category}`} data-topic={category}>
      <div class="topic-head">
        <h2 id={`topic-${category}`}>
          <a href={link(changed(pageLocation, { category }))}>{nameOf(category, words.categories)}</a>{' '}
          <NewCount topic={category} />
        </h2>
        <a href={link('/list', all)}>{words.front.all(storyCount)}</a>
      </div>
      <ol>
        {stories.map((item) => (
          <TopicRow key={item.id} item={item} />
        ))}
      </ol>
    </section>
  )
}

function TopicRow({ item }: { readonly item: TopicItem }) {
  const { words, link } = usePage()
  const { sourceCount } = item.story
  return (
    <li data-story={item.story.id}>
      <Headline item={item} level={3} />
      <p class="meta">
        <span class="source" dir="auto">
          {item.sourceName}
        </span>
        <Time at={item.publishedAt} />
        <LastReport at={item.lastAt} />
        {sourceCount > 1 && (
          <a href={link('/story', { id: item.story.id })}>{words.item.sources(sourceCount)}</a>
        )}
      </p>
    </li>
  )
}
