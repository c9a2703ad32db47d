import { DigestError } from '../../model/errors.ts'
import type { NamedSource } from '../../model/source.ts'
import { publicUrl } from '../../url/public-url.ts'

/** The fields of a source that items and lists need. */
export interface SourceName {
  readonly key: number
  readonly slug: string
  readonly name: string
  /** Of its category, where that differs from the slug. */
  readonly categoryName: string | null
  readonly weight: number
  /** The configured address, which may contain a password. */
  readonly url: string
  /** 1 while it is configured. */
  readonly configured: number
}

/** The words of a facet row. */
export interface FacetWords {
  readonly category: string
  readonly region: string | null
  readonly language: string | null
}

export interface FacetRow extends FacetWords {
  readonly key: number
}

/** Gives the words behind the numbers in an item's row. Throws if the store has no such number. */
export interface ItemNames {
  source(key: number): SourceName
  facet(key: number): FacetWords
}

/** Gives those of the sources that are configured. */
export function namedSources(
  names: { sourceBySlug(slug: string): SourceName | undefined },
  ids: Iterable<string>,
): Map<string, NamedSource> {
  const found = new Map<string, NamedSource>()
  for (const id of ids) {
    const source = names.sourceBySlug(id)
    if (source?.configured === 1) found.set(id, { id, name: source.name, feedUrl: publicUrl(source.url) })
  }
  return found
}

export function missingName(kind: string, key: number): never {
  throw new DigestError(
    'storeFailed',
    `the store is damaged: it refers to ${kind} ${key}, which is not there. content-digest doctor --deep says more`,
  )
}
