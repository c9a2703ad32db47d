import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from '../../src/store/sqlite/driver.ts'
import { answersOf, differing } from '../harness/asking.ts'
import { faultsOf, savedVisits } from '../harness/collection.ts'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 20
const LONGEST_LOCK_MS = 25_000

export const trial: Trial = {
  name: 'locked-store',
  what: 'another program holds the lock of the store for up to 25 s while news is collected and readers ask',
  promise:
    'readers notice nothing; visits wait, or are made again by the next run; nothing told as saved is lost',
  times: { full: 20, short: 1 },
  async run({ times, random, broken, makeStore, collect, collectWell, serve }) {
    const made = await makeStore(FEEDS)
    for (let time = 1; time <= times; time++) {
      const { args, file } = made.copy('data')
      const service = await serve(['--no-collect', ...args])
      const before = await answersOf(service.url)
      const other = new Database(file)
      other.exec('BEGIN IMMEDIATE')
      made.news.publish()
      const first = collect(args)
      broken.add(`${time}: while locked`, differing(before, await answersOf(service.url)))
      await Promise.race([sleep(times === 1 ? 3_000 : random() * LONGEST_LOCK_MS), first.ended])
      other.exec('COMMIT')
      other.close()
      const { signal } = await first.ended
      broken.unless(signal === null, `${time}: collect ended with ${signal}`)
      broken.add(String(time), faultsOf(file, made.news, savedVisits(first.output())))
      const second = await collectWell(args)
      broken.unless(second.code === 0, `${time}: after the lock: ${second.stderr.slice(-300)}`)
      broken.add(`${time}: after the lock`, faultsOf(file, made.news, made.news.sizes()))
      await service.stop()
    }
    return {}
  },
}
