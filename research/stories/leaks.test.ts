import { describe, expect, it } from 'vitest'
import type { LabelledItem } from './labelled-set.ts'
import { CUES, cueQuality } from './leaks.ts'
import { corpusFolder, readSet, SET_NAMES } from './sets.ts'

const folder = corpusFolder()
if (folder === undefined) console.warn('SKIPPED: the labelled stories are missing (DIGEST_CORPUS)')

/** Harmonic mean of pair precision and pair recall of joining by a cue alone. Chance gives less than 0.1. */
const MAX_CUE_QUALITY = 0.1

describe.skipIf(folder === undefined)('the labelled sets', () => {
  it.each(SET_NAMES)(
    'reveal the stories of %s by their texts alone: not by time, order, id or source',
    (name) => {
      const { items } = readSet(folder ?? '', name, name === 'uci-partial' ? 'titles' : 'title+summary')

      for (const cue of CUES) expect(scoreOf(items, cue.name), cue.name).toBeLessThan(MAX_CUE_QUALITY)
    },
  )
})

describe('a leak', () => {
  it('is found where all reports of a story have one time', () => {
    const items = Array.from({ length: 30 }, (_, at) =>
      anItem(at, `s${at % 10}`, Math.floor(at % 10) * 3_600_000),
    )

    expect(scoreOf(items, 'the minute of publication')).toBe(1)
    expect(scoreOf(items, 'the source')).toBeLessThan(MAX_CUE_QUALITY)
  })

  it('is found where reports of a story stand side by side', () => {
    const items = Array.from({ length: 30 }, (_, at) => anItem(at, `s${Math.floor(at / 2)}`, at * 3_600_000))

    expect(scoreOf(items, 'the place in the set')).toBe(1)
  })
})

function scoreOf(items: readonly LabelledItem[], cue: string): number {
  const found = CUES.find(({ name }) => name === cue)
  if (found === undefined) throw new Error(`there is no cue ${cue}`)
  const { precision, recall } = cueQuality(items, found)
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

function anItem(at: number, truth: string, publishedAt: number): LabelledItem {
  return {
    itemId: at * 7 + 1,
    sourceId: `source ${at}`,
    publisher: `publisher ${at}`,
    url: `https://news.example/${at}`,
    title: `Report ${at}`,
    summary: '',
    language: 'en',
    publishedAt,
    firstSeenAt: 1e12,
    dated: true,
    truth,
  }
}
