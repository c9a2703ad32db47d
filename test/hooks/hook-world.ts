import { onTestFinished } from 'vitest'
import { changesBody, encodeChanges, storeName } from '../../src/api/follow/change-rows.ts'
import { readHookQuery } from '../../src/api/query/hook-query.ts'
import { soughtOf } from '../../src/cli/serve/hooks/open-hooks.ts'
import { runHook } from '../../src/cli/serve/hooks/run-hook.ts'
import { createHttpClient } from '../../src/fetch/client.ts'
import type { Hook } from '../../src/model/hook.ts'
import type { ItemDraft } from '../../src/model/item.ts'
import { DAY_MS } from '../../src/model/time.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import type { VisitRecord } from '../../src/store/records.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import type { StoreFixture } from '../store/contract.ts'
import { aDraft, anInsert, aScore, aSighting, aVisit } from '../store/drafts.ts'

export const KEY = Buffer.alloc(32, 7)

/** A hook as ordinary as can be. */
export function aHook(url: string, changes: Partial<Hook> = {}): Hook {
  return {
    name: 'alerts',
    url,
    key: KEY,
    query: '',
    on: 'items',
    reasons: ['added'],
    when: {},
    template: undefined,
    ...changes,
  }
}

export interface HookWorld {
  readonly store: Store
  readonly reader: ReadStore
  /** Lines of the log, with their levels. */
  readonly log: string[]
  readonly clock: { now: number }
  /** Runs a hook until it is stopped, or the test is over. Resolves when it has begun. */
  run(
    hook: Hook,
    options?: { readonly allowAddresses?: readonly string[]; readonly timeoutMs?: number },
  ): Promise<Run>
  /** Adds items by their ids, each a story of its own unless it is given one. */
  add(
    ids: readonly number[],
    draft?: (id: number) => Partial<ItemDraft> & { readonly storyId?: number },
    source?: string,
  ): Promise<void>
  save(visit: VisitRecord): Promise<void>
}

interface Run {
  stop(): Promise<void>
}

/** A store that is written to, and hooks that follow it in another connection. The clock begins now, since signatures are checked by it. */
export async function openHookWorld(fixture: StoreFixture): Promise<HookWorld> {
  const store = await fixture.open()
  const sources = ['paper', 'hn', 'blog', 'wire'].map((id) => aSource(id))
  await store.syncSources(sources, Date.now())
  const reader = await fixture.openReader()
  const clock = { now: Date.now() }
  const log: string[] = []
  const stops: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const stop of stops) await stop()
  })
  const line = (level: string) => (message: unknown) => void log.push(`${level} ${String(message)}`)

  async function save(visit: VisitRecord): Promise<void> {
    await store.saveVisit(visit)
    await reader.refresh()
  }

  return {
    store,
    reader,
    log,
    clock,
    save,
    async run(hook, { allowAddresses = ['127.0.0.0/8'], timeoutMs = 60_000 } = {}) {
      const now = () => clock.now
      const http = createHttpClient({ userAgent: 'test', allowAddresses, timeoutMs, maxBytes: 100_000, now })
      const stop = new AbortController()
      const { projection } = readHookQuery(hook.query)
      const ended = runHook(
        hook,
        {
          store: reader,
          writes: store,
          http,
          sought: () => soughtOf(reader, hook),
          encoding: {
            rows: (changes) => encodeChanges(reader, { changes }, projection),
            body: async (rows, page) => changesBody(await storeName(reader), rows, page),
          },
          onAttempt: () => undefined,
          log: { info: line('info'), warn: line('warn'), error: line('error'), debug: line('debug') },
          now,
          times: { gatherMs: 2, pollMs: 5 },
        },
        { stop: stop.signal, kill: stop.signal },
      )
      const end = async (): Promise<void> => {
        stop.abort()
        await ended
        await http.close()
      }
      stops.push(end)
      await began(hook.name)
      return { stop: end }
    },
    async add(ids, draftOf = () => ({}), source = 'paper') {
      const drafts = ids.map((id) => {
        const { storyId = id, ...changes } = draftOf(id)
        return { id, storyId, draft: aDraft(`n${id}`, { publishedAt: clock.now, ...changes }) }
      })
      await save(
        aVisit(source, {
          at: clock.now,
          inserts: drafts.map(({ id, storyId, draft }) => ({
            ...anInsert(id, storyId, draft),
            firstSeenAt: clock.now,
          })),
          sightings: drafts.map(({ id, draft }) => aSighting(id, draft)),
          scores: drafts.map(({ id }) => aScore(id, 20, id)),
        }),
      )
    },
  }

  async function began(name: string): Promise<void> {
    const history = await reader.historyId()
    for (let state; state?.historyId !== history; state = await store.findHook(name))
      await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

export const A_DAY = DAY_MS
