import { expect, it } from 'vitest'
import { aSource } from '../../test/a-source.ts'
import { anEntry } from '../../test/an-entry.ts'
import { NOW } from '../../test/store/drafts.ts'
import { read, visitsOf } from '../../test/visits.ts'
import { DAY_MS, HOUR_MS } from '../model/time.ts'
import { countSilent } from './silent-sources.ts'

/** By name: the number of items, the pause between them, and for how long there was none since. */
const RHYTHMS = {
  daily: [20, DAY_MS, DAY_MS],
  silentDaily: [20, DAY_MS, 8 * DAY_MS],
  holiday: [20, HOUR_MS, 6 * DAY_MS],
  weekly: [12, 7 * DAY_MS, 20 * DAY_MS],
  silentWeekly: [12, 7 * DAY_MS, 22 * DAY_MS],
  few: [3, HOUR_MS, 30 * DAY_MS],
  ended: [3, HOUR_MS, 61 * DAY_MS],
} as const

const SOURCES = Object.keys(RHYTHMS).map((id) => aSource(id))
const visits = visitsOf([...SOURCES, aSource('empty')], NOW)

it('counts the sources that have had nothing new for longer than is usual', async () => {
  for (const [index, [count, pauseMs, quietMs]] of Object.values(RHYTHMS).entries()) {
    const entries = Array.from({ length: count }, (_, at) =>
      anEntry({
        title: `Report ${at} of source ${index}`,
        url: `https://s${index}.example/${at}`,
        publishedAt: NOW - quietMs - at * pauseMs,
      }),
    )
    await visits.visiting(SOURCES[index] ?? aSource(''), read(entries))
  }

  const silent = await countSilent(visits.store, NOW)

  // `silentDaily`, `silentWeekly` and `ended`.
  expect(silent).toBe(3)
})
