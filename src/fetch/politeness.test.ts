import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { never } from '../../test/collect/loopback.ts'
import { createPoliteness } from './politeness.ts'

describe('manners', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('let so many visits run at one host, and as many at each other', async () => {
    const visits = watch(createPoliteness({ perHost: 2, spacingMs: () => 0 }))

    for (const host of ['a', 'a', 'a', 'b', 'c']) visits.start(host)
    await flush()

    expect(visits.running).toEqual(['a', 'a', 'b', 'c'])
  })

  it('space the visits at one host, not those at others', async () => {
    const visits = watch(createPoliteness({ perHost: 5, spacingMs: () => 1_000 }))

    for (const host of ['a', 'a', 'a', 'b']) visits.start(host)
    await flush()
    expect(visits.running).toEqual(['a', 'b'])

    await vi.advanceTimersByTimeAsync(1_000)
    expect(visits.running).toEqual(['a', 'b', 'a'])

    await vi.advanceTimersByTimeAsync(1_000)
    expect(visits.running).toEqual(['a', 'b', 'a', 'a'])
  })

  it('keep a host that hangs from getting more than its share', async () => {
    const visits = watch(createPoliteness({ perHost: 2, spacingMs: () => 0 }))

    for (let i = 0; i < 10; i++) visits.start('slow')
    await vi.advanceTimersByTimeAsync(10_000)
    visits.start('quick')
    await flush()

    expect(visits.running).toEqual(['slow', 'slow', 'quick'])
  })

  it('free the place of a visit that fails', async () => {
    const politeness = createPoliteness({ perHost: 1, spacingMs: () => 0 })

    const failing = politeness.run('a', () => Promise.reject(new Error('down')), never())
    const next = politeness.run('a', () => Promise.resolve('up'), never())

    await expect(failing).rejects.toThrow('down')
    await expect(next).resolves.toBe('up')
  })

  it('let a waiting visit give up, and do not begin it then', async () => {
    const visits = watch(createPoliteness({ perHost: 1, spacingMs: () => 0 }))
    const stop = new AbortController()
    visits.start('a')
    const waiting = visits.ask('a', stop.signal)

    stop.abort(new Error('enough'))

    await expect(waiting).rejects.toThrow('enough')
    visits.end('a')
    await flush()
    expect(visits.running).toEqual([])
  })
})

interface Visits {
  /** Hosts of the visits under way, in the order of their start. */
  readonly running: string[]
  start(host: string): void
  ask(host: string, signal: AbortSignal): Promise<void>
  /** Ends the oldest visit of a host. */
  end(host: string): void
}

function watch(politeness: ReturnType<typeof createPoliteness>): Visits {
  const running: string[] = []
  const enders: { host: string; end: () => void }[] = []
  const ask = (host: string, signal: AbortSignal): Promise<void> =>
    politeness.run(
      host,
      () =>
        new Promise<void>((resolve) => {
          running.push(host)
          enders.push({ host, end: resolve })
        }),
      signal,
    )
  return {
    running,
    ask,
    start: (host) => void ask(host, never()),
    end(host) {
      const index = enders.findIndex((one) => one.host === host)
      running.splice(running.indexOf(host), 1)
      enders.splice(index, 1)[0]?.end()
    },
  }
}

async function flush(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
}
