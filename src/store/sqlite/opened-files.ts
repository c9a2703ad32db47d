import { basename } from 'node:path'
import { DigestError } from '../../model/errors.ts'
import type { Database } from './driver.ts'
import { emptyLog } from './open-file.ts'
import { idOf, realPathOf } from './store-files.ts'

/**
 * Watches the files of an open store. If they are deleted or replaced, SQLite goes on with those that it opened, and all that
 * it writes is lost when it closes them.
 *
 * @param db has read something, so that SQLite has all its files open
 * @returns throws DigestError('storeFailed') while other files, or none, are at the paths of the opened ones
 */
export function openedFilesCheck(db: Database, file: string): () => void {
  const opened = present()
  return () => {
    if (!db.open) return
    const lost = whatIsLost()
    if (lost === undefined) return
    // The log goes to the store that it belongs to. After a crash SQLite would apply it to another one at this path.
    if (!db.readonly) emptyLog(db)
    throw new DigestError('storeFailed', lost)
  }

  function whatIsLost(): string | undefined {
    const { store, log, logIndex } = present()
    if (store !== opened.store) {
      const what = store === undefined ? 'was deleted or moved away' : 'was replaced by another file'
      return `${file} ${what} while it was open: nothing is saved. Move the file back that was there; or stop the service, put a store in place (content-digest restore), and start it again`
    }
    if (log === opened.log && logIndex === opened.logIndex) return undefined
    const ending = log === opened.log ? '-shm' : '-wal'
    return `${realPathOf(file)}${ending} was deleted or replaced while the store was open: nothing is saved. Stop the service with SIGTERM, so that it moves what it has into ${basename(file)}, and start it again`
  }

  function present() {
    const real = realPathOf(file)
    return { store: idOf(real), log: idOf(`${real}-wal`), logIndex: idOf(`${real}-shm`) }
  }
}
