import type { Api } from '../api/api.ts'
import type { Thumbnailed } from '../api/card-item.ts'
import type { Item, List, Story } from '../api/types.ts'
import { FEEDS } from '../feed-links.ts'
import { spanText } from '../number-text.ts'
import { useFeedLink, useLink, usePage } from '../page-context.ts'
import { addressOf, type PageLocation } from '../page-location.ts'
import { Summary } from '../parts/summary.tsx'
import { Time } from '../parts/time.tsx'
import type { BodyProps, View } from '../view.tsx'
import { codeName, listText, type Words } from '../words/words.ts'
import { Nearest } from './story/nearest.tsx'
import { groupBySource, SourceGroup } from './story/source-group.tsx'

/** One event: who reported it when, how the story grew, and why its reports belong together. */
export const story: View<StoryData> = {
  path: '/story',
  load,
  title: ({ title }) => title,
  feed: ({ id }) => ({ storyId: id }),
  Body: StoryBody,
}

/** A story, and the ids of its items that have a thumbnail. */
type StoryData = Story & { readonly thumbnailed: readonly number[] }

/** Maximum items of a story: its newest. */
const ITEMS = 500

async function load(api: Api, { query: { id } }: PageLocation): Promise<StoryData> {
  const first = await api.story({ id })
  const offset = first.itemCount - ITEMS
  const story = offset > 0 ? await api.story({ id, offset }) : first
  const fields = 'id,hasThumbnail'
  const { items } = await api.get<List<Pick<Item, 'id'> & Thumbnailed>>('/api/items', {
    storyId: story.id,
    limit: ITEMS,
    fields,
  })
  return {
    ...story,
    thumbnailed: items.filter(({ hasThumbnail }) => hasThumbnail === true).map(({ id }) => id),
  }
}

function StoryBody({ data }: BodyProps<StoryData>) {
  const { words } = usePage()
  const feedLink = useFeedLink()
  const groups = groupBySource(data.items)
  const thumbnailed = new Set(data.thumbnailed)
  const lead = data.items.find(({ id }) => id === data.itemId)
  return (
    <div class="story-page">
      <header class="story-head">
        <p class="label">{words.story.label}</p>
        <h1 dir="auto" lang={lead?.language ?? undefined}>
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
      <Reasons story={data} />
      <section class="story-groups" aria-labelledby="reports">
        <h2 id="reports" class="label">
          {words.story.reports}
        </h2>
        {groups.map((group) => (
          <SourceGroup key={group.source} group={group} story={data} thumbnailed={thumbnailed} />
        ))}
      </section>
      <Nearest nearest={data.nearest} />
    </div>
  )
}

/** A sentence names at most this many words. */
const MAX_NAMED = 3

/** "All reports name Bank of Japan and rates.", or how many name the most frequent word. */
function whySentence(joining: Story['words'], total: number, words: Words): string {
  const inAll = joining.filter(({ itemCount }) => itemCount === total).slice(0, MAX_NAMED)
  if (inAll.length > 0)
    return words.story.inAll(
      listText(
        inAll.map(({ word }) => word),
        words,
      ),
    )
  const [first] = joining
  return first === undefined ? '' : words.story.inMost(first.itemCount, total, first.word)
}

/** The words that connect the reports. Each links to a search for it. */
function Reasons({
  story: { words: joining, itemCount },
}: {
  readonly story: Pick<Story, 'words' | 'itemCount'>
}) {
  const { words } = usePage()
  const link = useLink()
  if (joining.length === 0) return null
  return (
    <section class="reasons" aria-labelledby="reasons">
      <h2 id="reasons" class="label">
        {words.story.why}
      </h2>
      <ul>
        {joining.map(({ word, itemCount }) => (
          <li key={word}>
            <a href={link(addressOf('/search', { q: word }))} dir="auto" title={words.item.items(itemCount)}>
              {word} <span class="faint">{itemCount}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="faint">
        {whySentence(joining, itemCount, words)} {words.story.whyNote}
      </p>
    </section>
  )
}

const WIDTH = 720
const HEIGHT = 96

const MIN_REPORTS = 5
const MIN_SLICES = 3

/** How the story grew: the reports in 24 equal parts of its life, if there are enough for a curve. */
function Growth({
  story,
}: {
  readonly story: Pick<Story, 'series' | 'firstItemAt' | 'lastItemAt' | 'itemCount'>
}) {
  const { words } = usePage()
  const { series, firstItemAt, lastItemAt } = story
  // Fewer points say no more than the times of the reports below.
  if (story.itemCount < MIN_REPORTS || series.filter((count) => count > 0).length < MIN_SLICES) return null
  const top = Math.max(1, ...series)
  const step = WIDTH / series.length
  const sliceMs = (Date.parse(lastItemAt) - Date.parse(firstItemAt)) / series.length
  const span = spanText(sliceMs / 1000, words)
  return (
    <figure class="growth">
      <figcaption class="label">{words.story.growth}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.story.growthDescription(top, span)}
      >
        <line class="growth-base" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        {series.map((count, at) => {
          const height = (count / top) * (HEIGHT - 4)
          return (
            <rect
              key={at}
              class="growth-bar"
              x={at * step + 1}
              y={HEIGHT - height}
              width={step - 2}
              height={height}
            >
              <title>{words.item.items(count)}</title>
            </rect>
          )
        })}
      </svg>
      <p class="growth-axis">
        <Time at={firstItemAt} as="date" />
        <span>{words.story.peak(top, span)}</span>
        <Time at={lastItemAt} as="date" />
      </p>
    </figure>
  )
}
