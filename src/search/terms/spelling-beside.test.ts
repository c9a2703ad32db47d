import { describe, expect, it } from 'vitest'
import { aDocument, indexOf, node, REQUEST } from '../../../test/search/an-index.ts'

const titles = [
  'gulls by poter the painter',
  'harry lind meets peter berg',
  ...Array.from({ length: 6 }, (_, i) => `harry potter and the storm ${i}`),
  ...Array.from({ length: 120 }, (_, i) => `market close ${i}`),
  'harry sees the market',
  'a market of clothes',
  'clone wars',
]
const index = indexOf(...titles.map((title, i) => aDocument(i + 1, { title })))

async function correctedOf(query: string): Promise<string | undefined> {
  return (await index.search(node(query), REQUEST)).corrected?.to
}

describe('a known word that no item has with the others', () => {
  it('is replaced by one that is more frequent, and stands beside them', async () => {
    expect(await correctedOf('harry poter')).toBe('harry potter')
  })

  it('is replaced by one that stands apart from them only if that is far more frequent', async () => {
    expect(await correctedOf('harry marker')).toBe('harry market')
    expect(await correctedOf('painter pother')).toBe('painter poter')
    expect(await correctedOf('peter clone')).toBeUndefined()
    expect(await correctedOf('gulls clone')).toBeUndefined()
  })

  it('stays among more than three words, in a name of a field, and where it finds something', async () => {
    expect(await correctedOf('harry poter painter of gulls')).toBeUndefined()
    expect(await correctedOf('harry poter and gulls -lind')).toBeUndefined()
    expect(await correctedOf('gulls poter')).toBeUndefined()
    expect(await correctedOf('harry source:poter')).toBeUndefined()
  })
})
