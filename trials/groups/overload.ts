import { setTimeout as sleep } from 'node:timers/promises'
import { isNormal } from '../../bench/harness/is-normal.ts'
import { quantile } from '../../bench/harness/quantile.ts'
import { RawConnection } from '../../bench/harness/raw-http.ts'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 60
const CLIENTS = 500
const LOAD_MS = 10_000
const QUICK_MS = 2_000
const NORMAL_WITHIN_MS = 5_000

export const trial: Trial = {
  name: 'overload',
  what: '500 clients ask for lists that nobody asked for before, each at once after its answer, for 10 s',
  promise:
    'each request is answered, or refused with `503`, within 2 s (99 of 100), and within 5 s afterwards one reader is answered as usual',
  times: { full: 3, short: 0 },
  async run({ times, broken, makeStore, serve }) {
    const made = await makeStore(FEEDS)
    const notes: string[] = []
    const service = await serve(['--no-collect', ...made.copy('data').args])
    for (let time = 1; time <= times; time++) {
      const { statuses, lost, refusedMs, answeredMs } = await load(service.url, time)
      const odd = [...statuses.keys()].filter((status) => status !== 200 && status !== 503)
      broken.unless(odd.length === 0, `${time}: answered with ${odd.join(', ')}`)
      broken.unless(lost === 0, `${time}: ${lost} connections lost`)
      for (const [what, ms] of [['answers', answeredMs] as const, ['refusals', refusedMs] as const])
        broken.unless(ms <= QUICK_MS, `${time}: p99 of ${what}: ${Math.round(ms)} ms`)
      const started = performance.now()
      while (!(await isNormal(service.url)) && performance.now() - started < 2 * NORMAL_WITHIN_MS)
        await sleep(100)
      const normalMs = performance.now() - started
      broken.unless(normalMs <= NORMAL_WITHIN_MS, `${time}: normal again after ${Math.round(normalMs)} ms`)
      notes.push(
        `${statuses.get(200) ?? 0} answered (p99 ${Math.round(answeredMs)} ms), ${statuses.get(503) ?? 0} refused (p99 ${Math.round(refusedMs)} ms), ${lost} connections lost, normal after ${Math.round(normalMs)} ms`,
      )
    }
    return { notes }
  },
}

async function load(url: string, round: number) {
  const statuses = new Map<number, number>()
  const times: Record<'answered' | 'refused', number[]> = { answered: [], refused: [] }
  const until = performance.now() + LOAD_MS
  let n = 0
  let lost = 0
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      try {
        const connection = await RawConnection.open(url)
        while (performance.now() < until) {
          const started = performance.now()
          const { status } = await connection.ask(
            `/api/items?limit=100&offset=${n++ % 500}&seenFrom=${since(round, n)}`,
          )
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          times[status === 200 ? 'answered' : 'refused'].push(performance.now() - started)
        }
        connection.close()
      } catch {
        // The system drops connections that wait too long for being accepted.
        lost += 1
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  // Where nothing is refused, no refusal is late.
  const p99 = (list: number[]): number =>
    list.length === 0
      ? 0
      : quantile(
          list.sort((one, other) => one - other),
          0.99,
        )
  return { statuses, lost, refusedMs: p99(times.refused), answeredMs: p99(times.answered) }
}

/** A time long ago, another one each time: no answer is kept. */
function since(round: number, n: number): string {
  return new Date(Date.UTC(2000 + round, 0, 1) + n * 1_000).toISOString()
}
