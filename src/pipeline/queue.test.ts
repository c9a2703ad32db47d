import { describe, expect, it } from 'vitest'
import { createQueue } from './queue.ts'

describe('the queue of saves', () => {
  it('runs one after the other, in the order of asking, and gives each its result', async () => {
    const { queue } = opened()
    const steps: string[] = []
    const work = (name: string) => async (): Promise<string> => {
      steps.push(`${name} begins`)
      await Promise.resolve()
      steps.push(`${name} ends`)
      return name
    }

    const results = await Promise.all(['a', 'b', 'c'].map((name) => queue(work(name))))

    expect(results).toEqual(['a', 'b', 'c'])
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('saves together what waits at the same time, up to 32', async () => {
    const { queue, groups } = opened()

    await Promise.all(Array.from({ length: 40 }, (_, index) => queue(() => Promise.resolve(index))))

    expect(groups).toEqual(['saved', 'saved'])
  })

  it('answers only when the group is saved', async () => {
    const { queue, groups } = opened()

    const seen = await queue(() => Promise.resolve()).then(() => [...groups])

    expect(seen).toEqual(['saved'])
  })

  it('tells a failure to who asked, and goes on with the others of the group', async () => {
    const { queue } = opened()

    const [bad, good] = await Promise.allSettled([
      queue(() => Promise.reject(new Error('not this one'))),
      queue(() => Promise.resolve('saved')),
    ])

    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'not this one' } })
    expect(good).toEqual({ status: 'fulfilled', value: 'saved' })
  })

  it('runs a group once more where the store lost it, and tells before that nothing of it counts', async () => {
    const { queue, groups, runs } = opened(1)

    const results = await Promise.all(['a', 'b'].map((name) => queue(async () => runs.push(name))))

    expect(groups).toEqual(['lost', 'saved'])
    expect(runs).toEqual(['a', 'b', 'forgotten', 'a', 'b'])
    expect(results).toEqual([4, 5])
  })

  it('tells all of a group where the store loses it twice, and saves the next', async () => {
    const { queue, groups } = opened(2)

    const failed = await Promise.allSettled([queue(() => Promise.resolve()), queue(() => Promise.resolve())])
    const next = await queue(() => Promise.resolve('next'))

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(next).toBe('next')
    expect(groups).toEqual(['lost', 'lost', 'saved'])
  })

  it('tells who asked where the store does not even begin', async () => {
    const queue = createQueue(
      { together: () => Promise.reject(new Error('the store is locked')) },
      { now: () => 0 },
    )

    const all = await Promise.allSettled([1, 2].map((value) => queue(() => Promise.resolve(value))))

    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

/** A queue whose store fails to commit the first `losses` groups. */
function opened(losses = 0) {
  const groups: string[] = []
  const runs: string[] = []
  const queue = createQueue(
    {
      async together(work) {
        const result = await work()
        const isFailing = groups.length < losses
        groups.push(isFailing ? 'lost' : 'saved')
        if (isFailing) throw new Error('the disk is full')
        return result
      },
    },
    { now: () => 0, onRollback: () => runs.push('forgotten') },
  )
  return { queue, groups, runs }
}
