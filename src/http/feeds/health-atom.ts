import { adviceFor } from '../../domain/advice.ts'
import type { SourceEventKind, ToldSourceEvent } from '../../domain/source-event.ts'
import { type EpochMs, toIso } from '../../domain/time.ts'
import { urnOf } from './feed.ts'
import { element, type Xml, xmlDocument } from './xml.ts'

export interface HealthFeed {
  /** Where the service is, absolute, without a slash at its end. */
  readonly baseUrl: string
  /** The feed's own address, absolute. */
  readonly selfUrl: string
  readonly generator: string
  /** Namespace of its ids. */
  readonly storeId: string
  readonly updatedAt: EpochMs
  /** Newest first. */
  readonly events: readonly ToldSourceEvent[]
}

/** Sources that break, recover and move, as Atom 1.0 (RFC 4287), so that an operator can subscribe to it. */
export function healthAtom(feed: HealthFeed): Buffer {
  const root = element('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
    element('id', {}, urnOf(feed.storeId, 'feed/health')),
    element('title', {}, 'Content Digest: health of the sources'),
    element('subtitle', {}, 'Sources that break, recover and move.'),
    element('updated', {}, toIso(feed.updatedAt)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: feed.selfUrl }),
    element('link', { rel: 'alternate', type: 'text/html', href: `${feed.baseUrl}/` }),
    element('author', {}, [element('name', {}, 'Content Digest')]),
    element('generator', {}, feed.generator),
    ...feed.events.map((event) => entryElement(feed, event)),
  ])
  return xmlDocument(root)
}

function entryElement(feed: HealthFeed, event: ToldSourceEvent): Xml {
  const name = event.sourceName || event.source
  return element('entry', {}, [
    element('id', {}, urnOf(feed.storeId, `source-events/${event.id}`)),
    element('title', {}, `${name} ${PHRASES[event.kind]}`),
    element('updated', {}, toIso(event.at)),
    element('published', {}, toIso(event.at)),
    element('link', { rel: 'alternate', href: event.siteUrl ?? `${feed.baseUrl}/api/sources` }),
    element('category', { term: event.kind }),
    element('content', { type: 'text' }, textOf(event)),
  ])
}

const PHRASES: Readonly<Record<SourceEventKind, string>> = {
  failing: 'is failing',
  gone: 'is gone',
  recovered: 'is back',
  moved: 'has moved',
}

/** What happened, and what to do about it. */
function textOf({ kind, code, message, source }: ToldSourceEvent): string {
  if (kind === 'recovered') return `${source}: it answers again.`
  if (kind === 'moved') return `${source}: ${message}. Correct its url in digest.yaml when you have a moment.`
  const fault = code === null ? '' : ` (${code})`
  // The status is not kept with the event; a source that is gone has said 404 or 410.
  const advice =
    code === null ? '' : adviceFor({ code, message, status: kind === 'gone' ? 410 : statusIn(message) })
  return `${source}: ${message}${fault}. ${advice}`.trim()
}

/** Messages name the status: `example.org answered HTTP 404: …`. */
function statusIn(message: string): number | null {
  const [, status] = /\bHTTP (\d{3})\b/.exec(message) ?? []
  return status === undefined ? null : Number(status)
}
