import { expect, it } from 'vitest'
import { CollectorMetrics } from './collector-metrics.ts'

it('knows what is under way, also after visits that were stopped or could not be saved', async () => {
  const metrics = new CollectorMetrics()
  const failing = [rejectable(), rejectable()] as const
  const [stopped, unsaved] = failing
  const results = Promise.allSettled([
    metrics.watch(ignore, () => stopped.promise),
    metrics.watch(ignore, (answered) => {
      answered()
      return unsaved.promise
    }),
  ])
  expect(await underWay(metrics)).toEqual({ waiting: 0, fetching: 1, digesting: 1 })

  for (const { reject } of failing) reject(new Error('x'))
  await results

  expect(await underWay(metrics)).toEqual({ waiting: 0, fetching: 0, digesting: 0 })
})

async function underWay(metrics: CollectorMetrics): Promise<object> {
  const queue = (await metrics.read()).find(({ name }) => name === 'content_digest_visits_queued')
  return Object.fromEntries(queue?.values.map(({ labels, value }) => [labels['phase'], value]) ?? [])
}

function ignore(): void {
  // Nobody waits for the answer.
}

function rejectable() {
  let reject: (cause: Error) => void = ignore
  const promise = new Promise<never>((_, rejectIt) => (reject = rejectIt))
  return { promise, reject }
}
