import { expect, it } from 'vitest'
import { FormCache } from './form-cache.ts'
import { SearchIndex } from './search-index.ts'

function put(index: SearchIndex, id: number, title: string): void {
  const texts = { title, summary: '', labels: [], author: null, content: '', url: '', language: 'en' }
  index.put([{ id, ...texts, publishedAt: 0, dated: true, coverage: 1 }])
}

it('A word looked up twice means the same, and is known anew once documents have come', () => {
  const index = new SearchIndex()
  put(index, 1, 'A storm')
  const cache = new FormCache()
  const first = cache.find(index.segments, 'storm', 'storm')

  const again = cache.find(index.segments, 'Storm', 'storm')
  put(index, 2, 'Storms')
  const later = cache.find(index.segments, 'storm', 'storm')

  expect(again).toBe(first)
  expect(first.count).toBe(1)
  expect(later.count).toBe(2)
})
