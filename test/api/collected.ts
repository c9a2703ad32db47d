import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { ReadStore } from '../../src/store/read-store.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { initialized } from '../initialized.ts'
import { serve, type Served } from './serve.ts'
import { NOW } from './world.ts'

/** A collection that is served while it is collected. */
export interface Collected {
  readonly writer: Store
  readonly reader: ReadStore
  readonly base: string
}

interface Opened extends Collected {
  readonly folder: string
  readonly served: Served
}

/**
 * Opens one for each test of the file that asks for it; its parts are there once a test runs.
 *
 * @param collect saves what it begins with
 */
export function collectedOf(collect: (writer: Store) => Promise<void>): Collected {
  let opened: Opened | undefined

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'digest-collected-'))
    const file = join(folder, 'digest.db')
    const writer = await openSqliteStore(file, { now: () => NOW })
    await collect(writer)
    const reader = await openSqliteReadStore(file, { now: () => NOW })
    const served = await serve(reader)
    opened = { folder, writer, reader, served, base: served.base }
  })

  afterEach(async () => {
    const { folder, writer, reader, served } = initialized(opened)
    await served.close()
    await reader.close()
    await writer.close()
    await rm(folder, { recursive: true })
  })

  return {
    get writer() {
      return initialized(opened).writer
    },
    get reader() {
      return initialized(opened).reader
    },
    get base() {
      return initialized(opened).base
    },
  }
}
