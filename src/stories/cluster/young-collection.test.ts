import { describe, expect, it } from 'vitest'
import { toEnd } from '../../model/in-steps.ts'
import type { StoryItem } from '../../model/story.ts'
import { HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { StoryPlacer } from './placer.ts'

const NOW = Date.UTC(2026, 4, 4, 12)

/** Items of a few blogs on the first day: no two report one event. */
const UNRELATED = [
  'Why do so few people learn to repair their own shoes?',
  'Why is the sky over the desert so dark at noon?',
  'What nobody tells you about keeping bees on a balcony',
  'How we cut the build time of our game in half',
  'How to write a letter of complaint that works',
  'The cost of a cheap kitchen',
  'The best way to learn a song by heart',
  'This is what ten years of night shifts do to you',
  'A small tool that draws maps of train lines',
  'A guide to slow cooking for impatient people',
  'Show: a puzzle game made of falling letters',
  'Show: a calendar that fits on one sheet of paper',
  'Show: share your grocery list by text message',
  'Ask: what do you read on a long flight?',
  'Ask: is there a quiet keyboard that lasts?',
  'The city that nobody wanted to leave',
  'We stopped using meetings and nothing broke',
  'You do not need a faster computer',
  'Five books on the history of salt',
  'Can you get used to the cold?',
  'An old radio, a new battery and a lost weekend',
  'Our first year with a wooden house',
  'New study looks at how children count',
  'New rules for balconies come into force next year',
  'What makes a good map?',
  'The hidden life of office plants',
  'On being bad at chess and liking it',
  'Notes from a walk along the old border',
  'Writing a parser for fun',
  'The man who collects elevators',
]

/** Events, each with three reports. */
const EVENTS = [
  [
    'Ferry runs aground off Lysholm with 140 on board',
    'Passengers rescued after ferry runs aground near Lysholm',
    'Lysholm ferry with 140 passengers hits rocks',
  ],
  [
    'Veltro recalls 90,000 scooters over brake fault',
    'Scooter maker Veltro calls back 90,000 vehicles for faulty brakes',
    'Brake fault: Veltro recalls thousands of scooters',
  ],
  [
    'Marisa Oduya wins the Kestrel prize for her first novel',
    'Kestrel prize goes to debut novelist Marisa Oduya',
    'First novel by Marisa Oduya takes Kestrel prize',
  ],
  [
    'Earthquake of magnitude 6.1 shakes the Tarsos coast',
    'Tarsos coast hit by 6.1 magnitude earthquake',
    'Strong earthquake felt along Tarsos coast',
  ],
]

describe('a collection on its first day', () => {
  it('keeps apart what is alike by its form alone', () => {
    const storyOf = placed(UNRELATED.map((title, at) => anItem(title, at)))

    expect(new Set(storyOf).size).toBe(UNRELATED.length)
  })

  it('puts together what tells one event, among all that does not: in doubt a report stays alone', () => {
    const titles = [...EVENTS.flat(), ...UNRELATED]

    const storyOf = placed(titles.map((title, at) => anItem(title, at)))

    const stories = storiesOfEvents(storyOf)
    const leftAlone = stories.reduce((sum, count) => sum + count - 1, 0)
    expect(leftAlone).toBeLessThanOrEqual(1)
    expect(new Set(storyOf).size).toBe(EVENTS.length + UNRELATED.length + leftAlone)
  })

  it('does so also where a source dates everything the same', () => {
    const titles = [...EVENTS.flat(), ...UNRELATED]

    const storyOf = placed(titles.map((title, at) => ({ ...anItem(title, at), publishedAt: NOW - HOUR_MS })))

    expect(storiesOfEvents(storyOf)).toEqual([1, 1, 1, 1])
  })
})

/** For each event, the number of its stories. */
function storiesOfEvents(storyOf: readonly number[]): number[] {
  return EVENTS.map((titles, event) => new Set(storyOf.slice(3 * event, 3 * event + titles.length)).size)
}

/** The story of each item. */
function placed(items: readonly StoryItem[]): number[] {
  const placer = new StoryPlacer()
  const storyOf = new Map<number, number>()
  let last = 0
  for (const item of items) {
    const { placements, moves } = toEnd(placer.place([item], () => ++last))
    for (const { itemId, storyId } of [...placements, ...moves]) storyOf.set(itemId, storyId)
  }
  return items.map(({ itemId }) => storyOf.get(itemId) ?? 0)
}

function anItem(title: string, at: number): StoryItem {
  return {
    itemId: at + 1,
    sourceId: `source-${at % 11}`,
    publisher: `publisher-${at % 11}.example`,
    url: `https://publisher-${at % 11}.example/${at}`,
    title,
    summary: '',
    language: 'en',
    publishedAt: NOW - HOUR_MS - ((at * 37) % 600) * MINUTE_MS,
    firstSeenAt: NOW,
    dated: true,
  }
}
