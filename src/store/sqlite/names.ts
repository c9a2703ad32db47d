import type { Database } from 'better-sqlite3'
import type { NamedSource } from '../../model/source.ts'
import { publicUrl } from '../../url/public-url.ts'
import { prepareAll, type Prepared } from './statements.ts'

/** The fields of a source that items and lists need. */
export interface SourceName {
  readonly key: number
  readonly slug: string
  readonly name: string
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

export const NAME_SQL = {
  sources: 'SELECT id AS key, slug, name, weight, url, configured FROM sources',
  facets: 'SELECT id AS key, category, region, language FROM facets',
  addFacet: 'INSERT INTO facets (category, region, language) VALUES (?, ?, ?)',
} as const

/** Sources and facet words by their numbers, in memory. They are read again if a number is unknown. */
export class Names {
  readonly #sql: Prepared<typeof NAME_SQL>
  #sources = new Map<number, SourceName>()
  #slugs = new Map<string, SourceName>()
  #facets = new Map<number, FacetWords>()
  #facetKeys = new Map<string, number>()

  constructor(db: Database) {
    this.#sql = prepareAll(db, NAME_SQL)
    this.forget()
  }

  /** Reads everything anew. Call it after a change of the configuration or a rollback. */
  forget(): void {
    this.#loadSources()
    this.#loadFacets()
  }

  source(key: number): SourceName {
    if (!this.#sources.has(key)) this.#loadSources()
    return this.#sources.get(key) ?? missing('source', key)
  }

  sourceBySlug(slug: string): SourceName | undefined {
    if (!this.#slugs.has(slug)) this.#loadSources()
    return this.#slugs.get(slug)
  }

  /** Notes the new name of a source, within a writing transaction. */
  rename(source: SourceName, name: string): SourceName {
    const renamed = { ...source, name }
    this.#sources.set(source.key, renamed)
    this.#slugs.set(source.slug, renamed)
    return renamed
  }

  facet(key: number): FacetWords {
    if (!this.#facets.has(key)) this.#loadFacets()
    return this.#facets.get(key) ?? missing('facet', key)
  }

  /** Gives the number of a combination of words. Adds it if it is new. Call it within a writing transaction. */
  facetKey(words: FacetWords): number {
    const text = textOf(words)
    if (!this.#facetKeys.has(text)) this.#loadFacets()
    const known = this.#facetKeys.get(text)
    if (known !== undefined) return known
    const key = Number(this.#sql.addFacet.run(words.category, words.region, words.language).lastInsertRowid)
    this.#facets.set(key, words)
    this.#facetKeys.set(text, key)
    return key
  }

  #loadSources(): void {
    const rows = this.#sql.sources.all() as SourceName[]
    this.#sources = new Map(rows.map((row) => [row.key, row]))
    this.#slugs = new Map(rows.map((row) => [row.slug, row]))
  }

  #loadFacets(): void {
    const rows = this.#sql.facets.all() as (FacetWords & { readonly key: number })[]
    this.#facets = new Map(rows.map((row) => [row.key, row]))
    this.#facetKeys = new Map(rows.map((row) => [textOf(row), row.key]))
  }
}

/** Gives those of the sources that are configured. */
export function namedSources(names: Names, ids: Iterable<string>): Map<string, NamedSource> {
  const found = new Map<string, NamedSource>()
  for (const id of ids) {
    const source = names.sourceBySlug(id)
    if (source?.configured === 1) found.set(id, { id, name: source.name, feedUrl: publicUrl(source.url) })
  }
  return found
}

function textOf(words: FacetWords): string {
  return JSON.stringify([words.category, words.region, words.language])
}

function missing(kind: string, key: number): never {
  throw new RangeError(`the store refers to ${kind} ${key}, which is not there`)
}
