import { describe, expect, it } from 'vitest'
import { withoutNulls } from './without-nulls.ts'

describe('withoutNulls', () => {
  it.each([
    ['{"id":1,"method":"tools/list","params":null}', '{"id":1,"method":"tools/list"}'],
    [
      '{"params":{"name":"search","arguments":{"q":"a","limit":null}}}',
      '{"params":{"name":"search","arguments":{"q":"a"}}}',
    ],
    ['{"id":null,"method":"ping"}', '{"id":null,"method":"ping"}'],
    ['{"q":"null and void"}', '{"q":"null and void"}'],
    ['null', 'null'],
    ['{"a":null', '{"a":null'],
    ['{ "a" : 1 }', '{ "a" : 1 }'],
  ])('makes of %s', (message, expected) => {
    expect(withoutNulls(message)).toBe(expected)
  })
})
