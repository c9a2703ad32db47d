import { expect, it } from 'vitest'
import { type EndedVisit, VisitWatch } from './visit-watch.ts'

it('knows what is under way, also after visits that were stopped or could not be saved', async () => {
  const ended: EndedVisit[] = []
  const visits = new VisitWatch((visit) => ended.push(visit))
  const failing = [rejectable(), rejectable()] as const
  const [stopped, unsaved] = failing
  const results = Promise.allSettled([
    visits.watch(ignore, () => stopped.promise),
    visits.watch(ignore, (answered) => {
      answered()
      return unsaved.promise
    }),
  ])
  expect(visits.running()).toEqual({ fetching: 1, digesting: 1 })

  for (const { reject } of failing) reject(new Error('x'))
  await results

  expect(visits.running()).toEqual({ fetching: 0, digesting: 0 })
  expect(ended.map(({ answeredAt }) => answeredAt !== undefined)).toEqual([false, true])
})

function ignore(): void {
  // Nobody waits for the answer.
}

function rejectable() {
  let reject: (cause: Error) => void = ignore
  const promise = new Promise<never>((_, rejectIt) => (reject = rejectIt))
  return { promise, reject }
}
