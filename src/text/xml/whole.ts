import type { XmlDocument, XmlElement } from './tree.ts'

/** A document's end tag. If present, nothing is missing, even if damage left elements open. */
const LAST_TAG = /<\/(?:[\w.-]+:)?(?:rss|rdf|channel|feed|urlset|sitemapindex)\s*>\s*$/i

/** Whether a document is truncated. */
export function lacksEnd({ source, isCut }: XmlDocument): boolean {
  return isCut && !LAST_TAG.test(source.slice(-200))
}

/** Makes a test for elements that are complete, not truncated with their document. */
export function isWhole(document: XmlDocument): (element: XmlElement) => boolean {
  const isMissing = lacksEnd(document)
  return ({ end }) => !isMissing || end < document.source.length
}
