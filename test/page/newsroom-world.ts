import { startNewsroom } from '../../src/newsroom/newsroom.ts'
import { type CollectedWorld, openCollectedWorld } from './collected-world.ts'

/** The clock of every test of the page: an ordinary Tuesday noon. */
export const NOW = Date.parse('2026-03-10T12:00:30.500Z')

/** So many outlets of each language tell of the same events. */
const OUTLETS: Readonly<Record<string, number>> = { en: 9, de: 3 }

/** What is collected once from the sample newsroom at noon. */
export async function openNewsroomWorld(): Promise<CollectedWorld> {
  const now = () => NOW
  const newsroom = await startNewsroom({ port: 0, now })
  const sources = Object.entries(OUTLETS).flatMap(([language, count]) =>
    newsroom.sources.filter((source) => source.language === language).slice(0, count),
  )
  const world = await openCollectedWorld(sources, now)
  await newsroom.close()
  return world
}
