import { groupBy } from '../../model/group-by.ts'
import type { EpochMs } from '../../model/time.ts'
import { type Attributes, element, onLines, xmlDocument } from './write.ts'

interface Categorised {
  readonly category: string
  readonly categoryName?: string
}

interface OpmlParts<S extends Categorised> {
  /** Name of the service. */
  readonly siteTitle: string
  readonly at: EpochMs
  readonly sources: readonly S[]
  readonly outlineOf: (source: S) => Attributes
  /** Attributes of the root. */
  readonly namespaces?: Attributes
}

/**
 * Writes sources as OPML 2.0, one folder per category, in the sources' order.
 *
 * @see http://opml.org/spec2.opml
 */
export function opmlDocument<S extends Categorised>(parts: OpmlParts<S>): Buffer {
  const { siteTitle, at, sources, outlineOf, namespaces = {} } = parts
  const folders = [...groupBy(sources, ({ category }) => category)].map(([category, inside]) => {
    const name = inside[0]?.categoryName ?? category
    const outlines = inside.map((source) => element('outline', outlineOf(source)))
    return element('outline', { text: name, title: name }, onLines(outlines, 3))
  })
  const head = [
    element('title', {}, `${siteTitle}: sources`),
    element('dateCreated', {}, new Date(at).toUTCString()),
  ]
  const blocks = [element('head', {}, onLines(head, 2)), element('body', {}, onLines(folders, 2))]
  return xmlDocument(element('opml', { version: '2.0', ...namespaces }, onLines(blocks, 1)))
}
