import { mkdtemp, rm } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '../../../src/model/time.ts'
import { visitSource } from '../../../src/pipeline/visit-source.ts'
import { createCollector } from '../../../src/sources/sources.ts'
import { openSqliteReadStore, openSqliteStore } from '../../../src/store/sqlite/open.ts'
import { aSource } from '../../../test/a-source.ts'
import { serveFiles } from '../../../test/corpus/serve-files.ts'
import { openService } from '../../../test/page/open-service.ts'
import { visitDepsOf } from '../../../test/visit-deps.ts'
import type { Capture, Round } from './captures.ts'

/** The service over a collection that grows round by round, on a clock of its own. */
export interface Collection {
  /** Visits the feeds of a round in order, since the same order gives the same stories. */
  collect(round: Round): Promise<FetchResult>
  /** Serves the collection while `inspect` runs. The clock stands a minute after the last visit. */
  serve<T>(inspect: (base: string, now: number) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface FetchResult {
  readonly added: number
  readonly edited: number
  /** Feeds that could not be read. */
  readonly failed: readonly string[]
}

/** Fails every lookup: the evaluation must not send requests to the sites that captured feeds name. */
const findNobody: LookupFunction = (hostname, _options, callback) => {
  callback(Object.assign(new Error(`${hostname} is not looked up`), { code: 'ENOTFOUND' }), '')
}

/** The id of the source for a feed's file. */
export function sourceIdOf(feed: string): string {
  return `f-${feed.replace(/\.\w+$/, '').toLowerCase()}`
}

/** Opens an empty store for all feeds of `rounds`, and serves the feeds on loopback, each at its own address. */
export async function openCollection(rounds: readonly Round[]): Promise<Collection> {
  const served = new Map<string, Buffer>()
  let clock = 0
  const now = (): number => clock
  const folder = await mkdtemp(join(tmpdir(), 'digest-served-'))
  const file = join(folder, 'digest.db')
  const feeds = await serveFiles((path) => served.get(decodeURIComponent(path.slice(1))))
  const collector = createCollector({
    allowAddresses: ['127.0.0.0/8'],
    hostSpacingMs: 0,
    timeoutMs: 5 * MINUTE_MS,
    lookup: findNobody,
    now,
  })
  const store = await openSqliteStore(file, { now })
  const deps = {
    ...visitDepsOf(store, now),
    collect: (...visit: Parameters<typeof collector.collect>) => collector.collect(...visit),
  }
  const { signal } = new AbortController()
  const sources = new Map(
    rounds.flatMap(({ captures }) => captures).map((capture) => [capture.feed, sourceOf(capture)]),
  )

  /** The name that the command `add` would give the source: the title of the feed. */
  async function nameOf(capture: Capture): Promise<string> {
    const result = await collector.collect(sourceOf(capture), undefined, signal)
    return (result.kind === 'entries' ? result.feed.title : undefined) ?? capture.feed
  }

  function sourceOf({ feed, category }: Capture, name = feed) {
    return aSource(sourceIdOf(feed), {
      name,
      url: `${feeds.url}/${encodeURIComponent(feed)}`,
      category,
      language: null,
    })
  }

  return {
    async collect({ captures }) {
      clock = captures[0]?.at ?? clock
      for (const capture of captures) {
        if (sources.get(capture.feed)?.name !== capture.feed) continue
        served.set(capture.feed, capture.read())
        sources.set(capture.feed, sourceOf(capture, await nameOf(capture)))
      }
      await store.syncSources([...sources.values()], clock)
      const states = new Map((await store.listSourceStates()).map((state) => [state.sourceId, state]))
      let added = 0
      let edited = 0
      const failed: string[] = []
      for (const capture of captures) {
        const { feed, at } = capture
        clock = at
        served.set(feed, capture.read())
        const source = sources.get(feed) ?? sourceOf(capture)
        const visit = await visitSource(source, states.get(source.id), deps, signal)
        added += visit.added
        edited += visit.edited
        if (visit.collected.kind === 'failed') failed.push(`${feed}: ${visit.collected.error.message}`)
      }
      clock += MINUTE_MS
      return { added, edited, failed }
    },
    async serve(inspect) {
      const reading = await openSqliteReadStore(file, { now })
      const service = await openService({ store: reading, now })
      try {
        return await inspect(service.base, clock)
      } finally {
        await service.close()
        await reading.close()
      }
    },
    async close() {
      await collector.close()
      await store.close()
      await feeds.close()
      await rm(folder, { recursive: true })
    },
  }
}
