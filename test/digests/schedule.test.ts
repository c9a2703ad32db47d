import { describe, expect, it, vi } from 'vitest'
import { startDigests } from '../../src/cli/serve/digests/digests.ts'
import { digestMetrics } from '../../src/cli/serve/digests/open-digests.ts'
import type { SendResult } from '../../src/digests/mail.ts'
import type { EditionTime } from '../../src/digests/schedule.ts'
import { onAbort } from '../../src/fetch/on-abort.ts'
import { type DeliveryTarget, type Digest, targetName } from '../../src/model/digest.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../../src/model/time.ts'
import type { EditionWrites } from '../../src/store/store.ts'
import { aDigest } from './a-digest.ts'
import { type EditionWorld, openEditionWorld, SEVEN } from './edition-world.ts'

const ANN: DeliveryTarget = { kind: 'mail', address: 'ann@example.org' }
const BOB: DeliveryTarget = { kind: 'mail', address: 'bob@example.org' }

interface Run {
  /** One line each, with its level. */
  readonly log: readonly string[]
  /** `date target` of each mail. */
  readonly sent: readonly string[]
}

interface RunOptions {
  readonly digests: readonly Digest[]
  readonly from: number
  readonly until: number
  /** Default: `from`. */
  readonly startedAt?: number
  readonly writes?: Partial<EditionWrites>
  readonly isClockWrong?: () => boolean
  /** Throws where an edition cannot be made. */
  readonly onDraft?: (digest: Digest) => void
  readonly answer?: (target: string, attempt: number, now: number) => SendResult
}

/** Lets a service with these digests run between two times of a clock that only its pauses move. */
async function run(
  world: EditionWorld,
  { digests, from, until, startedAt = from, writes, isClockWrong = () => false, onDraft, answer }: RunOptions,
): Promise<Run> {
  const log: string[] = []
  const sent: string[] = []
  const attempts = new Map<string, number>()
  const note = (level: string) => (line: string) => void log.push(`${level} ${line}`)
  world.now = from
  const sleeping: { readonly at: number; readonly wake: () => void }[] = []
  let finish = (): void => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const service = startDigests(digests, {
    store: world.store,
    writes: { ...pickWrites(world), ...writes },
    async draft(digest, time) {
      onDraft?.(digest)
      return world.draft(digest, time)
    },
    async send(edition, target) {
      const name = targetName(target)
      const attempt = (attempts.get(name) ?? 0) + 1
      attempts.set(name, attempt)
      const result = answer?.(name, attempt, world.now) ?? { state: 'sent' }
      if (result.state === 'sent') sent.push(`${edition.date} ${name}`)
      return result
    },
    log: { info: note('info'), warn: note('warn'), error: note('error') } as never,
    now: () => world.now,
    isClockWrong,
    age: () => world.now - startedAt,
    async pause(ms, signal) {
      await new Promise<void>((wake) => {
        onAbort(signal, wake)
        sleeping.push({ at: world.now + ms, wake })
        if (sleeping.length === digests.length) wakeFirst()
      })
    },
  })
  function wakeFirst(): void {
    sleeping.sort((a, b) => a.at - b.at)
    if ((sleeping[0]?.at ?? until) >= until) return finish()
    const first = sleeping.shift()
    world.now = first?.at ?? until
    first?.wake()
  }
  await finished
  await service.stop()
  return { log, sent }
}

function pickWrites({ store }: EditionWorld): EditionWrites {
  return {
    keepDigests: (names, now) => store.keepDigests(names, now),
    saveEdition: (edition, targets) => store.saveEdition(edition, targets),
    claimDelivery: (key, attempts, nextAt) => store.claimDelivery(key, attempts, nextAt),
    saveDelivery: (delivery) => store.saveDelivery(delivery),
  }
}

/** What the job of editions needs of a world whose digests are known since six o'clock. */
function sinceSix(world: EditionWorld) {
  return {
    store: world.store,
    writes: {
      ...pickWrites(world),
      keepDigests: (names: readonly string[]) => world.store.keepDigests(names, SEVEN - HOUR_MS),
    },
    draft: (digest: Digest, time: EditionTime) => world.draft(digest, time),
    log: { info: () => undefined } as never,
    now: () => world.now,
    isClockWrong: () => false,
    age: () => 0,
  }
}

async function datesOf(world: EditionWorld, name = 'morning'): Promise<string[]> {
  return (await world.store.listEditions(name, 100)).map(({ date }) => date).toReversed()
}

describe('the service', () => {
  it('makes an edition at each of its times, on its days', async () => {
    const world = await openEditionWorld()
    const digest = aDigest({ days: ['mon', 'wed'], send: [ANN] })

    const { sent, log } = await run(world, {
      digests: [digest],
      from: SEVEN - HOUR_MS,
      until: SEVEN + 8 * DAY_MS,
    })

    expect(await datesOf(world)).toEqual(['2026-03-02', '2026-03-04', '2026-03-09'])
    const [first] = await world.store.listEditions('morning', 1)
    expect(first?.madeAt).toBe(SEVEN + 7 * DAY_MS)
    expect(sent).toEqual(
      ['2026-03-02', '2026-03-04', '2026-03-09'].map((date) => `${date} mail ann@example.org`),
    )
    expect(log).not.toContainEqual(expect.stringMatching(/^(?:warn|error)/))
  })

  it('has what was seen before its time and is being saved when it comes: nothing falls between two editions', async () => {
    const world = await openEditionWorld()
    const digest = aDigest()
    await world.store.keepDigests(['morning'], SEVEN - HOUR_MS)
    // Lists are read from here on as other connections read them.
    await world.draft(digest)
    let finish = (): void => undefined
    const isWritten = new Promise<void>((resolve) => (finish = resolve))
    const saving = world.store.together(async () => {
      await world.publish({ id: 1, storyId: 1, source: 'alpha', seenAt: SEVEN - 100 })
      await isWritten
    })

    await run(world, {
      digests: [digest],
      from: SEVEN,
      until: SEVEN + DAY_MS + HOUR_MS,
      writes: {
        // The group ends when the next write waits for it.
        async keepDigests(names, now) {
          finish()
          await world.store.keepDigests(names, now)
        },
        async saveEdition(edition, targets) {
          finish()
          await world.store.saveEdition(edition, targets)
        },
      },
    })
    await saving

    const editions = await world.store.listEditions('morning', 9)
    expect(editions.map(({ date, storyCount }) => [date, storyCount])).toEqual([
      ['2026-03-03', 0],
      ['2026-03-02', 1],
    ])
  })

  it('saves that a mail was sent whose server is slow while the service gets new settings', async () => {
    const world = await openEditionWorld()
    world.now = SEVEN
    let confirm = (): void => undefined
    const confirmed = new Promise<void>((resolve) => (confirm = resolve))
    let isSending = (): void => undefined
    const sending = new Promise<void>((resolve) => (isSending = resolve))
    const service = startDigests([aDigest({ send: [ANN] })], {
      ...sinceSix(world),
      async send() {
        isSending()
        await confirmed
        return { state: 'sent' }
      },
      pause: () => Promise.resolve(),
    })
    await sending
    vi.useFakeTimers()

    const stopped = service.stop().then(() => world.store.listDeliveries('morning', '2026-03-02'))
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    vi.useRealTimers()
    confirm()

    expect(await stopped).toMatchObject([{ state: 'sent' }])
  })

  it('makes an edition at its time while the mail server does not answer for another', async () => {
    const world = await openEditionWorld()
    world.now = SEVEN
    let confirm = (): void => undefined
    const confirmed = new Promise<void>((resolve) => (confirm = resolve))
    const digests = [aDigest({ send: [ANN] }), aDigest({ name: 'later', at: '07:30' })]
    const service = startDigests(digests, {
      ...sinceSix(world),
      async send() {
        await confirmed
        return { state: 'sent' }
      },
      async pause() {
        await new Promise(setImmediate)
        world.now = SEVEN + HOUR_MS / 2
      },
    })

    await expect.poll(() => datesOf(world, 'later')).toEqual(['2026-03-02'])
    const deliveries = await world.store.listDeliveries('morning', '2026-03-02')
    confirm()
    await service.stop()

    expect(deliveries).toMatchObject([{ state: 'pending' }])
  })

  it.each([
    // 02:30 does not exist on 29 March.
    ['Europe/Berlin', '02:30', '2026-03-27T12:00:00Z', ['2026-03-28', '2026-03-29', '2026-03-30']],
    // 02:30 comes twice on 25 October.
    ['Europe/Berlin', '02:30', '2026-10-23T12:00:00Z', ['2026-10-24', '2026-10-25', '2026-10-26']],
    ['Australia/Lord_Howe', '01:45', '2026-04-03T12:00:00Z', ['2026-04-04', '2026-04-05', '2026-04-06']],
    ['America/New_York', '01:30', '2026-10-30T12:00:00Z', ['2026-10-31', '2026-11-01', '2026-11-02']],
  ] as const)('makes one a day while the clock changes: %s %s', async (timeZone, at, from, dates) => {
    const world = await openEditionWorld()
    const start = Date.parse(from)

    await run(world, { digests: [aDigest({ timeZone, at })], from: start, until: start + 2.9 * DAY_MS })

    expect(await datesOf(world)).toEqual(dates)
  })

  it('makes up a missed time once at the next start, and says so', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest({ send: [ANN] })]
    await run(world, { digests, from: SEVEN - HOUR_MS, until: SEVEN + HOUR_MS })

    // Off from Monday to Thursday noon.
    const back = SEVEN + 3 * DAY_MS + 5 * HOUR_MS
    const { log, sent } = await run(world, { digests, from: back, until: back + 2 * HOUR_MS })
    const again = await run(world, { digests, from: back + 3 * HOUR_MS, until: back + 4 * HOUR_MS })

    expect(await datesOf(world)).toEqual(['2026-03-02', '2026-03-05'])
    const made = await world.store.listEditions('morning', 1)
    expect(made[0]?.madeAt).toBe(back + 2 * MINUTE_MS)
    expect(log).toContainEqual(
      `warn digest morning: the edition of 2026-03-05 is made, 0 stories; it was due at ${toIso(SEVEN + 3 * DAY_MS)}, which was missed`,
    )
    expect(sent).toEqual(['2026-03-05 mail ann@example.org'])
    expect(again).toEqual({ log: [], sent: [] })
  })

  it('makes up a missed time also if changed settings start digests anew each minute', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest()]
    await run(world, { digests, from: SEVEN - HOUR_MS, until: SEVEN + HOUR_MS })

    const startedAt = SEVEN + DAY_MS + HOUR_MS
    for (let from = startedAt; from < startedAt + 5 * MINUTE_MS; from += MINUTE_MS)
      await run(world, { digests, from, until: from + MINUTE_MS, startedAt })

    expect(await datesOf(world)).toEqual(['2026-03-02', '2026-03-03'])
  })

  it('makes up the first time of a digest, and none from before it was there', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest()]
    await run(world, { digests, from: SEVEN + HOUR_MS, until: SEVEN + 2 * HOUR_MS })
    expect(await datesOf(world)).toEqual([])

    const back = SEVEN + DAY_MS + HOUR_MS
    await run(world, { digests, from: back, until: back + HOUR_MS })

    expect(await datesOf(world)).toEqual(['2026-03-03'])
  })

  it('makes and sends editions after a clock was a year ahead, when the digest was new and had one', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest({ send: [ANN] })]
    const ahead = SEVEN + 365 * DAY_MS
    await run(world, { digests, from: ahead - HOUR_MS, until: ahead + HOUR_MS })

    const { sent } = await run(world, { digests, from: SEVEN - HOUR_MS, until: SEVEN + DAY_MS + HOUR_MS })

    expect(await datesOf(world)).toEqual(['2026-03-02', '2026-03-03', '2027-03-02'])
    expect(sent).toEqual(['2026-03-02 mail ann@example.org', '2026-03-03 mail ann@example.org'])
  })

  it('makes none while the clock is known to be wrong, and that of the day once it is right', async () => {
    const world = await openEditionWorld()
    const isClockWrong = (): boolean => world.now > SEVEN + DAY_MS / 2
    const digests = [aDigest({ send: [ANN] })]

    await run(world, { digests, from: SEVEN - HOUR_MS, until: SEVEN + 2 * DAY_MS, isClockWrong })
    const { sent } = await run(world, {
      digests,
      from: SEVEN + DAY_MS - HOUR_MS,
      until: SEVEN + DAY_MS + HOUR_MS,
    })

    expect(await datesOf(world)).toEqual(['2026-03-02', '2026-03-03'])
    expect(sent).toEqual(['2026-03-03 mail ann@example.org'])
  })

  it('makes and sends other digests where one fails, says why once, and goes on when it can', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest({ name: 'searched' }), aDigest({ send: [ANN] })]
    const onDraft = ({ name }: Digest): void => {
      if (name === 'searched' && world.now < SEVEN + HOUR_MS) throw new Error('search is not ready')
    }

    const { log, sent } = await run(world, {
      digests,
      from: SEVEN - HOUR_MS,
      until: SEVEN + DAY_MS / 2,
      onDraft,
    })

    expect(log.filter((line) => line.startsWith('error'))).toEqual([
      'error digest searched: search is not ready',
    ])
    expect((await world.store.listEditions('morning', 1))[0]?.madeAt).toBe(SEVEN)
    expect((await world.store.listEditions('searched', 1))[0]?.madeAt).toBe(SEVEN + HOUR_MS)
    expect(sent).toEqual(['2026-03-02 mail ann@example.org'])
  })

  it('keeps an edition without news, and sends it or does not', async () => {
    const world = await openEditionWorld()
    const digests = [
      aDigest({ name: 'told', send: [ANN] }),
      aDigest({ name: 'quiet', whenEmpty: 'skip', send: [ANN] }),
    ]

    const { sent } = await run(world, { digests, from: SEVEN - HOUR_MS, until: SEVEN + HOUR_MS })

    expect(await datesOf(world, 'quiet')).toEqual(['2026-03-02'])
    expect(sent).toEqual(['2026-03-02 mail ann@example.org'])
  })
})

describe('sending', () => {
  it('tries again with growing waits, and nobody gets an edition twice, not after a restart either', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest({ send: [ANN, BOB] })]
    const attempts: number[] = []
    const answer = (target: string, attempt: number, now: number): SendResult => {
      if (target.endsWith('ann@example.org')) return { state: 'sent' }
      attempts.push(now - SEVEN)
      return attempt < 4 ? { state: 'pending', error: 'greylisted' } : { state: 'sent' }
    }

    const { sent } = await run(world, { digests, from: SEVEN - HOUR_MS, until: SEVEN + 2 * HOUR_MS, answer })
    const later = await run(world, { digests, from: SEVEN + 3 * HOUR_MS, until: SEVEN + 4 * HOUR_MS })

    expect(attempts).toEqual([0, MINUTE_MS, 6 * MINUTE_MS, 21 * MINUTE_MS])
    expect(sent).toEqual(['2026-03-02 mail ann@example.org', '2026-03-02 mail bob@example.org'])
    expect(later.sent).toEqual([])
  })

  it('sends an edition though its last attempt was made while a clock was hours ahead', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest({ days: ['mon'], send: [ANN] })]
    const answer = (): SendResult => ({ state: 'pending', error: 'certificate has expired' })
    await run(world, { digests, from: SEVEN - HOUR_MS, until: SEVEN + MINUTE_MS, answer })
    await run(world, { digests, from: SEVEN + 20 * HOUR_MS, until: SEVEN + 21 * HOUR_MS, answer })

    const { sent } = await run(world, { digests, from: SEVEN + 2 * MINUTE_MS, until: SEVEN + HOUR_MS })

    expect(sent).toEqual(['2026-03-02 mail ann@example.org'])
  })

  it('gives up after a day, and says so', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest({ days: ['mon'], send: [ANN] })]
    const answer = (): SendResult => ({ state: 'pending', error: 'connection refused' })

    const { log } = await run(world, { digests, from: SEVEN - HOUR_MS, until: SEVEN + 3 * DAY_MS, answer })

    const [delivery] = await world.store.listDeliveries('morning', '2026-03-02')
    expect(delivery).toMatchObject({
      state: 'failed',
      error: 'not sent within a day: connection refused',
    })
    expect(delivery?.attempts).toBeGreaterThan(6)
    expect(delivery?.attempts).toBeLessThan(12)
    expect(log.at(-1)).toBe(
      'error digest morning: the edition of 2026-03-02 was not sent to mail ann@example.org: not sent within a day: connection refused',
    )
  })

  it('does not try an address again that was refused', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest({ send: [BOB, ANN] })]
    const answer = (target: string): SendResult =>
      target.endsWith('bob@example.org') ? { state: 'refused', error: 'no such user' } : { state: 'sent' }

    const { sent, log } = await run(world, {
      digests,
      from: SEVEN - HOUR_MS,
      until: SEVEN + 5 * HOUR_MS,
      answer,
    })

    expect(sent).toEqual(['2026-03-02 mail ann@example.org'])
    expect(log.filter((line) => line.startsWith('error'))).toEqual([
      'error digest morning: the edition of 2026-03-02 was refused for mail bob@example.org, and is not sent again: no such user',
    ])
    const counted = await digestMetrics([...digests, aDigest({ name: 'evening' })], world.store)
    expect(counted.map(({ values }) => values.map(({ value }) => value))).toEqual([
      [1, 0],
      [SEVEN / 1000, 0],
    ])
  })

  it('is done once though the store cannot take the note of it', async () => {
    const world = await openEditionWorld()
    const digests = [aDigest({ send: [ANN] })]
    let failures = 3
    const writes: Partial<EditionWrites> = {
      saveDelivery: async (delivery) => {
        if (failures-- > 0) throw new Error('the disk is full')
        await world.store.saveDelivery(delivery)
      },
    }

    const { sent, log } = await run(world, {
      digests,
      from: SEVEN - HOUR_MS,
      until: SEVEN + 5 * HOUR_MS,
      writes,
    })

    expect(sent).toEqual(['2026-03-02 mail ann@example.org'])
    expect(log).toContain('error digest morning: the disk is full')
    expect(await world.store.listDeliveries('morning', '2026-03-02')).toMatchObject([{ state: 'sent' }])
  })

  it('of a new address begins with the next edition, and ends with a removed one', async () => {
    const world = await openEditionWorld()
    await run(world, { digests: [aDigest({ send: [ANN] })], from: SEVEN - HOUR_MS, until: SEVEN + HOUR_MS })

    const { sent } = await run(world, {
      digests: [aDigest({ send: [BOB] })],
      from: SEVEN + 2 * HOUR_MS,
      until: SEVEN + DAY_MS + HOUR_MS,
    })

    expect(sent).toEqual(['2026-03-03 mail bob@example.org'])
  })
})
