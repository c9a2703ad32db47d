import { setTimeout as sleep } from 'node:timers/promises'
import { answersOf, differing } from '../harness/asking.ts'
import type { Trial } from '../harness/trial.ts'

const FEEDS = 20

export const trial: Trial = {
  name: 'kill-serving',
  what: '`kill -9` at a random moment while a service starts or answers',
  promise: 'the next start needs no help, and all answers are those of before',
  times: { full: 200, short: 1 },
  async run({ times, random, broken, makeStore, serve }) {
    const made = await makeStore(FEEDS)
    const args = ['--no-collect', ...made.copy('data').args]
    let running = await serve(args)
    const before = await answersOf(running.url)
    for (const [path, answer] of before) broken.unless(!/^\d/.test(answer), `${path}: ${answer}`)
    let slowestMs = 0
    for (let time = 1; time <= times; time++) {
      const asking = answersOf(running.url).catch(() => undefined)
      await sleep(random() * 300)
      await running.stop('SIGKILL')
      await asking
      const started = performance.now()
      running = await serve(args)
      slowestMs = Math.max(slowestMs, performance.now() - started)
      broken.add(`kill ${time}: another answer`, differing(before, await answersOf(running.url)))
    }
    return { notes: [`slowest start: ${(slowestMs / 1000).toFixed(1)} s`] }
  },
}
