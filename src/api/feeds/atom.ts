import { toIso } from '../../model/time.ts'
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
import { element, textElement, type Xml, xmlDocument } from './xml.ts'

/** Atom 1.0, RFC 4287. */
export function atomFeed(feed: WrittenFeed): Buffer {
  const head = { ...feed, key: feed.path.replace(/^\//, ''), subtitle: feed.description, namespaces: MEDIA }
  return atomDocument(
    { ...head, updatedAt: toIso(feed.updatedAt) },
    feed.entries.map((entry) => entryElement(feed, entry)),
  )
}

/** What an Atom feed says of itself. */
interface AtomHead {
  /** Namespace of its ids. */
  readonly storeId: string
  /** The feed's own name, of which its id is made. */
  readonly key: string
  readonly title: string
  readonly subtitle?: string
  readonly logo?: WrittenFeed['logo']
  /** Whose entries they are, where these do not say so. */
  readonly author?: string
  /** RFC 3339. */
  readonly updatedAt: string
  /** The feed's own address, and that of the page that shows the same; absolute. */
  readonly selfUrl: string
  readonly homeUrl: string
  /** The feed of what follows, if anything does; absolute. */
  readonly nextUrl?: string | undefined
  readonly namespaces?: Readonly<Record<string, string>>
}

/** Writes an Atom feed of finished entries. */
export function atomDocument(head: AtomHead, entries: readonly Xml[]): Buffer {
  const { title, subtitle, author } = head
  const root = element('feed', { xmlns: 'http://www.w3.org/2005/Atom', ...head.namespaces }, [
    element('id', {}, urnOf(head.storeId, head.key)),
    element('title', {}, title),
    subtitle === undefined ? undefined : element('subtitle', {}, subtitle),
    element('updated', {}, head.updatedAt),
    element('link', { rel: 'self', type: 'application/atom+xml', href: head.selfUrl }),
    element('link', { rel: 'alternate', type: 'text/html', href: head.homeUrl }),
    // RFC 5005, 3: paged feeds.
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
    // RFC 4685: where an entry is answered.
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

/** The feed that the entry was copied from. Its own id is not kept: its address stands for it. */
function sourceElement({ item, sourceUrl }: WrittenEntry): Xml | undefined {
  if (sourceUrl === undefined) return undefined
  return element('source', {}, [
    element('id', {}, sourceUrl),
    element('title', {}, item.sourceName || item.source),
    element('updated', {}, toIso(item.updatedAt ?? item.publishedAt)),
    element('link', { rel: 'self', href: sourceUrl }),
  ])
}
