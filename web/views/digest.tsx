import { editionCounts, editionDay, lateNote } from '../../src/digests/edition-text.ts'
import type { Edition, EditionReport, EditionStory } from '../../src/model/edition.ts'
import type { Api } from '../api/api.ts'
import type { Digest, List } from '../api/types.ts'
import { headlinesText } from '../lists/list-data.ts'
import { usePage } from '../page-context.ts'
import type { PageLocation } from '../page-location.ts'
import { Note } from '../parts/problem-note.tsx'
import { Summary } from '../parts/summary.tsx'
import { Time } from '../parts/time.tsx'
import { shortDate } from '../time-text.ts'
import type { View } from '../view.tsx'

interface EditionData {
  readonly edition: Edition
  /** Days of the newest editions. */
  readonly dates: readonly string[]
}

/** A digest without an edition. @param firstAt RFC 3339 */
type NewDigestData = Record<'title' | 'firstAt', string>

type DigestData = EditionData | NewDigestData

const LISTED = 14

/** The newest edition of a digest. */
export const digest: View<DigestData> = {
  path: '/digest/:name',
  load,
  title: (data, words) =>
    'edition' in data ? `${data.edition.title}, ${dayText(data.edition.date, words.locale)}` : data.title,
  atom: (path) => path.split('/').slice(0, 3).join('/') + '/feed',
  card: (data) =>
    'edition' in data
      ? {
          description: headlinesText(data.edition.sections.flatMap(({ stories }) => stories)),
          isArticle: true,
        }
      : {},
  Body: ({ data }) => ('edition' in data ? <EditionPage {...data} /> : <FirstEdition {...data} />),
}

export const pastEdition: View<DigestData> = { ...digest, path: '/digest/:name/:date' }

async function load(api: Api, { path }: PageLocation): Promise<DigestData> {
  const { items } = await api.get<List<Digest>>('/api/digests', { limit: LISTED })
  const digest = items.find(({ name }) => name === path.split('/')[2])
  const editions = digest?.editions ?? []
  if (digest?.nextAt && editions.length === 0) return { title: digest.title, firstAt: digest.nextAt }
  return { edition: await api.get<Edition>(`${path}.json`), dates: editions.map(({ date }) => date) }
}

function dayText(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date))
}

function FirstEdition({ title, firstAt }: NewDigestData) {
  const { words } = usePage()
  return (
    <article class="edition">
      <header class="edition-head">
        <h1 dir="auto">{title}</h1>
        <p class="edition-day">
          {words.edition.first} <Time at={firstAt} as="date" />.
        </p>
      </header>
    </article>
  )
}

function EditionPage({ edition: made, dates }: EditionData) {
  const { words, preferences } = usePage()
  // Text around the stories is in the reader's language.
  const edition = { ...made, language: preferences.language }
  const late = lateNote(edition)
  return (
    <article class="edition">
      <header class="edition-head">
        <h1 dir="auto">{edition.title}</h1>
        <p class="edition-day">
          <time dateTime={edition.date}>{editionDay(edition)}</time>
        </p>
        {edition.storyCount > 0 && <p class="faint">{editionCounts(edition)}</p>}
        {late !== undefined && <p class="edition-late">{late}</p>}
      </header>
      {edition.storyCount === 0 && <Note title={words.edition.empty} />}
      {edition.sections.map((section) => (
        <section key={section.category} class="edition-section">
          {section.name !== null && <h2 class="label">{section.name}</h2>}
          <ol>
            {section.stories.map((story) => (
              <Story key={story.storyId} story={story} isBelow={section.name !== null} />
            ))}
          </ol>
        </section>
      ))}
      <Editions edition={edition} dates={dates} />
    </article>
  )
}

function Story({ story, isBelow }: { readonly story: EditionStory; readonly isBelow: boolean }) {
  const { words, link } = usePage()
  const Level = isBelow ? 'h3' : 'h2'
  return (
    <li class="edition-story">
      <Level class="headline" dir="auto">
        <NewMark report={story} />
        <a href={story.url} rel="noreferrer" lang={story.language ?? undefined}>
          {story.title}
        </a>
      </Level>
      <p class="meta">
        <span dir="auto">{story.sourceName}</span>
        {story.sourceCount > 1 && (
          <a href={link('/story', { id: story.storyId })}>{words.edition.sources(story.sourceCount)}</a>
        )}
        {story.newReportCount > 0 && (
          <strong class="new-mark">{words.edition.newReports(story.newReportCount)}</strong>
        )}
      </p>
      <Summary item={story} />
      {story.reports.length > 0 && (
        <ul class="edition-reports">
          {story.reports.map((report) => (
            <li key={report.itemId}>
              <span class="faint" dir="auto">
                {report.sourceName}
              </span>{' '}
              <NewMark report={report} />
              <a href={report.url} rel="noreferrer" dir="auto" lang={report.language ?? undefined}>
                {report.title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function NewMark({ report: { isNew } }: { readonly report: Pick<EditionReport, 'isNew'> }) {
  const { words } = usePage()
  if (!isNew) return null
  return (
    <>
      <strong class="new-mark">{words.edition.isNew}</strong>{' '}
    </>
  )
}

/** Other editions, and this one's formats. */
function Editions({ edition, dates }: EditionData) {
  const { words, link, feedLink } = usePage()
  const at = `/digest/${edition.digest}`
  return (
    <nav class="edition-others" aria-label={words.edition.editions}>
      <p>
        <span class="label">{words.edition.editions}</span>
        {dates.map((date) => (
          <a
            key={date}
            href={link(`${at}/${date}`)}
            aria-current={date === edition.date ? 'page' : undefined}
          >
            {shortDate(Date.parse(date), words, 'UTC')}
          </a>
        ))}
      </p>
      <p>
        <a href={feedLink(`${at}/feed`)}>Atom</a>
        <a href={link(`${at}/${edition.date}.md`)}>Markdown</a>
        <a href={link(`${at}/${edition.date}.json`)}>JSON</a>
      </p>
    </nav>
  )
}
