import { beforeEach, describe, expect, it } from 'vitest'
import { ItemJsonCache } from './item-json-cache.ts'

const LINE = 1_000
/** Memory of an entry, including its overhead. */
const LINE_BYTES = LINE + 200

describe('the JSON of items that were listed lately', () => {
  /** Version of each item in the store. */
  let store: Map<number, number>
  let reads: number[][]
  let cache: ItemJsonCache
  beforeEach(() => {
    store = new Map([1, 2, 3, 4, 5, 6].map((id) => [id, 1]))
    reads = []
    cache = new ItemJsonCache(4 * LINE_BYTES)
  })

  it('is read once', async () => {
    await find([1, 2])

    expect(await find([2, 3, 1])).toEqual(['2.1', '3.1', '1.1'])
    expect(await find([3, 1])).toEqual(['3.1', '1.1'])
    expect(reads).toEqual([[1, 2], [3]])
  })

  it('is read again after its item changed, and only then', async () => {
    await find([1, 2])
    change(1)

    expect(await find([1, 2])).toEqual(['1.2', '2.1'])
    expect(reads).toEqual([[1, 2], [1]])
  })

  it('is left out where the item is deleted', async () => {
    await find([1, 2])
    store.delete(1)
    cache.forget([1])

    expect(await find([1, 2])).toEqual(['2.1'])
    expect(await find([1])).toEqual([])
  })

  it('is not kept if something changed while it was read: it may be the old one', async () => {
    const found = await cache.find([1, 2], async (ids) => {
      const old = read(ids)
      await Promise.resolve()
      change(1)
      return old
    })

    expect(found.map(textOf)).toEqual(['1.1', '2.1'])
    expect(await find([1, 2])).toEqual(['1.2', '2.1'])
  })

  it('takes no more memory than it may: what was listed longest ago leaves first', async () => {
    await find([1, 2])
    await find([3, 4])
    await find([5, 6])
    reads.length = 0

    await find([3, 4, 5, 6])
    await find([1, 2])

    expect(reads).toEqual([[1, 2]])
  })

  it('stays where it was listed again', async () => {
    await find([1, 2])
    await find([3, 4])
    await find([1, 2])
    await find([5, 6])
    reads.length = 0

    await find([1, 2])
    await find([3, 4])

    expect(reads).toEqual([[3, 4]])
  })

  async function find(ids: readonly number[]): Promise<string[]> {
    return (await cache.find(ids, read)).map(textOf)
  }

  function read(ids: readonly number[]) {
    reads.push([...ids])
    return ids
      .filter((id) => store.has(id))
      .map((id) => ({ id, json: Buffer.from(`${id}.${store.get(id)}`.padEnd(LINE)) }))
  }

  function change(id: number): void {
    store.set(id, (store.get(id) ?? 0) + 1)
    cache.forget([id])
  }
})

function textOf({ json }: { readonly json: Buffer }): string {
  return json.toString().trim()
}
