import { expect, it } from 'vitest'
import { textPrint } from '../../stories/copies/copies.ts'
import { TextPrints } from './text-prints.ts'

it('prints are those of the item that has an id, also where the first one was not saved', async () => {
  const saved = 'Parliament votes on solar power for the islands.'
  const prints = new TextPrints({ findTexts: () => Promise.resolve(new Map([[1, saved]])) })
  await prints.of([{ itemId: 1, text: 'A storm passes over the harbour of the town.' }])

  prints.clear()

  const found = await prints.of([{ itemId: 1, text: undefined }])
  expect(found.get(1)).toEqual(textPrint(saved))
})
