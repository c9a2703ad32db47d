import { rmSync } from 'node:fs'
import { startNewsroom } from '../../sample/newsroom.ts'
import { MINUTE_MS } from '../../src/model/time.ts'
import { atExit } from '../at-exit.ts'
import { type CollectedWorld, openCollectedWorld } from './collected-world.ts'
import { makeEditions } from './make-editions.ts'

/** When collecting begins: an ordinary Tuesday noon. */
const COLLECTED_AT = Date.parse('2026-03-10T12:00:00.000Z')

/** The clock of the tests, when all is collected however busy the machine was. */
export const NOW = COLLECTED_AT + 10 * MINUTE_MS + 500

/** They tell of the same events: papers, their agency, technology in two languages, a collection of links. */
const OUTLETS = new Set([
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

let kept: Promise<CollectedWorld> | undefined

/** What is collected once from the sample newsroom at noon. All tests of this process read it, and none may change it. */
export async function newsroomWorld(): Promise<Pick<CollectedWorld, 'store'>> {
  const { store } = await (kept ??= collectNewsroom())
  return { store }
}

async function collectNewsroom(): Promise<CollectedWorld> {
  const newsroom = await startNewsroom({ port: 0, now: () => COLLECTED_AT })
  // Makes its thirty days up before anybody waits for an answer.
  newsroom.expectedStories()
  const sources = newsroom.sources.filter(({ id }) => OUTLETS.has(id))
  const world = await openCollectedWorld(sources, COLLECTED_AT)
  await newsroom.close()
  await makeEditions(world, NOW)
  atExit(() => rmSync(world.folder, { recursive: true, force: true }))
  return world
}
