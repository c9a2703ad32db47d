import { startNewsroom } from '../../sample/newsroom.ts'
import { MINUTE_MS } from '../../src/model/time.ts'
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

/** What is collected once from the sample newsroom at noon. */
export async function openNewsroomWorld(): Promise<CollectedWorld> {
  const newsroom = await startNewsroom({ port: 0, now: () => COLLECTED_AT })
  // Makes its thirty days up before anybody waits for an answer.
  newsroom.expectedStories()
  const sources = newsroom.sources.filter(({ id }) => OUTLETS.has(id))
  const world = await openCollectedWorld(sources, COLLECTED_AT)
  await newsroom.close()
  await makeEditions(world, NOW)
  return world
}
