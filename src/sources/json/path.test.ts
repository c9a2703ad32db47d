import { describe, expect, it } from 'vitest'
import { parseJsonPath } from '../../text/selectors.ts'
import { valuesAt } from './kind.ts'

const VALUE = {
  a: { b: [{ c: 1 }, { c: [2, 3] }, {}] },
  'odd key': { x: true },
  list: [[1], [2]],
  n: null,
  gaps: { 0: 4, 2: 5 },
}

describe('paths into JSON', () => {
  it.each([
    ['a.b[0].c', [1]],
    ['$.a.b[0].c', [1]],
    ['a.b[*].c', [1, 2, 3]],
    ['a.b[].c', [1, 2, 3]],
    ['a.b.c', [1, 2, 3]],
    ["['odd key'].x", [true]],
    ['["odd key"]["x"]', [true]],
    ['list[1]', [2]],
    ['gaps', [4, 5]],
    ['gaps[*]', [4, 5]],
    ['a.b[9].c', []],
    ['a.nothing.here', []],
    ['n.x', []],
    ['__proto__', []],
    ['a.constructor', []],
    ['', [VALUE]],
    ['$', [VALUE]],
  ])('%j leads to %j', (path, values) => {
    const steps = parseJsonPath(path)

    expect(steps === undefined ? 'no path' : valuesAt(VALUE, steps)).toEqual(values)
  })

  it.each(['a[', 'a]', 'a[x]', 'a..b[', "a['b", '[-1]'])('%j is none', (path) => {
    expect(parseJsonPath(path)).toBeUndefined()
  })
})
