import { describe, expect, it } from 'vitest'
import { Summary } from './summary.tsx'

const ITEM = { title: 'Storm over Rome', summary: 'Roofs were damaged.', language: 'en' }

describe('the summary of an article', () => {
  it('is shown in its language', () => {
    const shown = Summary({ item: ITEM })

    expect(shown?.props).toMatchObject({ lang: 'en', dir: 'auto', children: 'Roofs were damaged.' })
  })

  it('is nothing where it is the title again, or there is none', () => {
    expect(Summary({ item: { ...ITEM, summary: ITEM.title } })).toBeNull()
    expect(Summary({ item: { ...ITEM, summary: null } })).toBeNull()
  })

  it('gives way to a passage with marks', () => {
    expect(Summary({ item: { ...ITEM, summary: ITEM.title }, children: 'found' })?.props.children).toBe(
      'found',
    )
  })
})
