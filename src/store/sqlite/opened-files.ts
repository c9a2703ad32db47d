import { basename } from 'node:path'
import { DigestError } from '../../model/errors.ts'
import type { Database } from './driver.ts'
import { emptyLog } from './open-file.ts'
import { idOf, realPathOf } from './store-files.ts'

interface FileIds {
  readonly store: string | undefined
  readonly log: string | undefined
  readonly logIndex: string | undefined
}

/**
 * The files of an open store. If they are deleted or replaced, SQLite goes on with those that it opened, and all that it
 * writes is lost when it closes them.
 */
export class OpenedFiles {
  readonly #db: Database
  readonly #file: string
  readonly #opened: FileIds

  /** @param db has read something, so that SQLite has all its files open */
  constructor(db: Database, file: string) {
    this.#db = db
    this.#file = file
    this.#opened = this.#present()
  }

  /** @throws DigestError('storeFailed') while other files, or none, are at the paths of the opened ones */
  check(): void {
    if (!this.#db.open) return
    const lost = this.#lost()
    if (lost === undefined) return
    // The log goes to the store that it belongs to. After a crash SQLite would apply it to another one at this path.
    if (!this.#db.readonly) emptyLog(this.#db)
    throw new DigestError('storeFailed', lost)
  }

  #lost(): string | undefined {
    const file = this.#file
    const { store, log, logIndex } = this.#present()
    if (store !== this.#opened.store) {
      const what = store === undefined ? 'was deleted or moved away' : 'was replaced by another file'
      return `${file} ${what} while it was open: nothing is saved. Move the file back that was there; or stop the service, put a store in place (content-digest restore), and start it again`
    }
    if (log === this.#opened.log && logIndex === this.#opened.logIndex) return undefined
    const ending = log === this.#opened.log ? '-shm' : '-wal'
    return `${realPathOf(file)}${ending} was deleted or replaced while the store was open: nothing is saved. Stop the service with SIGTERM, so that it moves what it has into ${basename(file)}, and start it again`
  }

  #present(): FileIds {
    const real = realPathOf(this.#file)
    return { store: idOf(real), log: idOf(`${real}-wal`), logIndex: idOf(`${real}-shm`) }
  }
}
