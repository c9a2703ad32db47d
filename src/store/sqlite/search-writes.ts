import type { Database } from 'better-sqlite3'
import type { SourceName } from './names.ts'
import { type SearchText, searchText, type Worded } from './search-text.ts'
import { prepareAll } from './statements.ts'
import { TokenWriter } from './token-writer.ts'

const COLUMNS = '(rowid, title, summary, labels, author, site, content)'
const VALUES = '(?, ?, ?, ?, ?, ?, ?)'

export const SEARCH_WRITE_SQL = {
  add: `INSERT INTO search ${COLUMNS} VALUES ${VALUES}`,
  replace: `INSERT OR REPLACE INTO search ${COLUMNS} VALUES ${VALUES}`,
} as const

interface Waiting extends SearchText {
  readonly id: number
  readonly isNew: boolean
}

/**
 * Writes search text at the end of the transaction that its items are written in. FTS5 makes a segment of all that was
 * written since the last savepoint, and merging small segments is what costs most.
 */
export class SearchWrites {
  readonly #sql
  readonly #tokens = new TokenWriter()
  #waiting: Waiting[] = []

  constructor(db: Database) {
    this.#sql = prepareAll(db, SEARCH_WRITE_SQL)
  }

  /** @param isNew whether the table can have nothing of the item */
  save(id: number, draft: Worded, { name, slug }: SourceName, isNew: boolean): void {
    this.#waiting.push({ id, isNew, ...searchText(this.#tokens, draft, name, slug) })
  }

  /** A point that `undo` goes back to. */
  mark(): number {
    return this.#waiting.length
  }

  undo(mark: number): void {
    this.#waiting.length = mark
  }

  /** Call before the transaction ends, and before anything of the table is deleted. */
  flush(): void {
    for (const { isNew, id, title, summary, labels, author, site, content } of this.#waiting)
      (isNew ? this.#sql.add : this.#sql.replace).run(id, title, summary, labels, author, site, content)
    this.#waiting = []
  }
}
