import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf, savedVisits } from '../harness/collection.ts'
import { NewsServer } from '../harness/news-server.ts'
import { startCommand } from '../harness/service.ts'
import { Broken, type Trial } from '../harness/trial.ts'

const FEEDS = 60

export const trial: Trial = {
  name: 'kill-collecting',
  what: '`kill -9` at a random moment while news is collected; the same store is used again each time',
  promise:
    'nothing that was told as saved is lost, no visit is saved by half, nothing is there twice, all counts are right, and the next run goes on',
  times: { full: 200, short: 6 },
  async run({ times, folder, random }) {
    const news = await NewsServer.start(FEEDS)
    const config = news.writeSettings(folder)
    const data = join(folder, 'data')
    const file = join(data, 'digest.db')
    const broken = new Broken()
    const saved = new Map<string, number>()
    const collect = (): ReturnType<typeof startCommand> =>
      startCommand(['collect', '--all', '--log-level', 'debug', '--config', config, '--data', data])
    let killed = 0
    let visits = 0
    try {
      // How long a whole run takes here: kills come at any moment of it.
      const started = performance.now()
      await collect().ended
      const wholeMs = performance.now() - started
      for (let time = 1; time <= times; time++) {
        news.publish()
        const collecting = collect()
        await Promise.race([sleep(random() * wholeMs), collecting.ended])
        collecting.child.kill('SIGKILL')
        const { signal } = await collecting.ended
        if (signal === 'SIGKILL') killed += 1
        const logged = savedVisits(collecting.log())
        visits += logged.size
        for (const [id, entries] of logged) saved.set(id, entries)
        for (const fault of faultsOf(file, news, saved)) broken.unless(false, `kill ${time}: ${fault}`)
      }
      const last = collect()
      const { code } = await last.ended
      broken.unless(code === 0, `after all kills, collect ended with ${code}: ${last.log().slice(-500)}`)
      const all = new Map(Array.from({ length: FEEDS }, (_, feed) => [`news-${feed}`, news.sizeOf(feed)]))
      for (const fault of faultsOf(file, news, all)) broken.unless(false, `after all kills: ${fault}`)
    } finally {
      await news.stop()
    }
    return {
      tried: times,
      broken: broken.lines,
      notes: [`${killed} were killed before their end, ${visits} visits told as saved`],
    }
  },
}
