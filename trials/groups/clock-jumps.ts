import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { answersOf, isReady } from '../harness/asking.ts'
import { faultsOf } from '../harness/collection.ts'
import { makeStore } from '../harness/made-store.ts'
import { end, startService, until } from '../harness/service.ts'
import { Broken, type Trial } from '../harness/trial.ts'

const FEEDS = 20
const HOUR_MS = 3_600_000
const JUMPS = [1, -1, 24, -24, 8_760, -8_760].map((hours) => hours * HOUR_MS)
const HOOK = pathToFileURL(join(import.meta.dirname, '../harness/moved-clock.mjs')).href
const JUMP_AFTER_MS = 4_000
const WATCHED_MS = 8_000

export const trial: Trial = {
  name: 'clock-jumps',
  what: 'the clock of the machine jumps by an hour, a day or a year, forth or back, while the service runs',
  promise: 'no source is visited more than twice because of it, all paths answer, and the store has no fault',
  times: { full: 12, short: 1 },
  async run({ times, folder }) {
    const made = await makeStore(folder, FEEDS)
    const broken = new Broken()
    let most = 0
    try {
      for (let time = 0; time < times; time++) {
        const jumpMs = JUMPS[time % JUMPS.length] ?? HOUR_MS
        const data = made.copy('data')
        const service = await startService(
          ['--config', made.config, '--data', data],
          { CLOCK_JUMP_MS: String(jumpMs), CLOCK_AFTER_MS: String(JUMP_AFTER_MS) },
          ['--import', HOOK],
        )
        await until(() => isReady(service.url), '/readyz')
        made.news.forgetVisits()
        await sleep(JUMP_AFTER_MS + WATCHED_MS)
        const name = `${jumpMs / HOUR_MS} h`
        const visits = Math.max(...made.news.visits())
        most = Math.max(most, visits)
        broken.unless(visits <= 2, `${name}: a source was visited ${visits} times`)
        for (const [path, answer] of await answersOf(service.url))
          broken.unless(!/^[45]/.test(answer), `${name}: ${path}: ${answer}`)
        await end(service)
        for (const fault of faultsOf(join(data, 'digest.db'), made.news))
          broken.unless(false, `${name}: ${fault}`)
      }
    } finally {
      await made.stop()
    }
    return { tried: times, broken: broken.lines, notes: [`most visits to one source: ${most}`] }
  },
}
