import { describe, expect, it } from 'vitest'
import { randomOf } from '../../../test/random.ts'
import { toEnd } from '../../model/in-steps.ts'
import type { StoryItem } from '../../model/story.ts'
import { HOUR_MS } from '../../model/time.ts'
import { StoryPlacer } from './placer.ts'

const TITLE = 'Ferry runs aground off Morrenstadt harbor'

describe('placing items in stories', () => {
  it('puts the same title of two sources within two days into one story', () => {
    expect(storiesOf([anItem(1, 'tide', 0), anItem(2, 'harbor', 47)])).toEqual([1, 1])
  })

  it('takes a title that one source uses every day for a column, not a story', () => {
    expect(storiesOf([anItem(1, 'tide', 0), anItem(2, 'tide', 24), anItem(3, 'tide', 48)])).toEqual([1, 2, 3])
  })

  it('puts an article that its source sends again with another address into one story', () => {
    const summary = 'The crew is safe. Tugs wait for the tide.'
    const items = [1, 2, 3].map((itemId) => ({ ...anItem(itemId, 'tide', 0), dated: false, summary }))
    const other = {
      ...anItem(4, 'tide', 0),
      dated: false,
      summary: 'A timetable for the summer, with fares.',
    }

    expect(storiesOf(items)).toEqual([1, 1, 1])
    expect(storiesOf([...items.slice(0, 2), other])).toEqual([1, 1, 2])
  })

  it('joins nothing by a title of one word', () => {
    const items = [anItem(1, 'tide', 0), anItem(2, 'harbor', 1)].map((item) => ({ ...item, title: 'Update' }))

    expect(storiesOf(items)).toEqual([1, 2])
  })

  it('goes on where it was after a restart, in any order of times', () => {
    const placer = new StoryPlacer()
    toEnd(placer.restore([{ ...anItem(1, 'tide', 30), storyId: 7 }]))

    const { placements } = toEnd(placer.place([anItem(2, 'harbor', 0)], () => 8))

    expect(placements).toEqual([{ itemId: 2, storyId: 7 }])
  })
})

it('match reports of one form, each a little like the next, do not become one story', () => {
  const random = randomOf(3)
  const name = (): string =>
    Array.from({ length: 3 }, () => 'bdklmnrst'.charAt(random() * 9) + 'aeiou'.charAt(random() * 5)).join('')
  const places = Array.from({ length: 40 }, name)
  const people = Array.from({ length: 40 }, name)
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  const placer = new StoryPlacer()
  const storyOf = new Map<number, number>()
  let last = 0
  for (let visit = 0; visit < 30; visit++) {
    const items = Array.from({ length: 30 }, (_, at) => {
      const [home, away, player] = [
        `Real ${pick(places)}`,
        `${pick(places)} Rovers`,
        `${pick(people)} ${pick(people)}`,
      ]
      const minute = 1 + Math.floor(random() * 90)
      return {
        ...anItem(1 + visit * 30 + at, `paper${visit}`, 20 * at),
        title: `${home} beat ${away}: ${player} strikes late`,
        summary: `A goal by ${player} after ${minute} minutes decided the match between ${home} and ${away}. ${player} scored the decisive goal after ${minute} minutes. ${away} had better chances but wasted them.`,
      }
    })
    const { placements, moves, merges } = toEnd(placer.place(items, () => ++last))
    for (const { itemId, storyId } of [...placements, ...moves]) storyOf.set(itemId, storyId)
    for (const { from, into } of merges)
      for (const [itemId, storyId] of storyOf) if (storyId === from) storyOf.set(itemId, into)
  }
  const sizes = new Map<number, number>()
  for (const storyId of storyOf.values()) sizes.set(storyId, (sizes.get(storyId) ?? 0) + 1)

  expect(Math.max(...sizes.values())).toBeLessThanOrEqual(25)
})

function storiesOf(items: readonly StoryItem[]): number[] {
  let last = 0
  const { placements } = toEnd(new StoryPlacer().place(items, () => ++last))
  return placements.map(({ storyId }) => storyId)
}

function anItem(itemId: number, sourceId: string, hours: number): StoryItem {
  return {
    itemId,
    sourceId,
    publisher: `${sourceId}.example`,
    url: `https://${sourceId}.example/${itemId}`,
    title: TITLE,
    summary: '',
    language: 'en',
    publishedAt: hours * HOUR_MS,
    firstSeenAt: 1_000 * HOUR_MS,
    dated: true,
  }
}
