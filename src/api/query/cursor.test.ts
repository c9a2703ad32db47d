import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { DigestError } from '../../model/errors.ts'
import { MAX_CURSOR, readCursor, writeCursor } from './cursor.ts'

const QUERY = '/api/items?sort=hot&source=alpha'

describe('a cursor', () => {
  it('leads back to its place, within its length and without escaping in an address', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.nat(),
        fc.option(fc.nat(), { nil: undefined }),
        (value, id, at) => {
          const text = writeCursor(QUERY, { position: { value, id }, at })

          expect(readCursor(QUERY, text)).toEqual({ position: { value: value + 0, id }, at })
          expect(text.length).toBeLessThanOrEqual(MAX_CURSOR)
          expect(encodeURIComponent(text)).toBe(text)
        },
      ),
    )
  })

  it('belongs to its query', () => {
    const text = writeCursor(QUERY, { position: { value: 1, id: 2 }, at: undefined })

    expect(() => readCursor('/api/items?sort=new', text)).toThrow(/another query/)
  })

  it('is refused by name in every other form', () => {
    const good = writeCursor(QUERY, { position: { value: 1, id: 2 }, at: undefined })
    const [, hash] = JSON.parse(Buffer.from(good, 'base64url').toString('utf8')) as string[]
    const forged = [
      [2, hash, 1, 2, null],
      [1, hash, '1', 2, null],
      [1, hash, 1, -2, null],
      [1, hash, 1, 2],
      {},
      null,
    ]

    const texts = [
      '',
      'x',
      good.slice(1),
      ...forged.map((wire) => Buffer.from(JSON.stringify(wire)).toString('base64url')),
    ]

    for (const text of texts) {
      expect(() => readCursor(QUERY, text)).toThrow(DigestError)
    }
  })
})
