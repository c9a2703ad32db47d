// Run as a process of its own: `copier.ts SQLITE_FILE POSTGRES_URL` copies a store, and writes a line for each batch.

import { writeSync } from 'node:fs'
import { copyStore } from '../../src/store/copy/copy-store.ts'
import { openPostgresTablesForWriting } from '../../src/store/postgres/table-store.ts'
import { openSqliteTables } from '../../src/store/sqlite/table-store.ts'
import { NOW } from './drafts.ts'

const [, , file = '', url = ''] = process.argv
const now = () => NOW
const source = await openSqliteTables(file)
const target = await openPostgresTablesForWriting({ kind: 'postgres', url, readUrls: [], file: '' }, { now })
await copyStore(source, target, {
  onProgress: ({ kind, table, done }) => {
    // At once, not through a stream's buffer: the process is killed after some lines.
    writeSync(1, `${kind} ${table} ${done}\n`)
  },
})
await source.close()
await target.close()
