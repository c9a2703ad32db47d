import { Problem } from '../api/problem.ts'
import type { Api } from '../api/api.ts'
import type { ActiveSource } from '../api/types.ts'
import { useFeedLink, useLink, usePage } from '../page-context.ts'
import { addressOf, type Place } from '../place.ts'
import { SourceIcon } from '../parts/source-icon.tsx'
import { SourceStatus } from '../parts/source-status.tsx'
import { Note } from '../parts/trouble-note.tsx'
import type { BodyProps, View } from '../view.tsx'
import { nameOf } from '../words/words.ts'
import { SourceFacts } from './source/source-facts.tsx'
import { SourceItems, type SourceItem } from './source/source-items.tsx'
import { SourceRhythm } from './source/source-rhythm.tsx'

interface SourceData {
  readonly source: ActiveSource
  readonly items: readonly SourceItem[]
}

/** One source: how it fares, its rhythm, what it published last, and how to follow it. */
export const source: View<SourceData> = {
  path: '/source',
  load,
  title: (data) => data.source.name,
  Body: OneSource,
}

const ITEMS = 30

async function load(api: Api, place: Place): Promise<SourceData> {
  const id = place.query['id'] ?? ''
  const sources = await api.activeSources()
  const found = sources.find((one) => one.id === id)
  if (found === undefined) throw new Problem({ status: 404, code: 'notFound', detail: '', refused: [] })
  const { items } = await api.items({
    source: id,
    limit: ITEMS,
    fields: 'id,url,title,language,source,sourceName,category,publishedAt,engagement,story',
  })
  return { source: found, items }
}

function OneSource({ data: { source, items } }: BodyProps<SourceData>) {
  const { words } = usePage()
  const link = useLink()
  const feedLink = useFeedLink()
  const feeds = [
    ['RSS', 'rss'],
    ['Atom', 'atom'],
    ['JSON Feed', 'json'],
  ] as const
  return (
    <section class="view source">
      <header class="source-head">
        <SourceIcon source={source} />
        <div>
          <h1 dir="auto">{source.name}</h1>
          <p class="meta">
            <a class="category" href={link(addressOf('/list', { category: source.category }))}>
              {nameOf(source.category, words.categories)}
            </a>
            <SourceStatus status={source.health.status} />
            {source.siteUrl !== null && (
              <a href={source.siteUrl} rel="noreferrer">
                {words.source.site}
              </a>
            )}
            <a href={source.feedUrl} rel="noreferrer">
              {words.source.feed}
            </a>
          </p>
        </div>
      </header>
      <div class="source-columns">
        <div>
          <h2 class="label">{words.source.items}</h2>
          {items.length === 0 ? (
            <Note title={words.source.nothing}>
              <p>{words.source.nothingTry}</p>
            </Note>
          ) : (
            <SourceItems items={items} source={source} />
          )}
        </div>
        <aside>
          <SourceRhythm source={source} />
          <SourceFacts source={source} />
          <h2 class="label">{words.source.feeds}</h2>
          <p class="source-feeds">
            {feeds.map(([name, kind]) => (
              <a key={kind} href={feedLink(`/feed/${kind}`, { source: source.id })}>
                {name}
              </a>
            ))}
          </p>
        </aside>
      </div>
    </section>
  )
}
