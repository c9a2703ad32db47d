import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from '../../src/store/sqlite/driver.ts'
import { answersOf, differing, isReady } from '../harness/asking.ts'
import { faultsOf, savedVisits } from '../harness/collection.ts'
import { makeStore } from '../harness/made-store.ts'
import { sourceId } from '../harness/news-server.ts'
import { end, startCommand, startService, until } from '../harness/service.ts'
import { Broken, type Trial } from '../harness/trial.ts'

const FEEDS = 20
const LONGEST_LOCK_MS = 25_000

export const trial: Trial = {
  name: 'locked-store',
  what: 'another program holds the lock of the store for up to 25 s while news is collected and readers ask',
  promise:
    'readers notice nothing; visits wait, or are made again by the next run; nothing told as saved is lost',
  times: { full: 20, short: 1 },
  async run({ times, folder, random }) {
    const made = await makeStore(folder, FEEDS)
    const broken = new Broken()
    try {
      for (let time = 1; time <= times; time++) {
        const data = made.copy('data')
        const file = join(data, 'digest.db')
        const args = ['--config', made.config, '--data', data]
        const service = await startService(['--no-collect', ...args])
        await until(() => isReady(service.url), '/readyz')
        const before = await answersOf(service.url)
        const other = new Database(file)
        other.exec('BEGIN IMMEDIATE')
        made.news.publish()
        const first = startCommand(['collect', '--all', '--log-level', 'debug', ...args])
        const asked = await answersOf(service.url)
        for (const difference of differing(before, asked))
          broken.unless(false, `${time}: while locked: ${difference}`)
        await Promise.race([sleep(times === 1 ? 3_000 : random() * LONGEST_LOCK_MS), first.ended])
        other.exec('COMMIT')
        other.close()
        const { signal } = await first.ended
        broken.unless(signal === null, `${time}: collect ended with ${signal}`)
        for (const fault of faultsOf(file, made.news, savedVisits(first.log())))
          broken.unless(false, `${time}: ${fault}`)
        const second = startCommand(['collect', '--all', ...args])
        broken.unless((await second.ended).code === 0, `${time}: after the lock: ${second.log().slice(-300)}`)
        const all = new Map(
          Array.from({ length: FEEDS }, (_, feed) => [sourceId(feed), made.news.sizeOf(feed)]),
        )
        for (const fault of faultsOf(file, made.news, all))
          broken.unless(false, `${time}: after the lock: ${fault}`)
        await end(service)
      }
    } finally {
      await made.stop()
    }
    return { tried: times, broken: broken.lines }
  },
}
