import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomOf } from '../../test/random.ts'
import { DigestError } from '../model/errors.ts'
import { readPlainYaml } from './files/plain-yaml.ts'
import { readDocument } from './files/yaml-document.ts'
import { loadConfig } from './load.ts'
import { allSettings } from './settings.ts'

const FILES = 300

/** Uses every kind of value, comments, both styles of blocks and lists, an anchor. */
const VALID = `# settings
data: ./data
store: sqlite:./data/digest.db
server:
  host: 127.0.0.1
  port: 8080 # any
  baseUrl: "https://news.example.org/digest"
  corsOrigins: ['https://a.example', https://b.example]
  rateLimit: { max: 300, per: 1m }
  trustProxy:
    - 10.0.0.0/8
    - ::1
collect: { every: 30m, concurrency: 8, timeout: 20s, maxBytes: 10MB }
retention:
  days: 30
ranking: { halfLifeHours: 6.5 }
log: { level: warn }
sources:
  - id: alpha
    name: &name 'Alpha: the first'
    url: https://alpha.example/feed?a=1&b=2
    weight: 1.5
  - { id: beta, name: *name, url: https://beta.example/, region: de, language: de, enabled: false }
  - name: >-
      Gamma
      Weekly
    url: https://gamma.example/
    every: 6h
    auth: { username: ann, passwordFile: secret }
    rules:
      - { when: { title: [ship*, '/^a(b|c)+$/i'], language: en-GB }, then: drop }
  - { url: hn:best, limit: 20 }
  - name: Delta
    type: page
    url: https://delta.example/
    paths: { items: 'ul > li', url: a@href, title: 'h2, h3' }
  - { url: https://epsilon.example/, type: json, paths: { items: 'data.items[*]', title: t } }
rules:
  - name: all
    when:
      any: [{ not: { url: /sport/ } }, { all: [{ author: ann }, { tags: [a, 2024] }] }]
    then: { category: x, addTags: [y], weight: 2, title: { replace: '/(a)/', with: '$1' } }
  - { when: always, then: keep }
`

/** Without what only the exact reader reads. */
const PLAIN = VALID.replace('&name ', '')
  .replace('*name', 'Beta')
  .replace(/>-\n\s+/, '')
const PLAIN_FILES = 1_000

/** What people and editors do to YAML, and what an attacker would. */
const INSERTS = [
  '\t',
  ' ',
  '  ',
  '\n',
  '\r',
  '\r\n',
  ':',
  ': ',
  '- ',
  '-',
  '?',
  '? ',
  '#',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '&a ',
  '*a',
  '*name',
  '!',
  '!!binary ',
  '!!int ',
  '!<x> ',
  '|',
  '>',
  '%',
  '%YAML 1.1\n',
  '@',
  '`',
  '---\n',
  '...\n',
  '<<: *name\n',
  '\0',
  '\uFEFF',
  '\uD800',
  '\u2028',
  '\u202E',
  '名前',
  'null',
  '~',
  'true',
  '-1',
  '1e999',
  '.nan',
  '0x1F',
  '2024-01-01',
  '__proto__: { x: 1 }\n',
  'constructor: 1\n',
  'toString: 1\n',
  'server: {}\n',
  'sources: []\n',
  '  id: alpha\n',
  '[[[[[[[[[[',
  '{a: {a: {a: {a: ',
  'x: &x [*x]\n',
  'x'.repeat(5_000),
]

type Mutation = (text: string, random: (below: number) => number) => string

const MUTATIONS: readonly Mutation[] = [
  (text, random) => splice(text, random(text.length), 0, INSERTS[random(INSERTS.length)] ?? ''),
  (text, random) => splice(text, random(text.length), 1 + random(12), ''),
  (text, random) => splice(text, random(text.length), 1, String.fromCodePoint(random(0x3000))),
  (text, random) => text.slice(0, random(text.length)),
  (text, random) => onLines(text, random, (lines, at) => lines.splice(at, 1)),
  (text, random) => onLines(text, random, (lines, at) => lines.splice(at, 0, lines[at] ?? '')),
  (text, random) => onLines(text, random, (lines, at) => lines.splice(at, 1, ` ${lines[at] ?? ''}`)),
  (text, random) => onLines(text, random, (lines, at) => lines.splice(at, 1, (lines[at] ?? '').trimStart())),
  (text, random) =>
    onLines(text, random, (lines, at) =>
      lines.splice(at, 1, (lines[at] ?? '').replace(/:.*/, ': [1, {a: b}]')),
    ),
  (text, random) =>
    onLines(text, random, (lines, at) => lines.splice(at, 1, (lines[at] ?? '').replace(/[a-z]{2}/, 'zq'))),
]

let cwd = ''
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-fuzz-'))
  writeFileSync(join(cwd, 'secret'), 's3cret\n')
})
afterAll(() => {
  rmSync(cwd, { recursive: true })
})

describe(`${FILES} damaged settings files`, () => {
  it('begin from a valid one', () => {
    writeFileSync(join(cwd, 'digest.yaml'), VALID)

    const config = loadConfig({ cwd, env: {} })

    expect(config.sources.map(({ id }) => id)).toEqual([
      'alpha',
      'beta',
      'gamma-weekly',
      'hacker-news-best',
      'delta',
      'epsilon-example',
    ])
  })

  it('are valid or have errors with their place, and never throw anything else', () => {
    const random = seeded(20_261)
    const outcomes = { valid: 0, faulty: 0 }
    const strays: string[] = []

    for (let file = 0; file < FILES; file++) {
      const text = damaged(random)
      writeFileSync(join(cwd, 'digest.yaml'), text)
      const message = messageOf(() => loadConfig({ cwd, env: {} }))
      if (message === undefined) outcomes.valid++
      else outcomes.faulty++
      strays.push(...straysOf(message, text))
    }

    expect(strays).toEqual([])
    // Both outcomes must be frequent, or the damage would not test the parser.
    expect(outcomes.faulty).toBeGreaterThan(FILES / 2)
    expect(outcomes.valid).toBeGreaterThan(FILES / 20)
  })
})

it('reads plain texts as the exact reader does, and leaves it the others', () => {
  const random = seeded(7_121)
  const read = { plain: 0, left: 0 }

  for (let file = 0; file < PLAIN_FILES; file++) {
    const text = damaged(random, PLAIN)
    const plain = readPlainYaml(text)
    // Keys that no setting has are faults, which are placed by the exact reader.
    if (plain === undefined || !allSettings.safeParse(plain).success) {
      read.left++
      continue
    }
    read.plain++
    const { raw, errors } = readDocument(text)
    expect({ text, raw, errors }).toEqual({ text, raw: plain, errors: [] })
  }

  expect(read.plain).toBeGreaterThan(PLAIN_FILES / 20)
  expect(read.left).toBeGreaterThan(PLAIN_FILES / 10)
})

function damaged(random: (below: number) => number, from = VALID): string {
  let text = from
  for (let times = 1 + random(4); times > 0; times--)
    text = MUTATIONS[random(MUTATIONS.length)]?.(text, random) ?? text
  return text
}

/** `undefined` for valid settings. Rethrows every error that is not a known one. */
function messageOf(load: () => unknown): string | undefined {
  try {
    load()
    return undefined
  } catch (error) {
    if (error instanceof DigestError && error.code === 'configInvalid') return error.message
    throw error
  }
}

/** Lines that are no error, or whose place is not in the file. */
function straysOf(message: string | undefined, text: string): string[] {
  const height = text.split('\n').length
  return (message?.split('\n') ?? []).filter((line) => {
    const [, row, column, what] = /^digest\.yaml:(\d+):(\d+) (\S.{5,})$/.exec(line) ?? []
    return what === undefined || Number(row) < 1 || Number(row) > height || Number(column) < 1
  })
}

function splice(text: string, at: number, remove: number, insert: string): string {
  return text.slice(0, at) + insert + text.slice(at + remove)
}

function onLines(
  text: string,
  random: (below: number) => number,
  edit: (lines: string[], at: number) => unknown,
): string {
  const lines = text.split('\n')
  edit(lines, random(lines.length))
  return lines.join('\n')
}

/** Whole numbers from 0 on, the same on every machine. */
function seeded(seed: number): (below: number) => number {
  const random = randomOf(seed)
  return (below) => Math.floor(random() * below)
}
