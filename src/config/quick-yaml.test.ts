import { describe, expect, it } from 'vitest'
import { NAMES, readExactly } from './document.ts'
import { readQuickly } from './quick-yaml.ts'
import { fc } from '../../test/properties.ts'

const RUNS = 1_000

/** All that is everyday, in both styles. */
const EVERYDAY = `# settings
data: ./data
server:
  host: 127.0.0.1
  port: 8080 # any
  baseUrl: "https://news.example.org/digest"
  corsOrigins: ['https://a.example', https://b.example,]
  rateLimit: { max: 300, per: 1m }
  apiKeys:
  trustProxy:
  - 10.0.0.0/8
  -   192.168.0.0/16
collect: {}
ranking: { halfLifeHours: -6.5 } # hours
sources:
  - id: '2600'
    name: 'Alpha''s: the first'

    url: https://alpha.example/feed?a=1&b=2#c
    enabled: false
    rules:
      - { when: { title: [ship*, '/^(a|b)+$/i'], language: en-GB }, then: drop }
  -
    id: El País
  # one more
  - {
      id: x26,
      name: Gamma Weekly,
      tags: [
        a, 2024,
      ],
    }
  - - x
    - [[], {}, null]
`

/** What people and editors do to YAML, and what means something in it; parted by bars. */
const INSERTS =
  String.raw`\t| |  |\n|\n\n|\r\n|:|: | :|- |-|\n- |? |#| #|# |,|, |"|'|''|\\|[|]|{|}|[]|{ | }|&a |*a|!|>|>\n|%|@|~|null|true|No|0|-1|007|1e3|.5|1.|+1|.nan|0x1F
|2024-01-01|12:30|1_000|-0|---\n|...\n|<<: |__proto__: 1\n|toString: 1\n|id: |id: 1.50\n|true: 1\n|\uFEFF|\u0085|\u2028|\u3000|\u00a0|名前|😀|  x\n|\nx: 1\n|a: b: c`
    .split(/\n?\|/)
    .map((insert): string => JSON.parse(`"${insert.replace('"', '\\"')}"`))

const lineEdit = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('indent', 'outdent', 'double', 'drop', 'swap', 'cut'),
})
const insertion = fc.record({ at: fc.nat(), remove: fc.nat(3), text: fc.constantFrom(...INSERTS) })

describe('readQuickly', () => {
  it('reads blocks, lists, braces and brackets, texts in quotes and without', () => {
    const read = readQuickly(EVERYDAY, NAMES)

    expect(read).toEqual(readExactly(EVERYDAY).raw)
    expect(read).toMatchObject({
      server: { port: 8080, apiKeys: null },
      sources: [{ id: '2600' }, { id: 'El País' }, { id: 'x26' }, ['x', [[], {}, null]]],
    })
  })

  it.each([
    ['an anchor', 'a: &x 1\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a key that stands twice', 'a: 1\na: 2\n'],
    ['a name that reads as a number', 'id: 2600\n'],
    ['a key that reads as a number', '1: a\n'],
    ['a tab', 'a:\t1\n'],
    ['a second document', 'a: 1\n---\n'],
    ['nothing', '# nothing\n'],
    ['a bracket that stays open', 'a: [1, 2\n'],
  ])('leaves %s to the exact reader', (_, text) => {
    expect(readQuickly(text, NAMES)).toBeUndefined()
  })

  it('agrees with the exact reader about all that it reads', () => {
    let reads = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(insertion, lineEdit), { minLength: 1, maxLength: 4 }), (edits) => {
        const text = edits.reduce<string>(edited, EVERYDAY)
        const read = readQuickly(text, NAMES)
        if (read === undefined) return

        reads++
        const exact = readExactly(text)
        expect(exact.faults, text).toEqual([])
        expect(read, text).toEqual(exact.raw)
      }),
      // None of 60,000 differed.
      { numRuns: RUNS },
    )

    expect(reads).toBeGreaterThan(RUNS / 10)
  })
})

type Edit =
  | { readonly at: number; readonly kind: string }
  | { readonly at: number; readonly remove: number; readonly text: string }

function edited(text: string, edit: Edit): string {
  if ('text' in edit) {
    const at = edit.at % (text.length + 1)
    return text.slice(0, at) + edit.text + text.slice(at + edit.remove)
  }
  const lines = text.split('\n')
  const at = edit.at % lines.length
  const line = lines[at] ?? ''
  const before = lines[at - 1] ?? ''
  const instead: Record<string, string[]> = {
    indent: [` ${line}`],
    outdent: [line.replace(/^ {1,2}/, '')],
    double: [line, line],
    drop: [],
    swap: [line, before],
    cut: [line.slice(0, line.length / 2)],
  }
  lines.splice(at, 1, ...(instead[edit.kind] ?? []))
  return lines.join('\n')
}
