import { expect, it } from 'vitest'
import { versionOf } from '../../model/packed.ts'
import { readText } from '../words/terms.ts'
import { titleNumber } from './boilerplate.ts'
import { Links } from './links.ts'
import { LiveItem, newLiveStory } from './live-item.ts'
import { takeSnapshot } from './snapshot.ts'

it('the format of what is kept is as its number says: else raise `FORMAT` in snapshot.ts, and write the new hash here', () => {
  const snapshot = takeSnapshot(new Map(SAMPLES.map(sampleItem)), new Links())

  expect(versionOf(snapshot)).toBe('34XY42YYp958ySnT')
})

function sampleItem(title: string, itemId: number): [number, LiveItem] {
  const words = { title, summary: title, url: 'https://example.org/2026/03/ferry-runs-aground-12.html' }
  const item = new LiveItem({
    itemId,
    sourceId: 'herald',
    publisher: 'example.org',
    language: null,
    publishedAt: itemId,
    firstSeenAt: itemId,
    dated: true,
    hasSummary: true,
    space: 1,
    title: titleNumber('herald', title),
    text: readText(words, 1),
    isColumn: false,
    story: newLiveStory(itemId),
  })
  return [itemId, item]
}

const SAMPLES = [
  'https://example.org/harbor-ferry',
  "Velmora's Été budget: 1,300 ferries, O'Brien says",
  'Die Bürgermeisterin öffnet 12 Brücken',
  'Мост через реку открыт',
  '新しい橋が開通した',
  '새 다리가 열렸다 สะพานใหม่',
]
