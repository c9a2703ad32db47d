import { expect, it } from 'vitest'
import { ownEngine } from './engines.ts'
import { loadHandmade } from './handmade.ts'

const { documents, queries, judgements } = loadHandmade()
const ask = ownEngine(documents)

it('asks 60 queries in five languages', () => {
  expect(queries).toHaveLength(60)
  expect(new Set(documents.map(({ language }) => language))).toEqual(new Set(['en', 'de', 'es', 'zh', 'ja']))
})

it.each(queries)('$text finds what is meant first', async ({ id, text }) => {
  const [first] = await ask(text)

  const title = (one: number | undefined) => documents.find((document) => document.id === one)?.title
  expect(title(first)).toBe(title(judgements.get(id)?.keys().next().value))
})
