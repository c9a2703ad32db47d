import { onTestFinished } from 'vitest'
import type { FetchResult, Entry } from '../../src/model/entry.ts'
import type { Collector, CollectorOptions } from '../../src/sources/sources.ts'
import { aSource, never, openCollector } from './loopback.ts'

/** As `openCollector`, for the test that asks for it: closed when that has ended. */
export function collecting(options: CollectorOptions = {}): Collector {
  const collector = openCollector(options)
  onTestFinished(() => collector.close())
  return collector
}

/** One visit, whatever comes of it. */
export function visitRaw(
  source: Parameters<typeof aSource>[0],
  options: CollectorOptions = {},
): Promise<FetchResult> {
  return collecting(options).collect(aSource(source), undefined, never())
}

/** One visit that must bring entries. */
export async function visit(
  source: Parameters<typeof aSource>[0],
  options: CollectorOptions = {},
): Promise<Extract<FetchResult, { kind: 'entries' }> & { entries: readonly Entry[] }> {
  const collected = await visitRaw(source, options)
  if (collected.kind !== 'entries') throw new Error(`no entries: ${JSON.stringify(collected)}`)
  return collected
}
