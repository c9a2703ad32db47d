import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startNewsroom } from '../../sample/newsroom.ts'
import type { Serving } from '../../test/e2e/run-cli.ts'
import type { Trial } from '../harness/trial.ts'
import { HeldClock } from '../mirror/held-clock.ts'
import { Mirrors } from '../mirror/mirrors.ts'
import { DROP, NewsroomSettings, TAG } from '../mirror/newsroom-settings.ts'
import { commandRunner } from '../mirror/run-command.ts'

const SPEED = 60
/** A day of the newsroom passes in an hour, so that much happens. */
const NEWS_IN_A_MINUTE = 24
const SECOND_MS = 1_000
const DAY_MS = 86_400_000
/** Mirrors are compared after so many seconds of the service's time. */
const CHECK_EVERY_S = 20
const CHECKS_A_MINUTE = 60 / CHECK_EVERY_S
/** What the steps cause, whenever clients begin: without it nothing would have been tried. */
const CHANGES = ['put added', 'put filed', 'put scored', 'put story', 'delete expired', 'delete filtered']
const CLOCK = pathToFileURL(join(import.meta.dirname, '../harness/fast-clock.mjs')).href

export const trial: Trial = {
  name: 'mirror',
  what: `minutes of the sample newsroom, ${SPEED} times as fast, with edits, retention, other rules, names and categories, restarts, kills and a restored backup; clients begin at different moments and follow /api/changes by poll, wait and stream, with filters and without`,
  promise: `every ${CHECK_EVERY_S} s each client has exactly what a fresh walk and the lists give, and was sent each change once, in order`,
  times: { full: 60, short: 1 },
  async run({ times: minutes, folder, broken, random, serve, start, collectWell, afterwards }) {
    const startedAt = Date.now()
    const clock = new HeldClock(startedAt - DAY_MS, SPEED * NEWS_IN_A_MINUTE)
    const newsroom = await startNewsroom({ port: 0, now: clock.now })
    afterwards(() => newsroom.close())
    const settings = new NewsroomSettings(folder, newsroom)
    const data = join(folder, 'data')
    const args = ['--config', settings.file, '--data', data]
    const fast = {
      env: { CLOCK_SPEED: String(SPEED), CLOCK_STARTED_AT: String(startedAt) },
      nodeArgs: ['--expose-gc', '--import', CLOCK],
    }
    const run = commandRunner({ start, broken }, fast)
    // By the usual clock: a quick one has no patience with the newsroom on a busy machine, and without items nothing is tried.
    const { code: collected, stderr } = await collectWell(args)
    broken.unless(collected === 0, `the first collect ended with ${collected}: ${stderr.slice(-500)}`)
    let service: Serving = await serve(args, fast)
    const restart = async (signal: NodeJS.Signals, meanwhile?: () => Promise<void>): Promise<void> => {
      const { code } = await service.stop(signal)
      broken.unless(signal === 'SIGKILL' || code === 0, `the service ended with ${code}`)
      await meanwhile?.()
      service = await serve(args, fast)
    }
    const mirrors = new Mirrors({ urls: () => [service.url], random })
    afterwards(() => mirrors.stop())
    const backup = join(folder, 'backup')
    const restore = async (): Promise<void> => {
      rmSync(data, { recursive: true })
      await run('restore', backup, '--to', `sqlite:${join(data, 'digest.db')}`)
    }

    const largestStory = async (): Promise<number> => {
      const response = await fetch(`${service.url}/api/items?limit=500&fields=story`)
      const { items } = (await response.json()) as { items: { story: { id: number; itemCount: number } }[] }
      return items.map(({ story }) => story).toSorted((a, b) => b.itemCount - a.itemCount)[0]?.id ?? 1
    }

    const rules = (given: string) => () => settings.write({ rules: given })
    const follow = (query: string) => () => mirrors.start(query)
    /** What happens, in order, evenly over the time. */
    const steps: Step[] = [
      follow(''),
      follow('category=technology'),
      () => settings.write({ category: 'business' }),
      async () => mirrors.start(`storyId=${await largestStory()}`),
      () => run('backup', backup, ...args),
      () => settings.write({ name: 'The Bit Foundry', rules: TAG, without: 'harbor-herald' }),
      // Retention is the end of a command that collects.
      () => restart('SIGKILL', () => run('collect', 'commonplace', ...args)),
      follow('minScore=30'),
      () => run('apply-rules', '--yes', ...args),
      () => restart('SIGTERM', restore),
    ]
    const more: Step[] = [
      follow('tag=seen&language=en'),
      () => settings.write({ weight: 3, maxItemsPerSource: 40, rules: DROP }),
      () => run('apply-rules', '--yes', ...args),
      follow('source=linkpile,bitfoundry&region=-us&fields=id,title,url,source,alsoIn,category,story'),
      () => restart('SIGTERM', () => run('collect', 'commonplace', ...args)),
      () => settings.write({ category: 'technology', without: '', name: 'Bitfoundry', rules: TAG }),
      follow(''),
      () => restart('SIGKILL'),
      rules('[]'),
      () => settings.write({ category: 'science', weight: 0.5, maxItemsPerSource: 30 }),
      () => restart('SIGTERM', () => run('collect', 'commonplace', ...args)),
    ]
    const checks = minutes * CHECKS_A_MINUTE
    const due = minutes > 10 ? [...steps, ...more] : steps
    let held = 0
    let compared = 0
    for (let check = 1; check <= checks; check++) {
      const until = Math.ceil((check / checks) * due.length)
      for (const step of due.slice(Math.ceil(((check - 1) / checks) * due.length), until)) await step()
      clock.go()
      await sleep((CHECK_EVERY_S * SECOND_MS) / SPEED)
      clock.hold()
      held = Math.max(held, await mirrors.check(`after ${check * CHECK_EVERY_S} s`, broken))
      compared += mirrors.all.length
    }
    mirrors.judge(1, broken)
    for (const change of CHANGES) broken.unless(mirrors.saw(change), `no client was sent: ${change}`)
    return {
      tried: compared,
      notes: [...mirrors.notes(), `at most ${held} items held`],
    }
  },
}

type Step = () => unknown
