import { expect, it } from 'vitest'
import { versionOf } from '../../model/packed.ts'
import type { SearchDocument } from '../../store/search-source.ts'
import { STEM_LANGUAGES } from '../../text/stems/stem.ts'
import { SearchIndex } from './search-index.ts'
import type { Segment } from './segment.ts'

it('the format of the index is as its number says: else raise `FORMAT` in snapshot.ts, and write the new hash here', () => {
  expect(versionOf([STEM_LANGUAGES, sampleSegments()])).toBe('LXpBPccwJibvfWOn')
})

/** More than a block of postings. After the samples, documents only have an author and labels. */
const SAMPLE_DOCUMENTS = 150

function sampleSegments(): readonly Segment[] {
  const index = new SearchIndex()
  index.put(Array.from({ length: SAMPLE_DOCUMENTS }, (_, i) => sampleDocument(i + 1)))
  return index.segments
}

function sampleDocument(id: number): SearchDocument {
  const [language, title] = SAMPLES[id - 1] ?? [null, '']
  return {
    id,
    title,
    summary: `${title} ${id}`,
    labels: ['herald', title],
    author: "Siobhán O'Brien",
    content: title,
    url: 'https://news.example.co.uk/2026/03/ferry-runs-aground-12.html',
    has: ['image', 'text'],
    language,
    publishedAt: id * 1_000_000,
    coverage: 1 + (id % 32),
  }
}

const SAMPLES: readonly (readonly [language: string | null, title: string])[] = [
  [null, 'https://example.org/harbor-ferry'],
  ['en', "Velmora's Été budget: 1,300 re-opened ferries, U.S. children O'Brien says"],
  ['de', 'Die Bürgermeisterin öffnet 12 Straßenbrücken'],
  ['fr', "L'économie des journaux régionaux"],
  ['es', 'Las elecciones de los gobiernos'],
  ['ru', 'Мосты через реку открыты'],
  ['pl', 'Nowe mosty nad rzekami'],
  ['ar', 'الجسور الجديدة في المدينة'],
  ['ko', '새 다리가 열렸다'],
]
