import { type Connection, type Database, jsonRows } from '../connection.ts'
import {
  type FacetRow,
  type FacetWords,
  type ItemNames,
  missingName,
  NameMaps,
  type SourceName,
} from './names.ts'

export const NAME_SQL = {
  sources: 'SELECT id AS key, slug, name, weight, url, configured FROM sources',
  facets: 'SELECT id AS key, category, region, language FROM facets',
  addFacets: `INSERT INTO facets (category, region, language) SELECT DISTINCT x.category, x.region, x.language
    FROM json_to_recordset($1::json) x(category text, region text, language text) WHERE true ON CONFLICT DO NOTHING`,
} as const

/**
 * Sources and facet words by their numbers, in memory. Reads that give numbers call `know` first, which reads the names
 * again if one is unknown.
 */
export class StoreNames implements ItemNames {
  readonly #db: Database
  readonly #maps = new NameMaps()
  #loading: Promise<void> = Promise.resolve()

  constructor(db: Database) {
    this.#db = db
  }

  source(key: number): SourceName {
    return this.#maps.source(key) ?? missingName('source', key)
  }

  facet(key: number): FacetWords {
    return this.#maps.facet(key) ?? missingName('facet', key)
  }

  sourceBySlug(slug: string): SourceName | undefined {
    return this.#maps.sourceBySlug(slug)
  }

  /** Like `sourceBySlug`, but reads the names again if the source is unknown. */
  async findSource(slug: string): Promise<SourceName | undefined> {
    if (this.sourceBySlug(slug) === undefined) await this.load()
    return this.sourceBySlug(slug)
  }

  /** Notes the new name of a source, within a writing transaction. */
  rename(source: SourceName, name: string): SourceName {
    return this.#maps.rename(source, name)
  }

  /** Reads the names again if one of these numbers is unknown. */
  async know(
    sources: Iterable<number>,
    facets: Iterable<number>,
    from: Connection = this.#db.outside,
  ): Promise<void> {
    for (const key of sources) if (this.#maps.source(key) === undefined) return this.load(from)
    for (const key of facets) if (this.#maps.facet(key) === undefined) return this.load(from)
  }

  /** Reads all names again. One after the other, since an older state must not replace a newer one. */
  load(from: Connection = this.#db.outside): Promise<void> {
    return this.#inOrder(async () => {
      await this.#loadFacets(from)
      this.#maps.setSources(await from.rows<SourceName>(NAME_SQL.sources))
    })
  }

  /**
   * Numbers combinations of words. New ones are saved at once, outside of any transaction: an unused one does no harm,
   * and a rollback must not take back a number that is known here.
   */
  async facetKeys(words: readonly FacetWords[]): Promise<number[]> {
    const unknown = (): FacetWords[] => words.filter((each) => this.#maps.facetKey(each) === undefined)
    if (unknown().length > 0) await this.#inOrder(() => this.#loadFacets(this.#db.outside))
    if (unknown().length > 0) {
      await this.#db.outside.run(NAME_SQL.addFacets, [jsonRows(unknown())])
      await this.#inOrder(() => this.#loadFacets(this.#db.outside))
    }
    return words.map((each) => this.#maps.facetKey(each) ?? missingName(`facet ${JSON.stringify(each)}`, 0))
  }

  async #loadFacets(from: Connection): Promise<void> {
    this.#maps.setFacets(await from.rows<FacetRow>(NAME_SQL.facets))
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const running = this.#loading.then(work)
    this.#loading = running.catch(() => undefined)
    return running
  }
}
