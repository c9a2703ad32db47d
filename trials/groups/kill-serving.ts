import { setTimeout as sleep } from 'node:timers/promises'
import { answersOf, differing, isReady } from '../harness/asking.ts'
import { makeStore } from '../harness/made-store.ts'
import { startService, until } from '../harness/service.ts'
import { Broken, type Trial } from '../harness/trial.ts'

const FEEDS = 60

export const trial: Trial = {
  name: 'kill-serving',
  what: '`kill -9` at a random moment while a service starts or answers',
  promise: 'the next start needs no help, and all answers are those of before',
  times: { full: 200, short: 3 },
  async run({ times, folder, random }) {
    const made = await makeStore(folder, FEEDS)
    const broken = new Broken()
    let slowestMs = 0
    try {
      const data = made.copy('data')
      const args = ['--no-collect', '--config', made.config, '--data', data]
      const first = await startService(args)
      await until(() => isReady(first.url), '/readyz')
      const before = await answersOf(first.url)
      for (const [path, answer] of before) broken.unless(!/^\d/.test(answer), `${path}: ${answer}`)
      let running = first
      for (let time = 1; time <= times; time++) {
        const asking = answersOf(running.url).catch(() => undefined)
        await sleep(random() * 300)
        running.child.kill('SIGKILL')
        await running.ended
        await asking
        const started = performance.now()
        running = await startService(args)
        await until(() => isReady(running.url), '/readyz')
        slowestMs = Math.max(slowestMs, performance.now() - started)
        for (const difference of differing(before, await answersOf(running.url)))
          broken.unless(false, `kill ${time}: another answer to ${difference}`)
      }
      running.child.kill('SIGKILL')
      await running.ended
    } finally {
      await made.stop()
    }
    return {
      tried: times,
      broken: broken.lines,
      notes: [`slowest start: ${(slowestMs / 1000).toFixed(1)} s`],
    }
  },
}
