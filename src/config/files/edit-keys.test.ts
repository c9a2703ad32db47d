import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { appendKey, removeKey } from './edit-keys.ts'

const HASHES = ['a', 'b', 'c'].map((digit) => digit.repeat(64))
const [FIRST = '', SECOND = '', NEW = ''] = HASHES
const KEY = { name: 'new', hash: NEW, scope: 'feeds' } as const

describe('appendKey', () => {
  it.each([
    ['nothing', '', []],
    ['a file without server', 'log: { level: info } # c\n', []],
    ['an empty server', 'server: # c\nlog: {}\n', []],
    ['a server in braces', '{ server: { port: 80 } }', []],
    ['no keys', 'server: { apiKeys: [] }\n', []],
    ['null', 'server:\n  apiKeys: ~\n', []],
    ['one hash', `server:\n  apiKeys: ${FIRST}\n`, [FIRST]],
    ['one block', `server:\n  apiKeys: { hash: ${FIRST}, name: one }\n`, [{ hash: FIRST, name: 'one' }]],
    [
      'a list with comments',
      `server:\n  # c1\n  apiKeys: # c2\n    - ${FIRST} # c3\n    - hash: ${SECOND}\n# c4\n`,
      [FIRST, { hash: SECOND }],
    ],
  ])('adds to %s, and keeps what is there', (_, text, before) => {
    const added = appendKey(text, { ...KEY, rateLimit: { max: 5, per: '1m' } })

    const was = (parse(text) ?? {}) as { readonly server?: object }
    expect(parse(added)).toEqual({
      ...was,
      server: { ...was.server, apiKeys: [...before, { ...KEY, rateLimit: { max: 5, per: '1m' } }] },
    })
    for (const comment of text.match(/# c\d?/g) ?? []) expect(added).toContain(comment)
    expect(parse(removeKey(added, before.length))).toEqual({
      ...was,
      server: { ...was.server, apiKeys: before.length === 0 ? null : before },
    })
  })

  it('leaves all other lines as they are written', () => {
    const before = 'collect: { every: 1h,   perHost: 1 }\nranking:\n  # halfLifeHours: 12\n\n'
    const after = '\n# c\nsources:\n  - {\n      url: https://a.example/,\n    }\n'
    const text = `${before}server:\n  # port: 80\n${after}`
    const added = appendKey(text, KEY)

    expect(added).toBe(
      `${before}server:\n  # port: 80\n  apiKeys:\n    - { name: new, hash: ${NEW}, scope: feeds }\n${after}`,
    )
    expect(removeKey(added, 0)).toBe(`${before}server:\n  # port: 80\n  apiKeys:\n${after}`)
  })

  it.each([
    ['no block', 'sources: [ ]\n'],
    ['no line end', 'sources: [ ]'],
    ['an anchor of another block', 'collect: { contact: &c me@a.example }\nserver: { baseUrl: *c }\n'],
    ['a block in braces over several lines', 'server: {\n  port: 80\n}\n'],
    ['a comment that parts the block', 'server:\n# c\n  port: 80\n'],
  ])('adds to a text with %s', (_, text) => {
    const was = parse(text) as { readonly server?: object }

    expect(parse(appendKey(text, KEY))).toEqual({ ...was, server: { ...was.server, apiKeys: [KEY] } })
  })

  it('keeps the ends of lines', () => {
    expect(appendKey('log: {}\r\n', KEY)).not.toMatch(/[^\r]\n/)
  })

  it('refuses an alias', () => {
    const text = `x: &keys [${FIRST}]\nserver: { apiKeys: *keys }\n`

    expect(() => appendKey(text, KEY)).toThrow('write the list out')
  })
})
