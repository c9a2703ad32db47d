import { describe, expect, it } from 'vitest'
import { type Linked, Links, NO_END } from './links.ts'

describe('links of items', () => {
  it('are found from both ends, with how the items compare', () => {
    const links = new Links<Named>()
    const [a, b, c] = [named('a'), named('b'), named('c')]

    links.set(a, b, 0.5, 2)
    links.set(c, a, 0.25, -3)

    expect(linksOf(links, a)).toEqual({ b: [0.5, 2], c: [0.25, -3] })
    expect(linksOf(links, b)).toEqual({ a: [0.5, 2] })
    expect(links.find(b, c)).toBe(NO_END)
    expect([...links.all()].map((end) => links.at(end).name + links.beyond(end).name)).toEqual(['ab', 'ca'])
  })

  it('are made once for two items, and then changed', () => {
    const links = new Links<Named>()
    const [a, b] = [named('a'), named('b')]

    links.set(a, b, 0.5, 2)
    links.set(b, a, 0.75, 4)

    expect(linksOf(links, a)).toEqual({ b: [0.75, 4] })
    expect([...links.all()]).toHaveLength(1)
  })

  it('are removed with an item, and their places are used again', () => {
    const links = new Links<Named>()
    const items = Array.from({ length: 40 }, (_, n) => named(String(n)))
    for (const [n, one] of items.entries()) for (const other of items.slice(0, n)) links.set(one, other, 0, n)
    const before = Math.max(...links.all())
    const [gone, ...left] = items.toReversed()

    if (gone !== undefined) links.removeAll(gone)
    const added = named('added')
    for (const other of left) links.set(added, other, 0, 1)

    expect(gone?.firstEnd).toBe(NO_END)
    expect(Math.max(...links.all())).toBe(before)
    for (const one of left) expect(Object.keys(linksOf(links, one))).toHaveLength(39)
    expect(left.every((one) => links.find(one, added) !== NO_END)).toBe(true)
  })

  it('are at most 48 of an item: the weakest goes, of equals the oldest', () => {
    const links = new Links<Named>()
    const hub = named('hub')
    const others = Array.from({ length: 50 }, (_, n) => named(String(n)))

    for (const [n, other] of others.entries()) links.set(hub, other, 0, n === 7 ? -5 : 1)

    const missing = others.filter(({ name }) => !(name in linksOf(links, hub)))
    expect(missing.map(({ name }) => name)).toEqual(['0', '7'])
    expect(missing.map(({ firstEnd }) => firstEnd)).toEqual([NO_END, NO_END])
  })
})

interface Named extends Linked {
  readonly name: string
}

function named(name: string): Named {
  return { name, firstEnd: NO_END }
}

function linksOf(links: Links<Named>, item: Named): Record<string, [cosine: number, odds: number]> {
  const found: Record<string, [cosine: number, odds: number]> = {}
  for (let end = item.firstEnd; end !== NO_END; end = links.next(end))
    found[links.beyond(end).name] = [links.cosine(end), links.odds(end)]
  return found
}
