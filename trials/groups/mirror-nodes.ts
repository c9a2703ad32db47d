import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startNewsroom } from '../../sample/newsroom.ts'
import { eventually } from '../../test/e2e/run-cli.ts'
import { type Node, startNode } from '../../test/nodes/node.ts'
import { startPostgres } from '../../test/store/postgres-server.ts'
import { isReady } from '../harness/asking.ts'
import { skipped, type Trial } from '../harness/trial.ts'
import { HeldClock } from '../mirror/held-clock.ts'
import { Mirrors } from '../mirror/mirrors.ts'
import { DROP, NewsroomSettings, TAG } from '../mirror/newsroom-settings.ts'
import { commandRunner } from '../mirror/run-command.ts'

const SPEED = 60
/** A day of the newsroom passes in an hour, so that much happens. */
const NEWS_IN_A_MINUTE = 24
const SECOND_MS = 1_000
const DAY_MS = 86_400_000
const CHECK_EVERY_S = 20
const CHECKS_A_MINUTE = 60 / CHECK_EVERY_S
/** Every so many checks a node is killed. */
const KILL_EVERY = 9

export const trial: Trial = {
  name: 'mirror-nodes',
  what: 'the same news and clients with two nodes of a PostgreSQL store, other rules, names and categories, retention and a restored backup; clients ask either node, and now and then one is killed',
  promise: 'as above, and no client is told to begin again but by the restored backup',
  times: { full: 60, short: 0 },
  async run({ times: minutes, folder, broken, random, start, afterwards }) {
    const server = await startPostgres()
    if (server === undefined) return skipped('there is no PostgreSQL for this platform')
    afterwards(() => server.stop())
    const clock = new HeldClock(Date.now() - 2 * DAY_MS, SPEED * NEWS_IN_A_MINUTE)
    const newsroom = await startNewsroom({ port: 0, now: clock.now })
    afterwards(() => newsroom.close())
    const settings = new NewsroomSettings(folder, newsroom, `store: ${JSON.stringify(server.url)}\n`)
    const db = new Client({ connectionString: server.url })
    await db.connect()
    afterwards(() => db.end())

    let started = 0
    const nodes: Node[] = []
    const startOne = async (): Promise<void> => {
      const node = startNode(`all-${++started}`, 'all', folder)
      afterwards(() => node.stop('SIGKILL'))
      const url = await eventually(node.url, Boolean)
      await eventually(() => isReady(url ?? ''), Boolean)
      nodes.push(node)
    }
    await startOne()
    await startOne()
    const kill = async (): Promise<void> => {
      const [node] = nodes.splice(Math.floor(random() * nodes.length), 1)
      await node?.stop('SIGKILL')
      rmSync(join(folder, `data-${node?.name}`), { recursive: true, force: true })
      await startOne()
    }
    const run = commandRunner({ start, broken })
    const args = ['--config', settings.file, '--data', join(folder, 'data')]
    /** Both nodes end, and others start after something has been done. */
    const restart = async (meanwhile: () => Promise<unknown>): Promise<void> => {
      for (const node of nodes.splice(0)) {
        const { code } = await node.stop('SIGTERM')
        broken.unless(code === 0, `a node ended with ${code}`)
      }
      await meanwhile()
      await startOne()
      await startOne()
    }
    // Retention is the end of a command that collects.
    const retain = (): Promise<void> => restart(() => run('collect', 'commonplace', '--now', ...args))
    const backup = join(folder, 'backup')
    const restore = async (): Promise<void> => {
      await db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
      await run('restore', backup, '--to', server.url)
    }
    const urls = (): string[] => nodes.flatMap(({ url }) => url() ?? [])
    const mirrors = new Mirrors({ urls, random })
    afterwards(() => mirrors.stop())

    const steps: (() => unknown)[] = [
      () => mirrors.start(''),
      () => mirrors.start('category=technology'),
      () => settings.write({ category: 'business' }),
      () => mirrors.start('minScore=30'),
      () => run('backup', backup, ...args),
      () => settings.write({ name: 'The Bit Foundry', rules: TAG }),
      retain,
      () => mirrors.start('tag=seen&language=en'),
      () => settings.write({ weight: 3, without: 'harbor-herald', rules: DROP }),
      () => restart(() => run('apply-rules', '--yes', ...args)),
      () => mirrors.start(''),
      () => restart(restore),
      () => settings.write({ category: 'technology', without: '', rules: '[]', maxItemsPerSource: 40 }),
      retain,
    ]
    const checks = minutes * CHECKS_A_MINUTE
    let kills = 0
    let held = 0
    let compared = 0
    for (let check = 1; check <= checks; check++) {
      const [from, to] = [check - 1, check].map((n) => Math.ceil((n / checks) * steps.length))
      for (const step of steps.slice(from, to)) await step()
      clock.go()
      // Every source is due again.
      await db.query('UPDATE sources SET next_visit_at = 0')
      if (check % KILL_EVERY === 0) {
        await kill()
        kills += 1
      } else await sleep((CHECK_EVERY_S * SECOND_MS) / SPEED)
      clock.hold()
      held = Math.max(held, await mirrors.check(`after ${check * CHECK_EVERY_S} s`, broken))
      compared += mirrors.all.length
    }
    mirrors.judge(1, broken)
    return {
      tried: compared,
      notes: [`${kills} kills`, ...mirrors.notes(), `at most ${held} items held`],
    }
  },
}
