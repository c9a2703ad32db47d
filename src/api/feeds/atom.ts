import { toIso } from '../../model/time.ts'
import {
  categoriesOf,
  entryId,
  mediaType,
  titleOf,
  urnOf,
  type WrittenEntry,
  type WrittenFeed,
} from './feed.ts'
import { MEDIA, pictureElement } from './media.ts'
import { element, textElement, type Xml, xmlDocument } from './xml.ts'

/** Atom 1.0, RFC 4287. */
export function atomFeed(feed: WrittenFeed): Buffer {
  const root = element('feed', { xmlns: 'http://www.w3.org/2005/Atom', ...MEDIA }, [
    element('id', {}, urnOf(feed.storeId, feed.path.replace(/^\//, ''))),
    element('title', {}, feed.title),
    element('subtitle', {}, feed.description),
    element('updated', {}, toIso(feed.updatedAt)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: feed.selfUrl }),
    element('link', { rel: 'alternate', type: 'text/html', href: feed.homeUrl }),
    element('generator', {}, feed.generator),
    ...feed.entries.map((entry) => entryElement(feed, entry)),
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
  ])
}
