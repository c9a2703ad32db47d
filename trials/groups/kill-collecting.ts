import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf, savedVisits } from '../harness/collection.ts'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 60

export const trial: Trial = {
  name: 'kill-collecting',
  what: '`kill -9` at a random moment while news is collected; the same store is used again each time',
  promise:
    'nothing that was told as saved is lost, no visit is saved by half, nothing is there twice, all counts are right, and the next run goes on',
  times: { full: 200, short: 2 },
  async run({ times, folder, random, broken, openNews, collect, collectWell }) {
    const news = await openNews(FEEDS)
    const data = join(folder, 'data')
    const args = ['--config', news.writeSettings(folder), '--data', data]
    const file = join(data, 'digest.db')
    const saved = new Map<string, number>()
    let killed = 0
    let visits = 0
    // How long a whole run takes here: kills come at any moment of it.
    const started = performance.now()
    await collect(args).ended
    const wholeMs = performance.now() - started
    for (let time = 1; time <= times; time++) {
      news.publish()
      const collecting = collect(args)
      await Promise.race([sleep(random() * wholeMs), collecting.ended])
      const { signal } = await collecting.stop('SIGKILL')
      if (signal === 'SIGKILL') killed += 1
      const logged = savedVisits(collecting.output())
      visits += logged.size
      for (const [id, entries] of logged) saved.set(id, entries)
      broken.add(`kill ${time}`, faultsOf(file, news, saved))
    }
    const { code, stderr } = await collectWell(args)
    broken.unless(code === 0, `after all kills, collect ended with ${code}: ${stderr.slice(-500)}`)
    broken.add('after all kills', faultsOf(file, news, news.sizes()))
    return { notes: [`${killed} were killed before their end, ${visits} visits told as saved`] }
  },
}
