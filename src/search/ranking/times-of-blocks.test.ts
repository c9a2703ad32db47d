import { describe, expect, it } from 'vitest'
import { randomOf } from '../../../test/random.ts'
import { aDocument, indexOf, node, NOW, REQUEST } from '../../../test/search/an-index.ts'
import { DAY_MS, type EpochMs, MINUTE_MS } from '../../model/time.ts'
import type { TimeRange } from '../request.ts'

/** More than two ranges. */
const DOCUMENTS = 40_000
const random = randomOf(11)
const QUERIES = [
  'storm',
  'calm storm',
  '"calm storm"',
  'storm -calm',
  'rare',
  'calm OR rare',
  '-calm',
  'rare OR -calm',
  'lone OR -calm',
]
/** Times follow the order of ids, but some of the first documents are new, and some of the last are old. */
const TIMES: EpochMs[] = Array.from({ length: DOCUMENTS }, (_, at) => {
  if (at < 10_000 && random() < 0.001) return NOW - random() * 20 * MINUTE_MS
  if (at > 35_000 && random() < 0.01) return NOW - random() * 400 * DAY_MS
  return NOW - (DOCUMENTS - at + random() * 50) * MINUTE_MS
})
const timeOf = (id: number): EpochMs => TIMES[id - 1] ?? 0

const index = indexOf(
  ...TIMES.map((publishedAt, at) => {
    const words = [
      random() < 0.5 ? 'calm' : 'wild',
      'storm',
      ...(random() < 0.002 ? ['rare'] : []),
      ...(at > DOCUMENTS - 4 ? ['lone'] : []),
    ]
    return aDocument(at + 1, { title: words.join(' '), publishedAt })
  }),
)
// A changed time.
TIMES[4] = NOW + DAY_MS
index.put([aDocument(5, { title: 'calm storm', publishedAt: timeOf(5) })])
index.remove([7, DOCUMENTS - 1])

const FIRST_PAGE = { limit: 20, offset: 0, after: undefined }
const RANGES: readonly TimeRange[] = [
  { from: NOW - 20 * DAY_MS, until: NOW - 18 * DAY_MS },
  { from: NOW - 2 * DAY_MS, until: Infinity },
  { from: -Infinity, until: NOW - DOCUMENTS * MINUTE_MS + DAY_MS / 2 },
]

describe.each([
  ['some segments', () => undefined],
  ['one segment', () => { while (index.mergeStep()); }], // prettier-ignore
])('A search that leaves out documents by their times, in %s', (_, prepare) => {
  it.each(QUERIES)('finds the newest as one that reads all: %s', async (query) => {
    prepare()
    for (const window of [FIRST_PAGE, { ...FIRST_PAGE, offset: 30 }]) {
      const byTime = { ...REQUEST, window, orderBy: timeOf }

      const found = await index.search(node(query), { ...byTime, isByTime: true })

      expect(found).toEqual(await index.search(node(query), byTime))
    }
  })

  it.each(QUERIES)('finds the best as one that reads all: %s', async (query) => {
    prepare()
    for (const window of [FIRST_PAGE, { ...FIRST_PAGE, offset: 30 }]) {
      const request = { ...REQUEST, window }

      const found = await index.search(node(query), request)

      // With a story of its own for each item, every document is read.
      expect(found).toEqual(await index.search(node(query), { ...request, storyOf: (id) => id }))
    }
  })

  it.each(QUERIES)('finds and counts within a range as one that reads all: %s', async (query) => {
    prepare()
    for (const ranked of RANGES) {
      const accepts = (id: number): boolean => timeOf(id) >= ranked.from && timeOf(id) < ranked.until
      for (const order of [{}, { orderBy: timeOf, isByTime: true }]) {
        const request = { ...REQUEST, ...order, window: FIRST_PAGE, accepts }

        const found = await index.search(node(query), { ...request, ranked })

        expect(found).toEqual(await index.search(node(query), request))
      }
    }
  })
})
