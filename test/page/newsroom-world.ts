import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNewsroom } from '../../sample/newsroom.ts'
import { MINUTE_MS } from '../../src/model/time.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { openSqliteReadStore } from '../../src/store/sqlite/open.ts'
import { atExit } from '../at-exit.ts'
import { madeOnce } from '../made-once.ts'
import { openCollectedWorld } from './collected-world.ts'
import { makeEditions } from './make-editions.ts'

/** When collecting begins: an ordinary Tuesday noon. */
const COLLECTED_AT = Date.parse('2026-03-10T12:00:00.000Z')

/** The clock of the tests, when all is collected however busy the machine was. */
export const NOW = COLLECTED_AT + 10 * MINUTE_MS + 500

/** They tell of the same events: papers, their agency, technology in two languages, a collection of links. */
export const OUTLETS: ReadonlySet<string> = new Set([
  'harbor-herald',
  'meridian-wire',
  'northfield-post',
  'longshore-times',
  'circuit-garden',
  'bitfoundry',
  'linkpile',
  'morgenkurier',
  'technikwarte',
])

let kept: Promise<{ readonly store: ReadStore }> | undefined

/** What is collected once from the sample newsroom at noon. All tests read it, and none may change it. */
export function newsroomWorld(): Promise<{ readonly store: ReadStore }> {
  return (kept ??= openNewsroom())
}

async function openNewsroom(): Promise<{ readonly store: ReadStore }> {
  const folder = mkdtempSync(join(tmpdir(), 'digest-newsroom-'))
  atExit(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(await madeOnce('newsroom', collectNewsroom), folder, { recursive: true })
  return { store: await openSqliteReadStore(join(folder, 'digest.db'), { now: () => NOW }) }
}

async function collectNewsroom(): Promise<string> {
  const newsroom = await startNewsroom({ port: 0, now: () => COLLECTED_AT })
  // Makes its thirty days up before anybody waits for an answer.
  newsroom.expectedStories()
  const sources = newsroom.sources.filter(({ id }) => OUTLETS.has(id))
  const world = await openCollectedWorld(sources, COLLECTED_AT)
  await newsroom.close()
  await makeEditions(world, NOW)
  await world.store.close()
  await world.writer.close()
  return world.folder
}
