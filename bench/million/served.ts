import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { HOUR_MS, SECOND_MS } from '../../src/model/time.ts'
import { serveCollection } from '../feeds/collection.ts'
import type { Served } from '../harness/child.ts'
import { RawConnection } from '../harness/raw-http.ts'
import type { MadeCollection } from './collection.ts'
import { SAME_PAGE } from './questions.ts'

/** Time, CPU and memory of a start. */
export interface Start {
  /** From the start of the process to the end of the first list. */
  readonly firstAnswerSeconds: number
  readonly firstAnswerCpuSeconds: number
  readonly firstAnswerMegabytes: number
  /** From the start of the process until `/readyz` answers 200. */
  readonly searchReadySeconds: number
  readonly searchReadyMegabytes: number
}

const LONGEST_BUILD_MS = HOUR_MS

/**
 * Serves a collection once until all side files of this build are saved beside the store, so that the benchmark does
 * not measure how they are built.
 */
export async function prepareSideFiles(collection: MadeCollection): Promise<void> {
  const served = await serveCollection(collection)
  try {
    await untilReady(served)
    const index = join(collection.data, 'digest.db-search')
    for (let waited = 0; !existsSync(index); waited += SECOND_MS) {
      if (waited > LONGEST_BUILD_MS) throw new Error(`no search index at ${index}`)
      await setTimeout(SECOND_MS)
    }
    // The columns are saved when the service stops.
  } finally {
    await served.stop()
  }
}

export async function startMeasured(
  collection: MadeCollection,
): Promise<{ readonly served: Served; readonly start: Start }> {
  const started = performance.now()
  const served = await serveCollection(collection)
  const connection = await RawConnection.open(served.url)
  await connection.ask(SAME_PAGE)
  connection.close()
  const firstAnswerSeconds = (performance.now() - started) / SECOND_MS
  const first = await served.usage()
  await untilReady(served)
  const searchReadySeconds = (performance.now() - started) / SECOND_MS
  const ready = await served.usage()
  return {
    served,
    start: {
      firstAnswerSeconds,
      firstAnswerCpuSeconds: first.cpuSeconds,
      firstAnswerMegabytes: first.rssMegabytes,
      searchReadySeconds,
      searchReadyMegabytes: ready.rssMegabytes,
    },
  }
}

/** @throws Error if searches are not answered after an hour */
export async function untilReady(served: Served): Promise<void> {
  const connection = await RawConnection.open(served.url)
  const until = performance.now() + LONGEST_BUILD_MS
  while ((await connection.ask('/readyz')).status !== 200) {
    if (performance.now() > until) throw new Error('the service did not become ready within an hour')
    await setTimeout(20)
  }
  connection.close()
}
