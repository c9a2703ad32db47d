import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ItemDraft } from '../../src/model/item.ts'
import { type Source, VISIT_ERROR_CODES, type VisitErrorCode } from '../../src/model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import type { VisitRecord } from '../../src/store/records.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, aVisit, NOW } from '../store/drafts.ts'

export { NOW }

export interface TroubledWorld {
  readonly store: ReadStore
  close(): Promise<void>
}

/** Sources in every state: two that are well, one that is silent, one that fails in each way, one new, one switched off. */
export async function openTroubledWorld(sources: readonly Source[] = SOURCES): Promise<TroubledWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'digest-trouble-'))
  const file = join(folder, 'digest.db')
  const now = () => NOW
  const writer = await openSqliteStore(file, { now })
  await writer.syncSources(sources, NOW - HOUR_MS)
  for (const { id } of sources) for (const visit of visitsTo(id)) await writer.saveVisit(visit)
  const store = await openSqliteReadStore(file, { now })
  return {
    store,
    async close() {
      await store.close()
      await writer.close()
      await rm(folder, { recursive: true })
    },
  }
}

const failing = (code: VisitErrorCode) => `in-trouble-${code.toLowerCase()}`

export const SOURCES: readonly Source[] = [
  aSource('harbour', { name: 'Harbour Gazette', category: 'world', region: 'uk' }),
  aSource('antenna', { name: 'Antenna Weekly', category: 'technology' }),
  ...VISIT_ERROR_CODES.map((code) =>
    aSource(failing(code), { name: `Source with ${code}`, category: 'science' }),
  ),
  aSource('monitor', { name: 'The Monitor', category: 'general' }),
  aSource('newcomer', { name: 'The Newcomer', category: 'culture' }),
  aSource('sleeper', { name: 'The Sleeper', category: 'culture', enabled: false }),
]

/** What the failing sources said last; it comes from outside and is text, whatever it looks like. */
export const ERROR_MESSAGE = 'the server said <b onmouseover="alert(1)">no</b>'

/** Items of the sources that are well. */
/** What the servers answered; the other visits got no answer. */
const STATUSES: Partial<Record<VisitErrorCode, number>> = { http4xx: 403, rateLimited: 429 }

const ITEMS: Readonly<Record<string, number>> = { harbour: 5, antenna: 3, monitor: 2 }

function visitsTo(id: string): VisitRecord[] {
  const count = ITEMS[id]
  if (count !== undefined) {
    const first = { harbour: 1, antenna: 101 }[id] ?? 201
    const drafts = Object.fromEntries(Array.from({ length: count }, (_, at) => [first + at, draftOf(id, at)]))
    return [aFirstVisit(id, drafts, { at: NOW - 5 * MINUTE_MS })]
  }
  const code = VISIT_ERROR_CODES.find((code) => failing(code) === id)
  if (code === undefined) return []
  const error = { code, message: ERROR_MESSAGE }
  return [30, 20, 10].map((minutes) =>
    aVisit(id, {
      at: NOW - minutes * MINUTE_MS,
      outcome: 'failed',
      status: STATUSES[code] ?? null,
      error,
    }),
  )
}

function draftOf(id: string, at: number): ItemDraft {
  return aDraft(`${id}-${at}`, {
    title: `${id} reports, number ${at}`,
    category: SOURCES.find((source) => source.id === id)?.category ?? '',
    publishedAt: NOW - (at * 7 + 1) * HOUR_MS - (id === 'monitor' ? 90 * DAY_MS : 0),
  })
}
