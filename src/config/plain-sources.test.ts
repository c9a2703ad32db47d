import { array, assert, constantFrom, oneof, property, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocument } from './document.ts'
import { readSettings } from './plain-sources.ts'

const PLAIN = `# mine
server: { port: 8080 }
sources:
  # the best
  - { id: 2600, name: Tech News & more, url: https://a.example/?a=1&b=2#c, weight: 1.5, enabled: false }
  - {id: b, name: 'B: "the" second, really', every: 30m }

  - id: c
    name: Übersicht (alt)
    url: "https://c.example/{x}"
    region: 007
retention: { days: 30 }
`

describe('a plain list of sources', () => {
  it('is read as the YAML library reads it', () => {
    const read = readSettings(PLAIN)

    expect(read.raw).toEqual(readDocument(PLAIN).raw)
    expect(read.faults).toEqual([])
  })

  it('has its places looked for when they are asked for', () => {
    const read = readSettings(PLAIN)

    expect(read.place(['sources', 2, 'name'], 'value')).toEqual({ line: 9, column: 11 })
  })

  it.each([
    ['a key twice', 'sources:\n  - { id: a, id: b }\n'],
    ['a list twice', 'sources:\n  - { id: a }\nsources:\n  - { id: b }\n'],
    ['a value over two lines', 'sources:\n  - id: a\n    name: one\n      two\n'],
    ['words of YAML', 'sources:\n  - { id: null, name: True, category: ~, region: 0x1f, weight: 1e3 }\n'],
    ['comments after values', 'sources:\n  - { id: a } # first\n  - id: b # second\n'],
    ['quotes in quotes', "sources:\n  - { id: 'it''s', name: \"a\\tb\" }\n"],
    ['another depth', 'sources:\n  - { id: a }\n    - { id: b }\n   - { id: c }\n'],
    ['deeper blocks', 'sources:\n  - id: a\n    auth:\n      username: x\n  - id: b\n    tags: [x]\n'],
    ['anchors', 'server: &x { port: 1 }\nsources:\n  - { id: a, auth: *x }\n'],
    ['no list', 'sources: []\n'],
    ['nothing', ''],
    ['a text that looks like one', 'name: "a\nsources:\n  - { id: b }\n"\n'],
    ['two documents', 'sources:\n  - { id: b }\n---\nsources:\n  - { id: c }\n'],
  ])('is left to the library with %s', (_, text) => {
    expect(outcome(readSettings(text))).toEqual(outcome(readDocument(text)))
  })

  it('means the same as to the library, whatever is written', () => {
    const value = oneof(
      constantFrom(
        'a',
        'Tech News',
        '30m',
        '1.5',
        '0',
        '007',
        '1e3',
        '0x1',
        'true',
        'False',
        'null',
        '~',
        '-',
        '',
      ),
      constantFrom(
        "'q: #, }'",
        '"d"',
        "'it''s'",
        'https://x.example/a?b=c#d',
        'a #b',
        'a: b',
        'a:',
        '*a',
        '&a b',
      ),
      constantFrom(
        '[a]',
        '{ b: c }',
        '2024-01-02',
        '12:30',
        'ä ö',
        '9a',
        'a,b',
        'a]b',
        '!t',
        '|',
        '> x',
        '%a',
        '@a',
      ),
      string({ maxLength: 4 }),
    )
    const pair = tuple(constantFrom('id', 'name', 'url', 'weight', 'a-b', '1'), value)
    const written = oneof(
      array(pair, { maxLength: 3 }).map(
        (pairs) => `  - { ${pairs.map(([k, v]) => `${k}: ${v}`).join(', ')} }`,
      ),
      array(pair, { minLength: 1, maxLength: 3 }).map(
        (pairs) => `  - ${pairs.map(([k, v]) => `${k}: ${v}`).join('\n    ')}`,
      ),
      constantFrom(
        '',
        '# c',
        '  # c',
        '   - { id: x }',
        'log: { level: warn }',
        '    name: n',
        '  -',
        '  - x',
        '\t',
      ),
    )

    assert(
      property(array(written, { maxLength: 5 }), (lines) => {
        const text = `server: { port: 1 }\nsources:\n${lines.join('\n')}\n`
        expect(outcome(readSettings(text))).toEqual(outcome(readDocument(text)))
      }),
      { numRuns: 3_000 },
    )
  })
})

function outcome({ raw, faults, brokenAt }: ReturnType<typeof readDocument>) {
  return { raw, faults, brokenAt }
}
