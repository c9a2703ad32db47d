import { describe, expect, it } from 'vitest'
import { DigestError } from '../../model/errors.ts'
import { EVERYTHING, type ItemFilter } from '../../model/filter.ts'
import type { StoreVersion } from '../../store/read-store.ts'
import { Answers, type Plan } from './answers.ts'

/** Only what answers need. */
function aStore() {
  const version: { seq: number; at: number; history?: number } = { seq: 1, at: 1000 }
  /** By the first category of a filter. */
  const lastChanges = new Map<string | undefined, number>()
  const lastChange = ({ category }: ItemFilter): number => lastChanges.get(category.include[0]) ?? 1
  return {
    version,
    lastChanges,
    store: { version: (): StoreVersion => ({ ...version }), lastChange, lastChangeOf: () => 1 },
  }
}

/** Only what answers need. It has taken in what `seq` says, and the next refresh takes in what `next` says. */
function aSearch(state: { seq: number; next: number } = { seq: 1, next: 1 }) {
  return {
    version: () => ({ seq: state.seq, at: state.seq * 1000 }),
    refresh: async () => {
      state.seq = state.next
    },
  }
}

function aPlan(change: Partial<Plan> & { text: () => string | Promise<string> }): Plan & { built: number } {
  const plan = {
    key: 'a',
    mimeType: 'text/plain',
    maxAgeSeconds: 1,
    built: 0,
    build: async () => {
      plan.built++
      const text = await change.text()
      return { bytes: (asOf: string) => Buffer.from(`${text} ${asOf}`) }
    },
    ...change,
  }
  return plan
}

describe('answers', () => {
  it('are built once while the store stays the same', async () => {
    const { store } = aStore()
    const answers = new Answers({ store, search: aSearch() }, () => 0, 1e6)
    const plan = aPlan({ text: () => 'x' })

    const [one, other] = [await answers.find(plan), await answers.find(plan)]

    expect(one).toBe(other)
    expect(plan.built).toBe(1)
  })

  it('are built once for all who ask at the same time', async () => {
    const { store } = aStore()
    const answers = new Answers({ store, search: aSearch() }, () => 0, 1e6)
    const plan = aPlan({ text: () => 'x' })

    const found = await Promise.all([answers.find(plan), answers.find(plan), answers.find(plan)])

    expect(new Set(found).size).toBe(1)
    expect(plan.built).toBe(1)
  })

  it('of searches stay until the search index takes in a change', async () => {
    const { store, version } = aStore()
    const state = { seq: 1, next: 1 }
    const answers = new Answers({ store, search: aSearch(state) }, () => 0, 1e6)
    const plan = aPlan({ isOfSearch: true, text: () => String(state.seq) })

    await answers.find(plan)
    version.seq = 2
    await answers.find(plan)
    state.next = 2
    const found = await answers.find(plan)

    expect(plan.built).toBe(2)
    expect(String(found.identity.bytes)).toMatch(/^2 /)
  })

  it('of searches are given again while the store cannot be read', async () => {
    const { store } = aStore()
    const search = aSearch()
    const answers = new Answers({ store, search }, () => 0, 1e6)
    const plan = aPlan({ isOfSearch: true, text: () => 'x' })
    const kept = await answers.find(plan)

    search.refresh = () => Promise.reject(new DigestError('storeFailed', 'no server answers'))

    expect(await answers.find(plan)).toBe(kept)
    search.refresh = () => Promise.reject(new TypeError('a bug'))
    await expect(answers.find(plan)).rejects.toThrow('a bug')
  })

  it('are given again while the store cannot be read, if only the clock has moved', async () => {
    const { store, version } = aStore()
    let now = 0
    let failure: DigestError | undefined
    const answers = new Answers({ store, search: aSearch() }, () => now, 1e6)
    const plan = aPlan({
      tickMs: 1000,
      text: () => (failure === undefined ? 'x' : Promise.reject(failure)),
    })
    const before = await answers.find(plan)
    now = 5000
    failure = new DigestError('storeFailed', 'away')

    expect(await answers.find(plan)).toBe(before)
    version.seq = 2
    await expect(answers.find(plan)).rejects.toBe(failure)
    version.seq = 1
    failure = new DigestError('cursorInvalid', 'another fault')
    await expect(answers.find(plan)).rejects.toBe(failure)
  })

  it('are built anew after the store went back to an earlier state, though the numbers are the same', async () => {
    const { store, version } = aStore()
    const answers = new Answers({ store, search: aSearch() }, () => 0, 1e6)
    const plan = aPlan({ text: () => `history ${version.history ?? 0}` })
    await answers.find(plan)
    version.history = 1

    const after = await answers.find(plan)

    expect(after.identity.bytes.toString()).toMatch(/^history 1/)
  })

  it('stay, with their time, where a change of the store does not concern them', async () => {
    const { store, version } = aStore()
    const answers = new Answers({ store, search: aSearch() }, () => 0, 1e6)
    const plan = aPlan({ text: () => 'x' })
    const before = await answers.find(plan)
    Object.assign(version, { seq: 2, at: 2000 })

    const after = await answers.find(plan)

    expect(after).toBe(before)
    expect(plan.built).toBe(2)
  })

  it('are new, with a new time, where it does', async () => {
    const { store, version } = aStore()
    const answers = new Answers({ store, search: aSearch() }, () => 0, 1e6)
    let text = 'x'
    const plan = aPlan({ text: () => text })
    await answers.find(plan)
    text = 'y'
    Object.assign(version, { seq: 2, at: 2000 })

    const after = await answers.find(plan)

    expect(after.identity.bytes.toString()).toBe('y 1970-01-01T00:00:02.000Z')
    expect(after.modified?.at).toBe(2000)
  })

  it('are built anew where the store changes underneath, so that none mixes two states', async () => {
    const { store, version } = aStore()
    const answers = new Answers({ store, search: aSearch() }, () => 0, 1e6)
    const plan = aPlan({
      text: () => {
        if (plan.built === 1) Object.assign(version, { seq: 2, at: 2000 })
        return `state ${version.seq}`
      },
    })

    const answer = await answers.find(plan)

    expect(answer.identity.bytes.toString()).toBe('state 2 1970-01-01T00:00:02.000Z')
    expect(plan.built).toBe(2)
  })

  it('are given, though not kept, where the store never rests', async () => {
    const { store, version } = aStore()
    const answers = new Answers({ store, search: aSearch() }, () => 0, 1e6)
    const plan = aPlan({ text: () => `state ${++version.seq}` })

    await answers.find(plan)
    await answers.find(plan)

    expect(plan.built).toBe(6)
  })

  it('outlive changes of items that they do not show', async () => {
    const { store, version, lastChanges } = aStore()
    const answers = new Answers({ store, search: aSearch() }, () => 0, 1e6)
    const items: ItemFilter = { ...EVERYTHING, category: { include: ['science'], exclude: [] } }
    const plan = aPlan({ text: () => 'x', items })
    await answers.find(plan)

    Object.assign(version, { seq: 2, at: 2000 })
    lastChanges.set('sports', 2)
    await answers.find(plan)
    expect(plan.built).toBe(1)

    Object.assign(version, { seq: 3, at: 3000 })
    lastChanges.set('science', 3)
    await answers.find(plan)
    expect(plan.built).toBe(2)
  })

  it('move with the clock in their own steps', async () => {
    const { store } = aStore()
    let now = 0
    const answers = new Answers({ store, search: aSearch() }, () => now, 1e6)
    const plan = aPlan({ text: () => String(now), tickMs: 1000 })

    await answers.find(plan)
    now = 999
    await answers.find(plan)
    now = 1000
    const last = await answers.find(plan)

    expect(plan.built).toBe(2)
    expect(last.identity.bytes.toString()).toMatch(/^1000 /)
    expect(last.modified).toBeUndefined()
  })

  it('that failed are tried again by the next who asks', async () => {
    const { store } = aStore()
    const answers = new Answers({ store, search: aSearch() }, () => 0, 1e6)
    const plan = aPlan({
      text: () => {
        if (plan.built === 1) throw new Error('not now')
        return 'x'
      },
    })

    await expect(answers.find(plan)).rejects.toThrow('not now')
    const answer = await answers.find(plan)

    expect(answer.identity.bytes.toString()).toMatch(/^x /)
  })
})
