import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CliProcess } from '../../test/e2e/run-cli.ts'
import { faultsOf, savedVisits } from '../harness/collection.ts'
import type { StoreCopy } from '../harness/made-store.ts'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 6
const KINDS = ['database', 'file', 'network'] as const
const HOOK = pathToFileURL(join(import.meta.dirname, '../harness/failing-calls.mjs')).href

export const trial: Trial = {
  name: 'failing-calls',
  what: 'the k-th call to the database, to a file or to the network fails while news is collected; each time another k',
  promise:
    'the store has the old or the new state of each source, never one between, and the next run makes all well',
  // More than there are of any kind: each call fails once.
  times: { full: 3_000, short: 3 },
  async run({ times, folder, broken, makeStore, collect, collectWell }) {
    const made = await makeStore(FEEDS)
    made.news.publish()
    const notes: string[] = []
    let tried = 0
    const most = Math.ceil(times / KINDS.length)
    for (const kind of KINDS) {
      // Where only the first call fails, how many there are is all the same.
      const calls = most === 1 ? 1 : await countCalls(kind)
      const each = Math.min(calls, most)
      notes.push(most === 1 ? `the first call: ${kind}` : `${each} of ${calls} calls: ${kind}`)
      for (let n = 0; n < each; n++) {
        tried += 1
        const k = 1 + Math.floor((n * calls) / each)
        const store = made.copy('data')
        const first = collectFailing(store, { FAIL_KIND: kind, FAIL_AT: String(k) })
        const { code, signal } = await first.ended
        const name = `call ${k} of ${kind}`
        broken.unless(
          code === 0 || code === 1 || code === 2,
          `${name}: ended with ${code ?? signal}: ${first.output().stderr.slice(-300)}`,
        )
        broken.add(name, faultsOf(store.file, made.news, savedVisits(first.output())))
        const second = await collectWell(store.args)
        broken.unless(second.code === 0, `after ${name}: ${second.stderr.slice(-300)}`)
        broken.add(`after ${name}`, faultsOf(store.file, made.news, made.news.sizes()))
      }
    }
    return { tried, notes }

    async function countCalls(kind: (typeof KINDS)[number]): Promise<number> {
      const countFile = join(folder, 'count')
      await collectFailing(made.copy('counted'), { FAIL_KIND: kind, FAIL_COUNT_FILE: countFile }).ended
      return Number(readFileSync(countFile, 'utf8'))
    }

    function collectFailing({ args, data }: StoreCopy, env: Readonly<Record<string, string>>): CliProcess {
      return collect(args, { env: { ...env, FAIL_FOLDER: data }, nodeArgs: ['--import', HOOK] })
    }
  },
}
