import type { Api, SourceNames } from '../api/api.ts'
import type { Thumbnailed } from '../api/card-item.ts'
import type { Item, List, Story } from '../api/types.ts'
import { FeedForms } from '../lists/list-forms.tsx'
import { usePage } from '../page-context.ts'
import { addressOf, type PageLocation } from '../page-location.ts'
import { Title } from '../parts/headline.tsx'
import { LastReport } from '../parts/item-meta.tsx'
import { Part } from '../parts/part.tsx'
import { Share } from '../parts/share.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { ItemTime, Time } from '../parts/time.tsx'
import { Trail } from '../parts/trail.tsx'
import type { BodyProps, View } from '../view.tsx'
import { codeName, listText } from '../words/words.ts'
import { Growth } from './story/growth.tsx'
import { newestFacts } from './story/known.ts'
import { Nearest } from './story/nearest.tsx'
import { Reasons, type SharedWord, shownWords } from './story/reasons.tsx'
import { type Report, REPORT_FIELDS, ReportList } from './story/report-list.tsx'

/** One event: the facts, who reported it when, and why its reports belong together. */
export const story: View<StoryData> = {
  path: '/story',
  load,
  title: ({ title }) => title,
  feed: (_, { id }) => ({ storyId: id }),
  query: (_, { id }) => ({ id }),
  card: ({ facts, reports, pictured }) => ({
    description: reports.find(({ id }) => id === facts[0])?.summary,
    pictured: pictured[0],
    isArticle: true,
  }),
  Body: StoryBody,
}

const FIELDS = [
  'id',
  'title',
  'itemId',
  'itemCount',
  'sourceCount',
  'languages',
  'firstItemAt',
  'lastItemAt',
  'series',
  'nearest',
] as const

interface StoryData extends Pick<Story, (typeof FIELDS)[number]> {
  /** Oldest first. */
  readonly reports: readonly Report[]
  /** Names of other sources with a report. */
  readonly names: SourceNames
  /** Ids of the reports whose summaries are the facts, newest first. */
  readonly facts: readonly number[]
  readonly joining: readonly SharedWord[]
  /** Ids of reports that have a thumbnail. */
  readonly pictured: readonly number[]
}

/** Reports shown, the newest ones. */
const REPORTS = 500

const MAX_PICTURES = 5

async function load(api: Api, { query: { id } }: PageLocation): Promise<StoryData> {
  const fields = [...FIELDS, 'words', ...REPORT_FIELDS.map((name) => `items.${name}`)].join()
  const first = await api.story({ id, fields })
  const offset = first.itemCount - REPORTS
  const { items: reports, words, ...whole } = offset > 0 ? await api.story({ id, fields, offset }) : first
  const { items } = await api.get<List<Pick<Item, 'id'> & Thumbnailed>>('/api/items', {
    storyId: whole.id,
    limit: REPORTS,
    fields: 'id,hasThumbnail',
  })
  const pictured = items.filter(({ hasThumbnail }) => hasThumbnail === true).map(({ id }) => id)
  return {
    ...whole,
    reports,
    names: await api.sourceNames(reports.flatMap(({ alsoIn }) => alsoIn)),
    facts: newestFacts(reports).map(({ id }) => id),
    joining: shownWords(words, reports),
    pictured: pictured.slice(0, MAX_PICTURES),
  }
}

function StoryBody({ data }: BodyProps<StoryData>) {
  const { words } = usePage()
  return (
    <>
      <Trail kind="stories" id={data.id} />
      <div class="story-page">
        <StoryHead story={data} />
        <div>
          <Known story={data} />
          {data.pictured.length > 0 && (
            <p class="story-pictures">
              {data.pictured.map((id) => (
                <Thumbnail key={id} item={{ id, hasThumbnail: true }} />
              ))}
            </p>
          )}
          <Part id="reports" class="story-reports" title={words.story.reports}>
            <ReportList
              reports={data.reports}
              names={data.names}
              isMultilingual={data.languages.length > 1}
            />
          </Part>
        </div>
        <aside class="side">
          <Growth story={data} />
          <Reasons joining={data.joining} itemCount={data.itemCount} />
          <Nearest nearest={data.nearest} />
          <Follow id={data.id} />
        </aside>
      </div>
    </>
  )
}

function StoryHead({ story }: { readonly story: StoryData }) {
  const { words } = usePage()
  const lead = story.reports.find(({ id }) => id === story.itemId)
  return (
    <header class="story-head">
      <p class="label">{words.story.label}</p>
      <Title title={story.title} language={lead?.language ?? null} />
      <p class="meta">
        <span>{words.item.items(story.itemCount)}</span>
        <span>{words.item.sources(story.sourceCount)}</span>
        <span>
          {listText(
            story.languages.map((code) => codeName(code, 'language', words)),
            words,
          )}
        </span>
        <span>
          {words.story.began} <Time at={story.firstItemAt} />
        </span>
        <LastReport at={story.lastItemAt} />
        <Share address={addressOf('/story', { id: story.id })} title={story.title} />
      </p>
    </header>
  )
}

/** The facts, from summaries, newest first. */
function Known({ story }: { readonly story: StoryData }) {
  const { words, link } = usePage()
  const facts = story.facts.flatMap((id) => story.reports.find((report) => report.id === id) ?? [])
  if (facts.length === 0) return null
  return (
    <Part id="known" class="known" title={words.story.known}>
      <ul>
        {facts.map((fact) => (
          <li key={fact.id}>
            <p dir="auto" lang={fact.language ?? undefined}>
              {fact.summary}
            </p>
            <p class="meta">
              <a dir="auto" href={link('/article', { id: fact.id })}>
                {fact.sourceName}
              </a>
              <ItemTime item={fact} />
            </p>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Follow({ id }: Pick<StoryData, 'id'>) {
  const { words } = usePage()
  return (
    <Part id="follow" class="side-part" title={words.story.follow}>
      <p class="list-forms">
        <FeedForms parameters={{ storyId: id }} />
      </p>
    </Part>
  )
}
