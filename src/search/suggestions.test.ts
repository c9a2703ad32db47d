import { expect, it } from 'vitest'
import { aSearchDocument } from '../../test/search/a-search-document.ts'
import { SearchIndex } from './index/search-index.ts'
import { complete } from './suggestions.ts'

it('Words are completed as most write them: with a hyphen only they are none', () => {
  const index = new SearchIndex()
  const titles = ['Self-driving cars', 'Self-driving e-mail', 'Selfish emails', 'My email', 'An email']
  index.put(titles.map((title, i) => aSearchDocument(i + 1, { title })))

  const [selves, mails] = ['self', 'ema'].map((beginning) =>
    complete(index.segments, beginning, 5).map(({ word }) => word),
  )

  expect(selves).toEqual(['self', 'selfish'])
  expect(mails).toEqual(['email', 'emails'])
})
