import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { DigestError } from '../../model/errors.ts'
import { appendSources, removeSources } from './edit-sources.ts'

const NEW = [{ id: 'n', name: 'New: "x" #1', url: 'https://n.example/?a=1&b=2', category: 'tech' }]
const BLOCK = `  - id: n\n    name: 'New: "x" #1'\n    url: https://n.example/?a=1&b=2\n    category: tech\n`
const BRACES = `  - { id: n, name: 'New: "x" #1', url: https://n.example/?a=1&b=2, category: tech }\n`

describe('appendSources', () => {
  it.each([
    ['nothing', '', `sources:\n${BLOCK}`],
    ['a file without sources', 'log: {} # c\n', `log: {} # c\nsources:\n${BLOCK}`],
    ['a file without an end of line', 'log: {}', `log: {}\nsources:\n${BLOCK}`],
    [
      'sources with nothing in them',
      'sources: # c\n  # d\nlog: {}\n',
      `sources: # c\n  # d\n${BLOCK}log: {}\n`,
    ],
    ['a file that says where it ends', 'log: {}\n# d\n...\n', `log: {}\nsources:\n${BLOCK}# d\n...\n`],
    ['an empty list', 'sources: []\n# end\n', `sources:\n${BLOCK}# end\n`],
    ['null', 'sources: ~', `sources:\n${BLOCK}`],
    [
      'an empty list with a comment',
      'sources: [] # none yet\n# end\n',
      `sources: # none yet\n${BLOCK}# end\n`,
    ],
    ['a name with a comment', 'sources: # below\n', `sources: # below\n${BLOCK}`],
    [
      'a list of blocks, comments all around',
      '# top\nsources: # c1\n  # c2\n  - url: https://a.example/ # c3\n    name:   A   # c4\n\n  # c5\n\nlog: {}\n# end',
      `# top\nsources: # c1\n  # c2\n  - url: https://a.example/ # c3\n    name:   A   # c4\n${BLOCK}\n  # c5\n\nlog: {}\n# end`,
    ],
    [
      'a list in braces',
      'sources:\n  - {url:   "https://a.example/"} # c\n  # d\n',
      `sources:\n  - {url:   "https://a.example/"} # c\n${BRACES}  # d\n`,
    ],
    [
      'another indent',
      'sources:\n- url: https://a.example/',
      `sources:\n- url: https://a.example/\n${BLOCK.replaceAll(/^ {2}/gm, '')}`,
    ],
    [
      'a list that is indented by four',
      'log: { level:   info }\nsources: # c\n    - url: https://a.example/\n      name: >-\n        A\n        B\n',
      `log: { level:   info }\nsources: # c\n    - url: https://a.example/\n      name: >-\n        A\n        B\n${BLOCK.replaceAll(/^ {2}/gm, '    ')}`,
    ],
    [
      'lines that end as on Windows',
      'sources:\r\n  - url: https://a.example/\r\nlog: {}\r\n',
      `sources:\r\n  - url: https://a.example/\r\n${BLOCK.replaceAll('\n', '\r\n')}log: {}\r\n`,
    ],
    [
      'lines of which only some end as on Windows',
      '# mine\nsources:\r\n  - url: https://a.example/\nlog: {}\r\n',
      `# mine\nsources:\r\n  - url: https://a.example/\n${BLOCK.replaceAll('\n', '\r\n')}log: {}\r\n`,
    ],
    [
      'a text of several lines at the end',
      'sources:\n  - name: >-\n      A\n      B\n    url: https://a.example/\n',
      `sources:\n  - name: >-\n      A\n      B\n    url: https://a.example/\n${BLOCK}`,
    ],
  ])('adds to %s and leaves the rest to the letter', (_, text, wanted) => {
    expect(appendSources(text, NEW)).toBe(wanted)
  })

  it.each([
    'sources: [{ url: https://a.example/ }] # c\n',
    'sources:\n  [\n    { url: https://a.example/ }, # c\n  ]\n',
    '{ "sources": [{ "url": "https://a.example/" }] } # c\n',
  ])('adds to a list in brackets, comments kept: %j', (text) => {
    const written = appendSources(text, NEW)

    expect(parse(written)).toEqual({ sources: [{ url: 'https://a.example/' }, NEW[0]] })
    expect(written).toContain('# c')
  })

  it.each(['{}\n', '{ log: {} }\n'])('adds to a file in braces without sources: %j', (text) => {
    const written = appendSources(text, NEW)

    expect(parse(written)).toMatchObject({ sources: NEW })
  })
})

describe('taking a source out of the settings', () => {
  it.each([
    [
      'one in braces, with its comment',
      '# mine\nsources:\n  - { url: https://a.example } # first\n  - { url: https://b.example }\n\n# end\nlog: {}\n',
      0,
      '# mine\nsources:\n  - { url: https://b.example }\n\n# end\nlog: {}\n',
    ],
    [
      'a block, and not the comment of the next',
      'sources:\n- url: https://a.example\n  auth:\n    tokenEnv: X # secret\n\n# the other\n- url: https://b.example\n',
      0,
      'sources:\n\n# the other\n- url: https://b.example\n',
    ],
    [
      'the last, at the end of a file without a line end',
      'sources:\n  - url: https://a.example\n  - url: https://b.example',
      1,
      'sources:\n  - url: https://a.example\n',
    ],
    [
      'the only one, and not the comment above it',
      'sources:\n  # mine\n  - url: https://a.example\n',
      0,
      'sources:\n  # mine\n',
    ],
    ['the only one', 'sources:\n  - url: https://a.example\nlog: {}\n', 0, 'sources:\nlog: {}\n'],
    [
      'one of a list in brackets',
      'sources: [{ url: https://a.example }, { url: https://b.example }]\n',
      0,
      'sources: [ { url: https://b.example } ]\n',
    ],
    [
      'one whose dash has a line of its own',
      'sources:\n  -\n    url: https://a.example\n  - url: https://b.example\n',
      0,
      'sources:\n  - url: https://b.example\n',
    ],
    [
      'one of a file with Windows line ends',
      'sources:\r\n  - url: https://a.example\r\n  - url: https://b.example\r\n',
      0,
      'sources:\r\n  - url: https://b.example\r\n',
    ],
  ])('cuts out %s', (_, text, index, left) => {
    expect(removeSources(text, [index])).toBe(left)
  })

  it('cuts out several, and leaves the lines between them', () => {
    const source = (id: string): string => `  -   { id: ${id},  url: https://${id}.example } # ${id}\n`
    const text = (...ids: string[]): string => `sources:\n${ids.map(source).join('')}`

    expect(removeSources(text('a', 'b', 'c', 'd', 'e'), [3, 1])).toBe(text('a', 'c', 'e'))
  })

  it('is refused where another place repeats a part of it', () => {
    const text =
      'sources:\n  - { url: https://a.example, auth: &a { tokenEnv: X } }\n  - { url: https://b.example, auth: *a }\n'

    expect(() => removeSources(text, [0])).toThrow(DigestError)
    expect(() => removeSources(text, [0])).toThrow(/another place of the file repeats/)
  })
})
