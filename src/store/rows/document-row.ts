import type { Enclosure } from '../../model/entry.ts'
import type { SearchDocument } from '../search-source.ts'
import type { ItemNames } from './names.ts'

/** The columns of a document: an item `i` and its content `c`. `text` is null if it is equal to the text of `html`. */
export const DOCUMENT_COLUMNS = `i.id, i.title, i.summary, i.tags, i.source_id, i.author, i.url, i.facet_id, i.published_at,
  i.ranked_at, i.coverage, i.image_url, i.enclosures, coalesce(c.text, c.html)`

export function documentOf(
  [
    id,
    title,
    summary,
    tags,
    sourceId,
    author,
    url,
    facet,
    publishedAt,
    rankedAt,
    coverage,
    imageUrl,
    enclosures,
    content,
  ]: DocumentRow,
  names: ItemNames,
): SearchDocument {
  const source = names.source(sourceId)
  return {
    id,
    title,
    summary,
    labels: [...(tags === null ? [] : (JSON.parse(tags) as string[])), source.name, source.slug],
    author,
    content: content ?? '',
    url,
    has: [
      ...(imageUrl === null ? [] : ['image' as const]),
      ...(enclosures !== null && hasAudio(enclosures) ? ['audio' as const] : []),
      ...(content === null || content === '' ? [] : ['text' as const]),
    ],
    language: names.facet(facet).language,
    publishedAt: rankedAt ?? publishedAt,
    coverage,
  }
}

function hasAudio(enclosures: string): boolean {
  const files = JSON.parse(enclosures) as Enclosure[]
  return files.some(({ mimeType }) => mimeType?.startsWith('audio/') === true)
}

export type DocumentRow = readonly [
  id: number,
  title: string,
  summary: string,
  tags: string | null,
  source: number,
  author: string | null,
  url: string,
  facet: number,
  publishedAt: number,
  rankedAt: number | null,
  coverage: number,
  imageUrl: string | null,
  enclosures: string | null,
  content: string | null,
]
