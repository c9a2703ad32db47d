import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { answersOf } from '../harness/asking.ts'
import { faultsOf } from '../harness/collection.ts'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 20
const HOUR_MS = 3_600_000
/** The worst of each direction first: a short trial has them. */
const JUMPS = [8_760, -8_760, 24, -24, 1, -1].map((hours) => hours * HOUR_MS)
const HOOK = pathToFileURL(join(import.meta.dirname, '../harness/moved-clock.mjs')).href
const JUMP_AFTER_MS = 4_000
const WATCHED_MS = 8_000

export const trial: Trial = {
  name: 'clock-jumps',
  what: 'the clock of the machine jumps by an hour, a day or a year, forth or back, while the service runs',
  promise: 'no source is visited more than twice because of it, all paths answer, and the store has no fault',
  times: { full: 12, short: 2 },
  async run({ times, broken, makeStore, serve }) {
    const made = await makeStore(FEEDS)
    let most = 0
    for (let time = 0; time < times; time++) {
      const jumpMs = JUMPS[time % JUMPS.length] ?? HOUR_MS
      const name = `${jumpMs / HOUR_MS} h`
      const { args, file } = made.copy('data')
      const service = await serve(args, {
        env: { CLOCK_JUMP_MS: String(jumpMs), CLOCK_AFTER_MS: String(JUMP_AFTER_MS) },
        nodeArgs: ['--import', HOOK],
      })
      made.news.forgetVisits()
      await sleep(JUMP_AFTER_MS + WATCHED_MS)
      const visits = Math.max(...made.news.visits())
      most = Math.max(most, visits)
      broken.unless(visits <= 2, `${name}: a source was visited ${visits} times`)
      for (const [path, answer] of await answersOf(service.url))
        broken.unless(!/^[45]/.test(answer), `${name}: ${path}: ${answer}`)
      await service.stop()
      broken.add(name, faultsOf(file, made.news))
    }
    return { notes: [`most visits to one source: ${most}`] }
  },
}
