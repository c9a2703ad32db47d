import { expect, it } from 'vitest'
import type { ItemDraft } from '../../src/model/item.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { aSource } from '../a-source.ts'
import { aDraft, anInsert, aScore, aSighting, aVisit, NOW } from '../store/drafts.ts'
import { ask } from './ask.ts'
import { collectedOf } from './collected.ts'

const EMPTY = { summary: '', contentHtml: '', contentText: '' }

/** The reports of each story, by the story's id. */
const STORIES: Readonly<Record<number, readonly Partial<ItemDraft>[]>> = {
  1: [
    'Harbour library reopens after the flood',
    'The library by the harbour opens again',
    'Flooded library: readers return',
    'Mayor praises library workers',
    'A library saved from the water',
    'LIBRARY open once more',
  ].map((title) => ({ title, ...EMPTY })),
  2: [
    { title: 'Ferry strikes bridge', ...EMPTY },
    { title: 'Two ferries stopped at the bridge', ...EMPTY },
    { title: 'Inquiry begins', ...EMPTY, summary: 'The ferry hit a pier of the bridge.' },
    { title: 'Ferry company apologises', ...EMPTY },
    { title: 'Captain questioned', ...EMPTY, contentText: 'He steered the ferry when it struck.' },
  ],
  3: [
    { title: 'Bibliothek am Hafen wieder offen', ...EMPTY, language: 'de' },
    { title: 'Neue Bibliothek eingeweiht', ...EMPTY, language: 'de' },
    { title: 'Die Bibliotheken der Stadt', ...EMPTY, language: 'de' },
  ],
  4: [
    { title: 'Nothing in common', ...EMPTY },
    { title: 'Quite another text', ...EMPTY },
  ],
}

const collected = collectedOf(async (writer) => {
  await writer.syncSources([aSource('paper')], NOW)
  let id = 0
  for (const [story, reports] of Object.entries(STORIES)) {
    const drafts = reports.map((report, at) =>
      aDraft(`${story}-${at}`, { publishedAt: NOW - (10 - at) * HOUR_MS, ...report }),
    )
    const numbered = drafts.map((draft) => ({ id: ++id, draft }))
    const first = numbered[0]?.id ?? 0
    await writer.saveVisit(
      aVisit('paper', {
        inserts: numbered.map((one) => anInsert(one.id, first, one.draft)),
        sightings: numbered.map((one) => aSighting(one.id, one.draft)),
        scores: numbered.map((one) => aScore(one.id, 1, 1)),
      }),
    )
  }
})

async function wordsOf(id: number): Promise<Readonly<Record<string, number>>> {
  const { json } = await ask(`${collected.base}/api/story?id=${id}`)
  const { words } = json as { words: { word: string; itemCount: number }[] }
  return Object.fromEntries(words.map(({ word, itemCount }) => [word, itemCount]))
}

it('counts a word of every title for every report', async () => {
  const words = await wordsOf(1)

  expect(Object.entries(words)[0]).toEqual(['library', 6])
  expect(words).toMatchObject({ harbour: 2 })
})

it('leaves out words that only one report has', async () => {
  const all = await Promise.all([1, 7, 12, 15].map(wordsOf))

  for (const words of all) expect(Math.min(2, ...Object.values(words))).toBe(2)
  expect(all[0]).not.toHaveProperty('mayor')
  expect(all[3]).toEqual({})
})

it('counts a word in another inflection, in the summary and in the text', async () => {
  expect(await wordsOf(7)).toMatchObject({ ferry: 5, bridge: 3 })
  expect(await wordsOf(12)).toEqual({ bibliothek: 3 })
})
