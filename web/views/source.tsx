import { failureKind, presentError } from '../../src/model/advice.ts'
import { DAY_MS } from '../../src/model/time.ts'
import type { Api } from '../api/api.ts'
import type { CardItem } from '../api/card-item.ts'
import { ProblemError } from '../api/problem.ts'
import type { ActiveSource, Source } from '../api/types.ts'
import { StackedBars } from '../charts/stacked-bars.tsx'
import { cardOf } from '../lists/list-data.ts'
import { FeedForms } from '../lists/list-forms.tsx'
import { countText } from '../number-text.ts'
import { usePage } from '../page-context.ts'
import type { PageLocation } from '../page-location.ts'
import { Headline } from '../parts/headline.tsx'
import { Note } from '../parts/problem-note.tsx'
import { SourceIcon } from '../parts/source-icon.tsx'
import { idBesideName } from '../parts/source-name.ts'
import { SourceStatus } from '../parts/source-status.tsx'
import { ItemTime, Time } from '../parts/time.tsx'
import { sum } from '../sum.ts'
import { utcDay } from '../time-text.ts'
import type { BodyProps, View } from '../view.tsx'
import { nameOf } from '../words/words.ts'
import { SourceFacts } from './source/source-facts.tsx'

interface SourceData {
  readonly source: ActiveSource
  readonly items: readonly SourceItem[]
}

/** One source: its health, its rhythm, its newest items, and how to follow it. */
export const source: View<SourceData> = {
  path: '/source',
  load,
  title: (data) => data.source.name,
  feed: (_, { source }) => ({ source: source.id }),
  query: (_, { source }) => ({ id: source.id }),
  card: ({ items }) => cardOf(items),
  Body: OneSource,
}

const ITEMS = 30

async function load(api: Api, pageLocation: PageLocation): Promise<SourceData> {
  const id = pageLocation.query['id'] ?? ''
  const sources = await api.activeSources()
  const found = sources.find((one) => one.id === id)
  if (found === undefined) throw new ProblemError({ status: 404, code: 'notFound', detail: '', refused: [] })
  const { items } = await api.items({
    source: id,
    limit: ITEMS,
    fields: 'id,url,title,language,source,sourceName,category,publishedAt,firstSeenAt,engagement,story',
  })
  return { source: found, items }
}

function OneSource({ data: { source, items } }: BodyProps<SourceData>) {
  const { words, link } = usePage()
  return (
    <section class="view source">
      <header class="source-head">
        <SourceIcon source={source} />
        <div>
          <h1 dir="auto">{source.name}</h1>
          <p class="meta">
            <a class="category" href={link('/list', { category: source.category })}>
              {nameOf(source.category, words.categories)}
            </a>
            {idBesideName(source) !== undefined && <span>{source.id}</span>}
            <SourceStatus source={source} />
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
      <SourceFailure source={source} />
      {source.silentSince !== null && <SourceSilence />}
      <div class="source-columns">
        <div>
          <h2 class="label">{words.source.items}</h2>
          {items.length === 0 ? (
            <Note title={words.source.nothing}>
              {source.health.lastError === null && <p>{words.source.nothingTry}</p>}
            </Note>
          ) : (
            <SourceItems items={items} source={source} />
          )}
        </div>
        <aside>
          {sum(source.itemsByDay) > 0 && <SourceRhythm source={source} />}
          <SourceFacts source={source} />
          <h2 class="label">{words.source.feeds}</h2>
          <p class="source-feeds">
            <FeedForms parameters={{ source: source.id }} />
          </p>
        </aside>
      </div>
    </section>
  )
}

type SourceItem = Omit<CardItem, 'summary'>

interface SourceItemsProps {
  readonly items: readonly SourceItem[]
  readonly source: Pick<Source, 'id'>
}

function SourceItems({ items, source }: SourceItemsProps) {
  const { words, link } = usePage()
  return (
    <>
      <ol class="source-items-list">
        {items.map((item) => (
          <li key={item.id}>
            <Headline item={item} level={3} />
            <p class="meta">
              <ItemTime item={item} />
              {item.story.sourceCount > 1 && (
                <a href={link('/story', { id: item.story.id })}>
                  {words.item.sources(item.story.sourceCount)}
                </a>
              )}
              {item.source !== source.id && <span dir="auto">{item.sourceName}</span>}
            </p>
          </li>
        ))}
      </ol>
      <p class="rail-more">
        <a href={link('/list', { source: source.id })}>{words.source.allItems}</a>
        <br />
        <a href={link('/', { source: `-${source.id}` })}>{words.source.without}</a>
      </p>
    </>
  )
}

/** The number of items of each of the last days. */
function SourceRhythm({ source }: { readonly source: Pick<ActiveSource, 'itemsByDay'> }) {
  const { words, now } = usePage()
  const days = source.itemsByDay.map((_, at) => {
    const back = source.itemsByDay.length - 1 - at
    return utcDay(now - back * DAY_MS)
  })
  const total = sum(source.itemsByDay)
  return (
    <section>
      <h2 class="label">{words.source.rhythm}</h2>
      <StackedBars
        id="rhythm"
        label={words.source.rhythmLabel(countText(total, words))}
        days={days}
        series={[{ name: words.sources.columns.items, values: source.itemsByDay }]}
        words={words}
        height={150}
      />
    </section>
  )
}

/** Advice about a source without news for long. */
function SourceSilence() {
  const { words } = usePage()
  const { said, advice } = words.errors.silent
  return (
    <section class="source-alarm" aria-label={said}>
      <p>
        <strong>{said}</strong>
      </p>
      <p>
        {words.sources.todo}: {advice}
      </p>
    </section>
  )
}

/** Why a source fails, with advice; if it never answered, what was tried. */
function SourceFailure({ source }: { readonly source: Pick<Source, 'health' | 'feedUrl'> }) {
  const { words } = usePage()
  const { health, feedUrl } = source
  const error = presentError(health)
  if (error === null) return null
  const { said, advice } = words.errors[failureKind({ ...error, status: health.lastStatus })]
  return (
    <section class="source-alarm" aria-label={words.source.failure}>
      <p>
        <strong>{said}</strong> <Time at={error.at} />
      </p>
      {/* Messages of servers and of the program, unchanged. */}
      <p class="source-said" dir="auto">
        {error.message}
      </p>
      <p>
        {words.sources.todo}: {advice}
      </p>
      {health.lastSuccessAt === null && (
        <p>
          {words.source.neverAnswered(health.consecutiveErrors)} <code>{feedUrl}</code>
        </p>
      )}
    </section>
  )
}
