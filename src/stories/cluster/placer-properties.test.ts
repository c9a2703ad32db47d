import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../../../test/random.ts'
import { toEnd } from '../../model/in-steps.ts'
import type { StoryItem } from '../../model/story.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { StoryPlacer } from './placer.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'

const NOW = Date.UTC(2026, 4, 4, 12)

describe('what a story keeps to', () => {
  it('gives the same stories for the same calls', () => {
    expect(storiesOf(someNews())).toEqual(storiesOf(someNews()))
  })

  it('does not mind the order of a batch', () => {
    const news = someNews()

    expect(groupsOf(news.toReversed())).toEqual(groupsOf(news))
  })

  it('puts what several papers tell of one event into one story, and another event of its kind into another', () => {
    const news = someNews()

    expect(groupsOf(news)).toContain('1 2 3')
    expect(groupsOf(news)).toContain('4 5')
  })

  it('lets an old story answer under the name of the one it was merged into', () => {
    const placer = new StoryPlacer()
    const ids = counter()
    const [first, second, third] = someNews()
    const stories = new Map<number, number>()
    let merges = 0
    for (const item of [first, third, second]) {
      if (item === undefined) continue
      const { placements, moves, merges: merged } = toEnd(placer.place([item], ids))
      for (const { itemId, storyId } of [...placements, ...moves]) stories.set(itemId, storyId)
      for (const { from, into } of merged) {
        merges++
        for (const [itemId, storyId] of stories) if (storyId === from) stories.set(itemId, into)
      }
    }

    expect(new Set(stories.values()).size).toBe(1)
    expect(merges).toBeLessThanOrEqual(2)
  })

  it('names no story as merged that later takes another one in', () => {
    const placer = new StoryPlacer()
    const ids = counter()
    const gone = new Set<number>()
    for (const item of someNews().toReversed()) {
      const { placements, moves, merges } = toEnd(placer.place([item], ids))
      for (const { from } of merges) gone.add(from)

      for (const { storyId } of [...placements, ...moves]) expect(gone.has(storyId)).toBe(false)
      for (const { into } of merges) expect(gone.has(into)).toBe(false)
    }
  })

  it('goes on after a restart as if it had never stopped', () => {
    const early = someNews().slice(0, 8)
    const late = someNews().slice(8)
    const steady = new StoryPlacer()
    const steadyIds = counter()
    const before = place(steady, early, steadyIds)
    const restarted = new StoryPlacer()
    toEnd(restarted.restore(early.map((item) => ({ ...item, storyId: before.get(item.itemId) ?? 0 }))))

    const after = place(steady, late, steadyIds)
    const again = place(restarted, late, counter(1_000))

    const known = (stories: ReadonlyMap<number, number>) =>
      [...stories].map(([itemId, storyId]) => [
        itemId,
        [...before.values()].includes(storyId) ? storyId : 'new',
      ])
    expect(known(again)).toEqual(known(after))
  })

  it('goes on from a snapshot as if it had never stopped', () => {
    const early = someNews().slice(0, 8)
    const late = someNews().slice(8)
    const steady = new StoryPlacer()
    place(steady, early, counter())
    const restarted = restartedFrom(steady)

    const after = place(steady, late, counter(1_000))
    const again = place(restarted, late, counter(1_000))

    expect(again).toEqual(after)
    expect(restarted.snapshot()).toEqual(steady.snapshot())
  })

  it('goes on from snapshot after snapshot, whichever items were compared in between', () => {
    const news = someNews()
    const steady = new StoryPlacer()
    let restarted = new StoryPlacer()
    for (const [at, item] of news.entries()) {
      const id = 1_000 + at

      expect(place(restarted, [item], () => id)).toEqual(place(steady, [item], () => id))
      expect(restarted.snapshot()).toEqual(steady.snapshot())
      restarted = restartedFrom(restarted)
    }
  })

  it('knows after a restart how rare words were in items that have gone since, and which titles are columns', () => {
    const briefing = { title: 'Morning briefing', summary: 'What matters today.' }
    const days = Array.from({ length: 3 }, (_, day) => anItem(100 + day, 'tide', -24 * day, briefing))
    const steady = new StoryPlacer()
    place(steady, [...someNews(), ...days], counter())
    steady.forget(NOW + DAY_MS)

    const restarted = restartedFrom(steady)

    expect(restarted.snapshot().itemId).toHaveLength(0)
    expect(restarted.snapshot()).toEqual(steady.snapshot())
  })

  it('takes of a snapshot only what still has a story, and of the rest what is handed in', () => {
    const news = someNews()
    const steady = new StoryPlacer()
    place(steady, news.slice(0, 2), counter())
    const snapshot = steady.snapshot()
    const storyIds = Float64Array.from(snapshot.itemId, (id) => (id === 2 ? 0 : 5))
    const restarted = new StoryPlacer()
    const [, , third] = news

    toEnd(restarted.restore(third === undefined ? [] : [{ ...third, storyId: 7 }], { snapshot, storyIds }))

    expect([...restarted.snapshot().itemId]).toEqual([1, 3])
  })

  it('reads no snapshot that is cut off or changed, or of an older format', () => {
    const placer = new StoryPlacer()
    place(placer, someNews(), counter())
    const bytes = new Uint8Array(Buffer.concat(encodeSnapshot(placer.snapshot())))
    const olderHead = Buffer.from('{"version":7,"reading":"","mark":null,"snapshot":{"itemId":[]}}')
    const olderLength = Buffer.from([olderHead.length, 0, 0, 0, 0, 0, 0, 0])
    const olderBody = Buffer.concat([olderLength, olderHead])
    const olderBytes = Buffer.concat([createHash('sha256').update(olderBody).digest(), olderBody])
    const changed = bytes.slice()
    changed[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1

    expect(decodeSnapshot(bytes)).toBeDefined()
    expect(decodeSnapshot(changed)).toBeUndefined()
    expect(decodeSnapshot(bytes.subarray(0, -8))).toBeUndefined()
    expect(decodeSnapshot(new Uint8Array())).toBeUndefined()
    expect(decodeSnapshot(olderBytes)).toBeUndefined()
  })

  it('asks for no more new stories than it may', () => {
    let asked = 0
    const news = someNews()

    toEnd(new StoryPlacer().place(news, () => ++asked))

    expect(asked).toBeLessThanOrEqual(news.length)
  })

  it('lets go of what is old, and places what comes after all the same', () => {
    const placer = new StoryPlacer()
    const ids = counter()
    place(placer, someNews(), ids)
    placer.forget(NOW + DAY_MS)

    const later = someNews().map((item) => ({
      ...item,
      itemId: item.itemId + 100,
      publishedAt: item.publishedAt + 2 * DAY_MS,
      firstSeenAt: NOW + 2 * DAY_MS,
    }))

    expect(Math.min(...place(placer, later, ids).values())).toBeGreaterThan(someNews().length / 2)
  })
})

describe('what says nothing', () => {
  const harmless: readonly [string, (at: number) => Partial<StoryItem>][] = [
    ['no title', () => ({ title: '', summary: '' })],
    ['one word', () => ({ title: 'Update', summary: '' })],
    ['pictures only', () => ({ title: '🎉🎉🔥', summary: '👍' })],
    ['marks only', () => ({ title: '… — !!! ???', summary: '' })],
    ['an address alone', (at) => ({ title: `https://www.example.com/news/2026/${at}`, summary: '' })],
    ['controls and lone surrogates', () => ({ title: '\u0000\ud800 \udfff\u200b', summary: '\ufffe' })],
  ]

  it.each(harmless)('joins nothing: %s', (_, part) => {
    const items = Array.from({ length: 30 }, (__, at) => anItem(at + 1, `paper-${at}`, at, part(at)))

    expect(new Set(storiesOf(items).values()).size).toBe(items.length)
  })

  it('does not let a title of 100 kB take long or take in the world', () => {
    const long = 'Minister visits flooded valley after dam warning '.repeat(2_100)
    const items = [
      ...someNews(),
      anItem(90, 'long', 0, { title: long }),
      anItem(91, 'mixed', 0, { title: 'Überschwemmung 洪水 наводнение flood 홍수 🌊' }),
    ]

    const groups = groupsOf(items)

    expect(groups).toContain('1 2 3')
    expect(groups).toContain('4 5')
  })

  it('makes no story of all that is drawn from the same words', () => {
    const random = randomOf(7)
    // Word frequencies as in any language; nothing else connects the texts.
    const text = (length: number) =>
      Array.from({ length }, () => `w${Math.floor(8_000 ** random()).toString(26)}x`).join(' ')
    const placer = new StoryPlacer()
    const ids = counter()
    for (let at = 0; at < 450; at++) {
      const item = anItem(at + 1, `paper-${at % 150}`, -(at % 70), { title: text(9), summary: text(25) })
      place(placer, [item], ids)
    }

    const sizes = new Map<number, number>()
    for (const storyId of placer.snapshot().storyId) sizes.set(storyId, (sizes.get(storyId) ?? 0) + 1)

    expect(Math.max(...sizes.values())).toBeLessThan(25)
  })

  it('keeps the days of a column apart', () => {
    const items = Array.from({ length: 20 }, (_, day) =>
      anItem(day + 1, 'tide', -24 * day, {
        title: 'Morning briefing',
        summary: 'All that you need to know before you leave the house.',
      }),
    )

    expect(new Set(storiesOf(items).values()).size).toBe(items.length)
  })

  it('keeps columns of one name in several papers apart, also the first day of each', () => {
    const items = Array.from({ length: 24 }, (_, at) =>
      anItem(at + 1, `paper-${at % 6}`, -24 * Math.floor(at / 6), { title: 'Photo of the day' }),
    )

    expect(new Set(storiesOf(items).values()).size).toBe(items.length)
  })

  it('keeps columns of two papers apart that are written by the same form', () => {
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
    const items = days.flatMap((day, at) =>
      ['tide', 'post'].map((paper, other) =>
        anItem(101 + 2 * at + other, paper, -24 * at - 5 * other, {
          title: 'Morning briefing',
          summary: `Good morning from the newsroom; this is what matters on ${day}. The council of Saint-Aurel votes on the tram line.`,
        }),
      ),
    )

    const groups = groupsOf([...someNews(), ...items])

    const ofColumns = groups.filter((group) => group.split(' ').some((id) => Number(id) > 100))
    expect(ofColumns).toHaveLength(items.length)
  })

  it('leaves others alone where one source tells one thing a hundred times', () => {
    const news = someNews()
    const spam = Array.from({ length: 100 }, (_, at) =>
      anItem(200 + at, 'spammer', -at / 60, {
        title: 'Ferry with 212 passengers runs aground off Morrenstadt harbor, buy now',
      }),
    )

    const groups = groupsOf([...news, ...spam]).map((group) =>
      group
        .split(' ')
        .filter((id) => Number(id) < 200)
        .join(' '),
    )

    expect(groups.filter((group) => group !== '').sort()).toEqual(groupsOf(news).sort())
  })
})

/** Three papers on one ferry, two on another, and single items. */
function someNews(): StoryItem[] {
  return [
    anItem(1, 'tide', -5, { title: 'Ferry with 212 passengers runs aground off Morrenstadt', summary: 'The ferry Astrild ran aground off Morrenstadt on Monday; all 212 passengers were brought ashore.' }),
    anItem(2, 'harbor', -4, { title: 'Morrenstadt: Astrild ferry aground, 212 passengers rescued', summary: 'Rescuers brought 212 passengers of the Astrild ashore after the ferry ran aground off Morrenstadt.' }),
    anItem(3, 'post', -3, { title: 'All 212 passengers safe after the Astrild ferry runs aground', summary: 'The grounding of the Astrild off Morrenstadt left nobody injured, the coast guard said.' }),
    anItem(4, 'tide', -30, { title: 'Parliament of Velmora passes the budget after a night of debate', summary: 'The Velmora parliament approved the budget of 14 billion with 71 votes after a debate that lasted all night.' }),
    anItem(5, 'post', -29, { title: 'Velmora budget passed: parliament approves 14 billion after all-night debate', summary: 'With 71 votes parliament in Velmora passed the budget of 14 billion.' }),
    anItem(6, 'harbor', -10, { title: 'A bakery that opens at midnight', summary: 'Why the ovens of Lower Kessing never cool.' }),
    anItem(7, 'field', -8, { title: 'Chess champion Orlu defends her title in Tarrow', summary: 'Orlu won the last game of the match in Tarrow in 41 moves.' }),
    anItem(8, 'field', -50, { title: 'Drought empties the reservoirs of the Quill valley', summary: 'Farmers in the Quill valley sell their herds.' }),
    anItem(9, 'tide', -1, { title: 'Satellite maker Heliora to cut 300 jobs', summary: 'Heliora blames delays of its launches.' }),
    anItem(10, 'harbor', -20, { title: 'New species of frog found in the Sorrel marshes', summary: 'It is the size of a thumbnail.' }),
    anItem(11, 'post', -2, { title: 'Court frees the editor of the Pellworth Gazette', summary: 'Judges in Pellworth saw no reason to hold her.' }),
  ] // prettier-ignore
}

function anItem(itemId: number, sourceId: string, hours: number, part: Partial<StoryItem>): StoryItem {
  return {
    itemId,
    sourceId,
    publisher: `${sourceId}.example`,
    url: `https://${sourceId}.example/${itemId}`,
    title: '',
    summary: '',
    language: 'en',
    publishedAt: NOW + hours * HOUR_MS,
    firstSeenAt: NOW + MINUTE_MS,
    dated: true,
    ...part,
  }
}

function counter(start = 0): () => number {
  let last = start
  return () => ++last
}

function place(placer: StoryPlacer, items: readonly StoryItem[], ids: () => number): Map<number, number> {
  const { placements, moves, merges } = toEnd(placer.place(items, ids))
  const into = new Map(merges.map((merge) => [merge.from, merge.into]))
  return new Map(
    [...placements, ...moves].map(({ itemId, storyId }) => [itemId, into.get(storyId) ?? storyId]),
  )
}

/** Another placer with the same state, restored from the encoded snapshot. */
function restartedFrom(placer: StoryPlacer): StoryPlacer {
  const snapshot = decodeSnapshot(Buffer.concat(encodeSnapshot(placer.snapshot())))
  if (snapshot === undefined) throw new Error('the snapshot cannot be read back')
  const restarted = new StoryPlacer()
  toEnd(restarted.restore([], { snapshot, storyIds: snapshot.storyId }))
  return restarted
}

function storiesOf(items: readonly StoryItem[]): Map<number, number> {
  return place(new StoryPlacer(), items, counter())
}

/** The stories as lists of item ids, unordered. */
function groupsOf(items: readonly StoryItem[]): string[] {
  const groups = new Map<number, number[]>()
  for (const [itemId, storyId] of storiesOf(items))
    groups.set(storyId, [...(groups.get(storyId) ?? []), itemId])
  return [...groups.values()].map((ids) => ids.sort((a, b) => a - b).join(' ')).sort()
}
