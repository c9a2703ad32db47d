import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { SECOND_MS } from '../../model/time.ts'
import { VisitSlots } from './visit-slots.ts'

const HANGS_MS = 20 * SECOND_MS

describe('visit slots', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('give the place of a visit that waits for its server to another', async () => {
    const { started, add } = opened((id) => (id.startsWith('slow') ? HANGS_MS : 10))
    for (const id of ['slow1', 'slow2', 'quick']) add(id)

    await vi.advanceTimersByTimeAsync(200)
    const atFirst = [...started]
    await vi.advanceTimersByTimeAsync(400)

    expect(atFirst).toEqual(['slow1'])
    expect(started).toEqual(['slow1', 'slow2', 'quick'])
  })

  it('give no place to a source that was slow the last time, until it is quick again', async () => {
    let slowMs = HANGS_MS
    const { started, add } = opened((id) => (id === 'slow' ? slowMs : 10))
    add('slow')
    await vi.advanceTimersByTimeAsync(HANGS_MS)
    started.length = 0

    for (const id of ['slow', 'quick']) add(id)
    const together = [...started]
    await vi.advanceTimersByTimeAsync(HANGS_MS)
    slowMs = 10
    add('slow')
    await vi.advanceTimersByTimeAsync(20)
    started.length = 0
    for (const id of ['slow', 'other']) add(id)

    expect(together).toEqual(['slow', 'quick'])
    expect(started).toEqual(['slow'])
  })

  it('count what an answered visit still has to do', async () => {
    const { started, add } = opened(() => 10, HANGS_MS)
    for (const id of ['a', 'b']) add(id)

    await vi.advanceTimersByTimeAsync(HANGS_MS / 2)
    const meanwhile = [...started]
    await vi.advanceTimersByTimeAsync(HANGS_MS)

    expect(meanwhile).toEqual(['a'])
    expect(started).toEqual(['a', 'b'])
  })

  it('begin nothing while as many answers wait for our own work as visits may move', async () => {
    const { started, add } = opened((id) => (id.startsWith('slow') ? 300 : 10), HANGS_MS)
    for (const id of ['slow1', 'slow2', 'quick']) add(id)

    await vi.advanceTimersByTimeAsync(HANGS_MS / 2)

    // The first two were slow and gave up their places; their answers are more than we keep up with.
    expect(started).toEqual(['slow1', 'slow2'])
  })

  it('hold no more visits that wait than a multiple of those that move', async () => {
    const { started, add } = opened(() => HANGS_MS)
    for (let number = 0; number < 50; number++) add(`s${number}`)

    await vi.advanceTimersByTimeAsync(HANGS_MS - 1)

    expect(started).toHaveLength(32)
  })
})

/** Slots for one visit that moves, whose servers take `answerMs`, and our own work `workMs` after it. */
function opened(answerMs: (id: string) => number, workMs = 0) {
  const started: string[] = []
  const slots = new VisitSlots(
    { concurrency: 1, perHost: 1 },
    async ({ id }, answered) => {
      started.push(id)
      await pause(answerMs(id))
      answered()
      if (workMs > 0) await pause(workMs)
    },
    () => slots.start(),
  )
  const add = (id: string): void => {
    slots.add(aSource(id))
    slots.start()
  }
  return { started, add }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
