import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { faultsOf, savedVisits } from '../harness/collection.ts'
import { makeStore } from '../harness/made-store.ts'
import { sourceId } from '../harness/news-server.ts'
import { startCommand } from '../harness/service.ts'
import { Broken, type Trial } from '../harness/trial.ts'

const FEEDS = 6
const KINDS = ['database', 'file', 'network'] as const
const HOOK = pathToFileURL(join(import.meta.dirname, '../harness/failing-calls.mjs')).href

export const trial: Trial = {
  name: 'failing-calls',
  what: 'the k-th call to the database, to a file or to the network fails while news is collected; each time another k',
  promise:
    'the store has the old or the new state of each source, never one between, and the next run makes all well',
  times: { full: 150, short: 6 },
  async run({ times, folder }) {
    const made = await makeStore(folder, FEEDS)
    const broken = new Broken()
    const notes: string[] = []
    let tried = 0
    try {
      made.news.publish()
      const all = new Map(
        Array.from({ length: FEEDS }, (_, feed) => [sourceId(feed), made.news.sizeOf(feed)]),
      )
      for (const kind of KINDS) {
        const data = made.copy('counted')
        const countFile = join(folder, 'count')
        await collect(made.config, data, { FAIL_KIND: kind, FAIL_COUNT_FILE: countFile }).ended
        const calls = Number(readFileSync(countFile, 'utf8'))
        const each = Math.min(calls, Math.ceil(times / KINDS.length))
        notes.push(`${each} of ${calls} calls: ${kind}`)
        for (let n = 0; n < each; n++) {
          tried += 1
          const k = 1 + Math.floor((n * calls) / each)
          const failed = made.copy('data')
          const file = join(failed, 'digest.db')
          const first = collect(made.config, failed, { FAIL_KIND: kind, FAIL_AT: String(k) })
          const { code, signal } = await first.ended
          const name = `call ${k} of ${kind}`
          broken.unless(
            code === 0 || code === 1 || code === 2,
            `${name}: ended with ${code ?? signal}: ${first.log().slice(-300)}`,
          )
          for (const fault of faultsOf(file, made.news, savedVisits(first.log())))
            broken.unless(false, `${name}: ${fault}`)
          const second = collect(made.config, failed, {})
          broken.unless((await second.ended).code === 0, `after ${name}: ${second.log().slice(-300)}`)
          for (const fault of faultsOf(file, made.news, all)) broken.unless(false, `after ${name}: ${fault}`)
        }
      }
    } finally {
      await made.stop()
    }
    return { tried, broken: broken.lines, notes }
  },
}

function collect(config: string, data: string, env: Readonly<Record<string, string>>) {
  const args = ['collect', '--all', '--log-level', 'debug', '--config', config, '--data', data]
  return startCommand(args, { ...env, FAIL_FOLDER: data }, ['--import', HOOK])
}
