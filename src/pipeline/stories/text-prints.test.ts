import { expect, it } from 'vitest'
import { TextPrints } from './text-prints.ts'

const report = (title: string) => ({ itemId: 1, title, summary: '', language: 'en' })

it('words are those of the item that has an id, also where the first one was not saved', () => {
  const prints = new TextPrints({ findTexts: () => Promise.resolve(new Map()) })
  const first = prints.words(report('Storm over the harbour'))
  expect(prints.words(report('Storm over the harbour'))).toBe(first)

  prints.clear()

  const other = prints.words(report('Parliament votes on solar power'))
  expect(other).toEqual(
    new TextPrints({ findTexts: () => Promise.resolve(new Map()) }).words(
      report('Parliament votes on solar power'),
    ),
  )
  expect(other).not.toEqual(first)
})
