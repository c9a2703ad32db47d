import { describe, expect, it } from 'vitest'
import type { Parameter } from './reference.ts'
import { tryAddress } from './try-it.tsx'

const parameter = (name: string, location: Parameter['location'] = 'query'): Parameter => ({
  name,
  location,
  isRequired: false,
  description: '',
  type: [],
  choices: [],
  isNumber: false,
  preset: '',
})

describe('tryAddress', () => {
  it('leaves out what was not given', () => {
    const address = tryAddress('/api/items', [parameter('source'), parameter('limit')], {
      source: ' ',
      limit: '5',
    })

    expect(address).toBe('/api/items?limit=5')
    expect(tryAddress('/api/stats', [], {})).toBe('/api/stats')
  })

  it('encodes what would be read as something else, and leaves commas readable', () => {
    const address = tryAddress('/api/search', [parameter('q'), parameter('source')], {
      q: '"a b" & c=d#?',
      source: 'x,-y',
    })

    expect(address).toBe('/api/search?q=%22a%20b%22%20%26%20c%3Dd%23%3F&source=x,-y')
  })

  it('fills what stands in the path', () => {
    const address = tryAddress('/icons/{source}', [parameter('source', 'path')], { source: '../$&' })

    expect(address).toBe('/icons/..%2F%24%26')
  })
})
