import { afterAll, beforeAll } from 'vitest'
import type { HttpConfig } from '../../src/api/deps.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { initialized } from '../initialized.ts'
import { serve, type Served } from './serve.ts'

/** A world and the interface on it; they are there once a test runs. */
export interface Api<World> extends Omit<Served, 'close'> {
  readonly world: World
}

interface OpenWorld {
  readonly store: ReadStore
  close(): Promise<void>
}

/** Opens a world and serves it for all tests of a file, or of the `describe` that this is called in. */
export function apiOf<World extends OpenWorld>(
  open: () => Promise<World>,
  config?: Partial<HttpConfig>,
): Api<World> {
  let world: World | undefined
  let served: Served | undefined

  beforeAll(async () => {
    world = await open()
    served = await serve(world.store, config)
  })

  afterAll(async () => {
    await served?.close()
    await world?.close()
  })

  return {
    get world() {
      return initialized(world)
    },
    get base() {
      return initialized(served).base
    },
    get now() {
      return initialized(served).now
    },
    set now(at) {
      initialized(served).now = at
    },
    get log() {
      return initialized(served).log
    },
  }
}
