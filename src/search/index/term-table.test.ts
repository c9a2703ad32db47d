import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { cursorAt, sortByBytes, type TermCursor, TermTableWriter } from './term-table.ts'

const terms = fc
  .uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 7 }), {
    minLength: 1,
    maxLength: 200,
  })
  .map(sortByBytes)

describe('TermCursor', () => {
  it('tells what a term shares with the one before it, across blocks too', () => {
    fc.assert(
      fc.property(terms, (texts) => {
        const cursor = cursorOver(texts)

        const shared = texts.map((_, i) => (i > 0 && cursor.next() ? cursor.shared : 0))

        expect(shared).toEqual(texts.map((text, i) => sharedBytes(texts[i - 1] ?? '', text)))
      }),
    )
  })

  it('goes on beyond all terms that begin alike', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 1, max: 4 }), (texts, most) => {
        const cursor = cursorOver(texts)

        const visited = [cursor.text()]
        while (cursor.nextBeyond(Math.min(most, cursor.length))) visited.push(cursor.text())

        expect(visited).toEqual(firstsOf(texts, most))
      }),
    )
  })
})

function cursorOver(texts: readonly string[]): TermCursor {
  const writer = new TermTableWriter()
  for (const text of texts) writer.pushText(text)
  return cursorAt(writer.finish(), 0)
}

/** The texts that do not begin like the previous one of them. */
function firstsOf(texts: readonly string[], most: number): string[] {
  const firsts: string[] = []
  for (const text of texts) {
    const last = firsts.at(-1)
    const length = last === undefined ? 1 : Math.min(most, Buffer.byteLength(last))
    if (last === undefined || sharedBytes(last, text) < length) firsts.push(text)
  }
  return firsts
}

function sharedBytes(a: string, b: string): number {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared += 1
  return shared
}
