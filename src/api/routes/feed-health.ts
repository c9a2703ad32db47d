import * as z from 'zod'
import { adviceFor } from '../../model/advice.ts'
import { FAILURES } from '../../model/failure-texts.ts'
import type { HookState } from '../../model/hook.ts'
import type { SourceReport } from '../../model/source-report.ts'
import type { SourceEventKind, ReportedSourceEvent } from '../../model/source.ts'
import { type EpochMs, toIso } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { element, type Xml } from '../../text/xml/write.ts'
import { atomDocument } from '../feeds/atom.ts'
import { urnOf } from '../feeds/feed.ts'
import { limitParameter } from '../query/list-query.ts'
import { PROBLEMS } from '../schemas/problem.ts'
import { FEED_KEYS } from '../schemas/security.ts'
import { route } from './route.ts'

const USUAL_LIMIT = 50

/** Not strict: feed readers add their own parameters. */
const HealthFeedQuery = z.object({ limit: limitParameter(USUAL_LIMIT) })

/** GET /feed/health: sources that fail, recover, move or fall silent, as Atom 1.0 (RFC 4287). */
export const feedHealthRoute = route(
  '/feed/health',
  {
    operationId: 'getHealthFeed',
    tags: ['feeds'],
    summary: 'Sources that break, recover, move and fall silent, as Atom 1.0 (RFC 4287)',
    description:
      'For operators: an entry when a source fails three times in a row, is gone, recovers, moves or falls silent, and when a hook rests or is resumed. Other parameters are ignored.',
    security: FEED_KEYS,
    querystring: HealthFeedQuery,
    response: {
      200: { description: 'The feed.', content: { 'application/atom+xml': { schema: z.string() } } },
      ...PROBLEMS,
    },
  },
  ({ store, now, site: { title } }) =>
    ({ limit }, baseUrl) => {
      const selfUrl = `${baseUrl}/feed/health${limit === USUAL_LIMIT ? '' : `?limit=${limit}`}`
      return {
        key: selfUrl,
        mimeType: 'application/atom+xml; charset=utf-8',
        maxAgeSeconds: 60,
        build: async () => {
          const entries = await newestEntries(store, limit, baseUrl, now())
          const head = {
            storeId: await store.storeId(),
            key: 'feed/health',
            title: `${title}: health of the sources`,
            subtitle: 'Sources that break, recover, move and fall silent, and hooks that rest.',
            selfUrl,
            homeUrl: `${baseUrl}/`,
            author: title,
          }
          const elements = entries.map((entry) => entryElement(head.storeId, entry))
          const updatedAt = entries[0] && toIso(entries[0].at)
          return { bytes: (asOf) => atomDocument({ ...head, updatedAt: updatedAt ?? asOf }, elements) }
        },
      }
    },
)

interface HealthEntry {
  /** Name within the feed, for the entry's id. */
  readonly key: string
  readonly title: string
  readonly at: EpochMs
  readonly url: string
  readonly kind: string
  readonly text: string
}

async function newestEntries(
  store: ReadStore,
  limit: number,
  baseUrl: string,
  now: EpochMs,
): Promise<HealthEntry[]> {
  const events = await store.listSourceEvents(limit)
  const hooks = await store.listHooks()
  const sources = await store.listSources(now)
  return [
    ...events.map((event) => sourceEntry(event, baseUrl)),
    ...hooks.flatMap((hook) => hookEntry(hook, baseUrl)),
    ...sources.flatMap((source) => silenceEntry(source, baseUrl)),
  ]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit)
}

function entryElement(storeId: string, { key, title, at, url, kind, text }: HealthEntry): Xml {
  return element('entry', {}, [
    element('id', {}, urnOf(storeId, key)),
    element('title', {}, title),
    element('updated', {}, toIso(at)),
    element('published', {}, toIso(at)),
    element('link', { rel: 'alternate', href: url }),
    element('category', { term: kind }),
    element('content', { type: 'text' }, text),
  ])
}

function sourceEntry(event: ReportedSourceEvent, baseUrl: string): HealthEntry {
  return {
    key: `source-events/${event.id}`,
    title: `${event.sourceName || event.source} ${PHRASES[event.kind]}`,
    at: event.at,
    url: event.siteUrl ?? `${baseUrl}/api/sources`,
    kind: event.kind,
    text: textOf(event),
  }
}

/** A source that is silent since its last item; a later silence is another entry. */
function silenceEntry(
  { id, name, siteUrl, lastItemAt, silentSince }: SourceReport,
  baseUrl: string,
): HealthEntry[] {
  if (silentSince === null || lastItemAt === null) return []
  const { said, advice } = FAILURES.silent
  return [
    {
      key: `silence/${id}/${lastItemAt}`,
      title: `${name} is silent`,
      at: silentSince,
      url: siteUrl ?? `${baseUrl}/api/sources`,
      kind: 'silent',
      text: `${id}: ${said} Its newest item is of ${toIso(lastItemAt)}. ${advice}`,
    },
  ]
}

/** The last time a hook was paused or resumed. */
function hookEntry({ name, changedAt, isResting, error }: HookState, baseUrl: string): HealthEntry[] {
  if (changedAt === null) return []
  const advice = `Nothing is lost. Correct what is wrong, then run content-digest hooks resume ${name}.`
  return [
    {
      key: `hooks/${name}/${changedAt}`,
      title: `Hook ${name} ${isResting ? 'rests' : 'is sent to again'}`,
      at: changedAt,
      url: `${baseUrl}/`,
      kind: isResting ? 'resting' : 'resumed',
      text: isResting ? `${error}. ${advice}` : `${name}: it was resumed.`,
    },
  ]
}

const PHRASES: Readonly<Record<SourceEventKind, string>> = {
  failing: 'is failing',
  gone: 'is gone',
  recovered: 'is back',
  moved: 'has moved',
}

function textOf({ kind, code, message, source }: ReportedSourceEvent): string {
  if (kind === 'recovered') return `${source}: it answers again.`
  if (kind === 'moved') return `${source}: ${message}. Correct its url in digest.yaml when you have a moment.`
  const codeText = code === null ? '' : ` (${code})`
  // The event has no status. A source that is gone answered 404 or 410.
  const advice =
    code === null ? '' : adviceFor({ code, message, status: kind === 'gone' ? 410 : statusIn(message) })
  return `${source}: ${message}${codeText}. ${advice}`.trim()
}

/** The HTTP status in a message such as `example.org answered HTTP 404: …`. */
function statusIn(message: string): number | null {
  const [, status] = /\bHTTP (\d{3})\b/.exec(message) ?? []
  return status === undefined ? null : Number(status)
}
