import { DigestError } from '../../model/errors.ts'
import type { NamedSource } from '../../model/source-report.ts'
import { publicUrl } from '../../url/public-url.ts'
import type { FacetWords } from '../columns/facet.ts'
import { type Connection, type Database, jsonRows } from '../connection.ts'
import { oneByOne } from '../one-by-one.ts'

const SOURCES =
  'SELECT id AS key, slug, name, category_name AS "categoryName", weight, url, configured FROM sources'

export const NAME_SQL = {
  sources: SOURCES,
  sourcesOf: `${SOURCES} WHERE id = ANY($1::bigint[])`,
  facets: 'SELECT id AS key, category, region, language FROM facets',
  addFacets: `INSERT INTO facets (category, region, language) SELECT DISTINCT x.category, x.region, x.language
    FROM json_to_recordset($1::json) x(category text, region text, language text) WHERE true ON CONFLICT DO NOTHING`,
} as const

/** The fields of a source that items and lists show. */
export interface SourceName {
  readonly key: number
  readonly slug: string
  readonly name: string
  /** Of its category, if it differs from the slug. */
  readonly categoryName: string | null
  readonly weight: number
  /** The configured address, which may contain a password. */
  readonly url: string
  readonly configured: number
}

/** A row that refers to names by number. */
export interface NamedRow {
  readonly source_id: number
  readonly facet_id: number
}

/**
 * Sources and facet words by number, in memory. Reads that return numbers first call `know`, which reloads the names if
 * one is unknown.
 */
export class StoreNames {
  readonly #db: Database
  readonly #sources = new Map<number, SourceName>()
  readonly #slugs = new Map<string, SourceName>()
  readonly #facets = new Map<number, FacetWords>()
  readonly #facetKeys = new Map<string, number>()
  readonly #inOrder = oneByOne()

  constructor(db: Database) {
    this.#db = db
  }

  /** @throws DigestError('storeFailed') if the store has no such number */
  source(key: number): SourceName {
    return this.#sources.get(key) ?? missingName('source', key)
  }

  /** @throws DigestError('storeFailed') if the store has no such number */
  facet(key: number): FacetWords {
    return this.#facets.get(key) ?? missingName('facet', key)
  }

  sourceBySlug(slug: string): SourceName | undefined {
    return this.#slugs.get(slug)
  }

  /** Returns those of the sources that are configured. */
  named(ids: Iterable<string>): Map<string, NamedSource> {
    const found = new Map<string, NamedSource>()
    for (const id of ids) {
      const source = this.sourceBySlug(id)
      if (source?.configured === 1) found.set(id, { id, name: source.name, feedUrl: publicUrl(source.url) })
    }
    return found
  }

  /** Like `sourceBySlug`, but reloads the names if the source is unknown. */
  async findSource(slug: string): Promise<SourceName | undefined> {
    if (this.sourceBySlug(slug) === undefined) await this.load()
    return this.sourceBySlug(slug)
  }

  /** Sets the new name of a source, within a writing transaction. */
  rename(source: SourceName, name: string): void {
    this.#keepSources([{ ...source, name }])
  }

  /** Reloads the names if one of these numbers is unknown. */
  async know(
    sources: Iterable<number>,
    facets: Iterable<number>,
    from: Connection = this.#db.outside,
  ): Promise<void> {
    for (const key of sources) if (!this.#sources.has(key)) return this.load(from)
    for (const key of facets) if (!this.#facets.has(key)) return this.load(from)
  }

  /** Like `know`, for rows. */
  knowOf(rows: readonly NamedRow[]): Promise<void> {
    return this.know(
      rows.map((row) => row.source_id),
      rows.map((row) => row.facet_id),
    )
  }

  /** Reloads all names. Serialised, so that older names never replace newer ones. */
  load(from: Connection = this.#db.outside): Promise<void> {
    return this.#inOrder(async () => {
      await this.#loadFacets(from)
      const rows = await from.rows<SourceName>(NAME_SQL.sources)
      this.#sources.clear()
      this.#slugs.clear()
      this.#keepSources(rows)
    })
  }

  /** Reloads changed sources. */
  async renew(keys: readonly number[], from: Connection = this.#db.outside): Promise<void> {
    if (keys.length === 0) return
    await this.#inOrder(async () => {
      this.#keepSources(await from.rows<SourceName>(NAME_SQL.sourcesOf, [keys]))
    })
  }

  /**
   * Assigns numbers to combinations of words, for `facetKey`. New ones are saved outside any transaction: an unused
   * number is harmless, and a rollback must not remove one that is known here.
   */
  async addFacets(words: readonly FacetWords[]): Promise<void> {
    const unknown = (): FacetWords[] => words.filter((each) => !this.#facetKeys.has(textOf(each)))
    if (unknown().length > 0) await this.#inOrder(() => this.#loadFacets(this.#db.outside))
    if (unknown().length > 0) {
      const rows = unknown().map(({ category, region, language }) => ({ category, region, language }))
      await this.#db.outside.run(NAME_SQL.addFacets, [jsonRows(rows)])
      await this.#inOrder(() => this.#loadFacets(this.#db.outside))
    }
  }

  /** The number of words passed to `addFacets`. */
  facetKey(words: FacetWords): number {
    return this.#facetKeys.get(textOf(words)) ?? missingName(`facet ${textOf(words)}`, 0)
  }

  async #loadFacets(from: Connection): Promise<void> {
    const rows = await from.rows<FacetWords & { readonly key: number }>(NAME_SQL.facets)
    // A rollback may have removed numbers.
    this.#facets.clear()
    this.#facetKeys.clear()
    for (const row of rows) {
      this.#facets.set(row.key, row)
      this.#facetKeys.set(textOf(row), row.key)
    }
  }

  #keepSources(rows: readonly SourceName[]): void {
    for (const row of rows) {
      this.#sources.set(row.key, row)
      this.#slugs.set(row.slug, row)
    }
  }
}

function missingName(kind: string, key: number): never {
  throw new DigestError(
    'storeFailed',
    `the store is damaged: it refers to ${kind} ${key}, which does not exist. Run content-digest doctor --deep for details`,
  )
}

function textOf({ category, region, language }: FacetWords): string {
  return JSON.stringify([category, region, language])
}
