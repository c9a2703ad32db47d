import type { XmlDocument, XmlElement } from './tree.ts'

/** The end tag of a document. If it is there, damage within left elements open, and nothing is missing. */
const LAST_TAG = /<\/(?:[\w.-]+:)?(?:rss|rdf|channel|feed|urlset|sitemapindex)\s*>\s*$/i

/** Whether the end of a document is missing. */
export function lacksEnd({ source, isCut }: XmlDocument): boolean {
  return isCut && !LAST_TAG.test(source.slice(-200))
}

/** Gives the test whether an element is whole, and not what is left of it before the place where the document is cut. */
export function isWhole(document: XmlDocument): (element: XmlElement) => boolean {
  const isMissing = lacksEnd(document)
  return ({ end }) => !isMissing || end < document.source.length
}
