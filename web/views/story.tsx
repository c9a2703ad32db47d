import type { Api } from '../api/api.ts'
import type { Story } from '../api/types.ts'
import { Summary } from '../parts/summary.tsx'
import { Time } from '../parts/time.tsx'
import { useFeedLink, usePage } from '../page-context.ts'
import type { Place } from '../place.ts'
import type { BodyProps, View } from '../view.tsx'
import { codeName } from '../words/words.ts'
import { Growth } from './story/growth.tsx'
import { SourceGroup } from './story/source-group.tsx'
import { groupBySource } from './story/source-groups.ts'
import { Reasons } from './story/reasons.tsx'

/** One event: who told it when, how it grew, and why its reports belong together. */
export const story: View<Story> = {
  path: '/story',
  load: (api: Api, { query }: Place) => api.story(query['id']),
  title: ({ title }) => title,
  Body: StoryBody,
}

const FEEDS = [
  ['RSS', '/feed/rss'],
  ['Atom', '/feed/atom'],
  ['JSON Feed', '/feed/json'],
] as const

function StoryBody({ data }: BodyProps<Story>) {
  const { words } = usePage()
  const feedLink = useFeedLink()
  const groups = groupBySource(data.items)
  const lead = data.items.find(({ id }) => id === data.itemId)
  const language = lead?.language ? { lang: lead.language } : {}
  return (
    <div class="story-page">
      <header class="story-head">
        <p class="label">{words.story.label}</p>
        <h1 dir="auto" {...language}>
          {data.title}
        </h1>
        {lead !== undefined && <Summary item={lead} />}
        <p class="meta">
          <span>{words.item.items(data.itemCount)}</span>
          <span>{words.item.sources(data.sourceCount)}</span>
          <span>{data.languages.map((code) => codeName(code, 'language', words)).join(', ')}</span>
          <span>
            {words.story.began} <Time at={data.firstItemAt} />
          </span>
          <span>
            {words.story.last} <Time at={data.lastItemAt} />
          </span>
        </p>
      </header>
      <p class="list-forms">
        <span>{words.story.follow}</span>
        {FEEDS.map(([name, path]) => (
          <a key={path} href={feedLink(path, { storyId: data.id })}>
            {name}
          </a>
        ))}
      </p>
      <Growth story={data} />
      <Reasons words={data.words} />
      <section class="story-groups" aria-labelledby="reports">
        <h2 id="reports" class="label">
          {words.story.reports}
        </h2>
        {groups.map((group) => (
          <SourceGroup key={group.source} group={group} story={data} />
        ))}
      </section>
    </div>
  )
}
