import type { Database } from 'better-sqlite3'
import {
  type FacetRow,
  type FacetWords,
  type ItemNames,
  missingName,
  NameMaps,
  type SourceName,
} from '../names.ts'
import { prepareAll, type Prepared } from './statements.ts'

export const NAME_SQL = {
  sources: 'SELECT id AS key, slug, name, weight, url, configured FROM sources',
  facets: 'SELECT id AS key, category, region, language FROM facets',
  addFacet: 'INSERT INTO facets (category, region, language) VALUES (?, ?, ?)',
} as const

/** Sources and facet words by their numbers, in memory. They are read again if a number is unknown. */
export class Names implements ItemNames {
  readonly #sql: Prepared<typeof NAME_SQL>
  readonly #maps = new NameMaps()

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
    if (this.#maps.source(key) === undefined) this.#loadSources()
    return this.#maps.source(key) ?? missingName('source', key)
  }

  sourceBySlug(slug: string): SourceName | undefined {
    if (this.#maps.sourceBySlug(slug) === undefined) this.#loadSources()
    return this.#maps.sourceBySlug(slug)
  }

  /** Notes the new name of a source, within a writing transaction. */
  rename(source: SourceName, name: string): SourceName {
    return this.#maps.rename(source, name)
  }

  facet(key: number): FacetWords {
    if (this.#maps.facet(key) === undefined) this.#loadFacets()
    return this.#maps.facet(key) ?? missingName('facet', key)
  }

  /** Gives the number of a combination of words. Adds it if it is new. Call it within a writing transaction. */
  facetKey(words: FacetWords): number {
    if (this.#maps.facetKey(words) === undefined) this.#loadFacets()
    const known = this.#maps.facetKey(words)
    if (known !== undefined) return known
    const key = Number(this.#sql.addFacet.run(words.category, words.region, words.language).lastInsertRowid)
    this.#maps.addFacet(key, words)
    return key
  }

  #loadSources(): void {
    this.#maps.setSources(this.#sql.sources.all() as SourceName[])
  }

  #loadFacets(): void {
    this.#maps.setFacets(this.#sql.facets.all() as FacetRow[])
  }
}
