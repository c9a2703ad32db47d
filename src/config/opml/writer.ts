import { escapeUTF8 } from 'entities'
import type { Source } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import { publicUrl } from '../../url/public-url.ts'

/** Namespace of our additional attributes. A `tag:` URI needs no web page (RFC 4151). */
const NAMESPACE = 'tag:content-digest,2026:opml'

/**
 * Writes sources as OPML 2.0, one folder per category, in the sources' order, without secrets in URLs.
 *
 * @see http://opml.org/spec2.opml
 */
export function writeOpml(sources: readonly Source[], title: string, at: EpochMs): string {
  const categories = [...new Set(sources.map(({ category }) => category))]
  const folders = categories.flatMap((category) => {
    const inside = sources.filter((source) => source.category === category)
    const name = inside[0]?.categoryName ?? category
    return [
      `    <outline${attribute('text', name)}${attribute('title', name)}>`,
      ...inside.map(outline),
      '    </outline>',
    ]
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<opml version="2.0" xmlns:digest="${NAMESPACE}">`,
    '  <head>',
    `    <title>${xmlText(title)}</title>`,
    `    <dateCreated>${new Date(at).toUTCString()}</dateCreated>`,
    '  </head>',
    '  <body>',
    ...folders,
    '  </body>',
    '</opml>',
    '',
  ].join('\n')
}

function outline(source: Source): string {
  const attributes = [
    attribute('type', 'rss'),
    attribute('text', source.name),
    attribute('title', source.name),
    attribute('xmlUrl', publicUrl(source.url)),
    attribute('category', `/${source.category}`),
    source.language === null ? '' : attribute('language', source.language),
    attribute('digest:id', source.id),
    source.region === null ? '' : attribute('digest:region', source.region),
    source.weight === 1 ? '' : attribute('digest:weight', String(source.weight)),
    source.enabled ? '' : attribute('digest:enabled', 'false'),
    source.type === 'feed' ? '' : attribute('digest:type', source.type),
    source.paths === undefined ? '' : attribute('digest:paths', JSON.stringify(source.paths)),
  ]
  return `      <outline${attributes.join('')}/>`
}

function attribute(name: string, value: string): string {
  return ` ${name}="${xmlText(value)}"`
}

/** Escapes text for XML. Characters that XML 1.0 does not allow (section 2.2) are left out. */
function xmlText(text: string): string {
  return escapeUTF8(text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''))
}
