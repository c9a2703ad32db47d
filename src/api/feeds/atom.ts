import { toIso } from '../../model/time.ts'
import { element, textElement, type Xml, xmlDocument } from '../../text/xml/write.ts'
import {
  categoriesOf,
  entryId,
  GENERATOR,
  MEDIA,
  mediaType,
  pictureElement,
  titleOf,
  urnOf,
  type WrittenEntry,
  type WrittenFeed,
} from './feed.ts'

/** Atom 1.0, RFC 4287. */
export function atomFeed(feed: WrittenFeed): Buffer {
  const head = { ...feed, key: feed.path.replace(/^\//, ''), subtitle: feed.description, namespaces: MEDIA }
  return atomDocument(
    { ...head, updatedAt: toIso(feed.updatedAt) },
    feed.entries.map((entry) => entryElement(feed, entry)),
  )
}

interface AtomHead {
  /** UUID namespace of ids. */
  readonly storeId: string
  /** Name of the feed within the store, from which its id is derived. */
  readonly key: string
  readonly title: string
  readonly subtitle?: string
  readonly logo?: WrittenFeed['logo']
  /** Default author of its entries. */
  readonly author?: string
  /** RFC 3339. */
  readonly updatedAt: string
  /** Absolute addresses of the feed, and of the page with the same content. */
  readonly selfUrl: string
  readonly homeUrl: string
  /** The next page of the feed, absolute. */
  readonly nextUrl?: string | undefined
  readonly namespaces?: Readonly<Record<string, string>>
}

export function atomDocument(head: AtomHead, entries: readonly Xml[]): Buffer {
  const { title, subtitle, author } = head
  const root = element('feed', { xmlns: 'http://www.w3.org/2005/Atom', ...head.namespaces }, [
    element('id', {}, urnOf(head.storeId, head.key)),
    element('title', {}, title),
    subtitle === undefined ? undefined : element('subtitle', {}, subtitle),
    element('updated', {}, head.updatedAt),
    element('link', { rel: 'self', type: 'application/atom+xml', href: head.selfUrl }),
    element('link', { rel: 'alternate', type: 'text/html', href: head.homeUrl }),
    // Paged feeds (RFC 5005, section 3).
    head.nextUrl === undefined ? undefined : element('link', { rel: 'next', href: head.nextUrl }),
    author === undefined ? undefined : element('author', {}, [element('name', {}, author)]),
    GENERATOR,
    head.logo ? element('logo', {}, head.logo.url) : undefined,
    ...entries,
  ])
  return xmlDocument(root)
}

function entryElement(feed: WrittenFeed, entry: WrittenEntry): Xml {
  const { item } = entry
  return element('entry', { 'xml:lang': item.language ?? undefined }, [
    element('id', {}, entryId(feed, item)),
    element('title', {}, titleOf(item)),
    element('link', { rel: 'alternate', href: item.url }),
    ...item.enclosures.map(({ url, mimeType, bytes }) =>
      element('link', {
        rel: 'enclosure',
        href: url,
        type: mediaType(mimeType),
        length: bytes ?? undefined,
      }),
    ),
    // Discussion of an entry (RFC 4685).
    item.commentsUrl === null
      ? undefined
      : element('link', { rel: 'replies', type: 'text/html', href: item.commentsUrl }),
    element('published', {}, toIso(item.publishedAt)),
    element('updated', {}, toIso(item.updatedAt ?? item.publishedAt)),
    element('author', {}, [element('name', {}, item.author ?? (item.sourceName || item.source))]),
    ...categoriesOf(item).map((term) => element('category', { term, label: feed.categoryNames.get(term) })),
    pictureElement(item),
    textElement('summary', item.summary),
    entry.contentHtml === undefined ? undefined : element('content', { type: 'html' }, entry.contentHtml),
    sourceElement(entry),
  ])
}

/** The feed that the entry was copied from, identified by its address: the feed's own id is not stored. */
function sourceElement({ item, sourceUrl }: WrittenEntry): Xml | undefined {
  if (sourceUrl === undefined) return undefined
  return element('source', {}, [
    element('id', {}, sourceUrl),
    element('title', {}, item.sourceName || item.source),
    element('updated', {}, toIso(item.updatedAt ?? item.publishedAt)),
    element('link', { rel: 'self', href: sourceUrl }),
  ])
}
