import { describe, expect, it } from 'vitest'
import { checkSettings } from './files/settings-file.ts'

const check = (text: string) => checkSettings(Buffer.from(text), 'digest.yaml')
const source = (rest: string): string => `sources:\n  - { url: "https://a.example/feed", ${rest} }\n`

const ENDED =
  "the value has ended before this; put the whole value in quotes, and write a ' inside of '…' twice"

describe('faults of settings', () => {
  it.each([
    [
      source('enabled: "true"'),
      "2:47 sources[0].enabled must be true or false, not 'true', which is a text; leave out the quotes",
    ],
    [
      'server: { corsOrigins: foo }',
      "1:24 server.corsOrigins must be '*' or origins, such as https://news.example.org, without a path, not 'foo'",
    ],
    [
      'server: { apiKeys: secret }',
      '1:20 server.apiKeys must be SHA-256 hashes of keys, as `content-digest keys add` makes them, alone or as { hash, name, scope, rateLimit: { max, per } } with the scope all or feeds',
    ],
    [
      'sources:\n  - name: News: today\n',
      "2:11 a value cannot hold another 'key: value'; put the value in quotes, or indent the lines of one block alike",
    ],
    ['data: @home\n', '1:7 a value cannot begin with @; put the value in quotes'],
    [
      'sources\nlog: {}\n',
      "1:1 this is no 'key: value'; add the ':' and a space after it, or correct the indentation of this line and the next",
    ],
    ['data: "home\nlog: {}\n', '1:7 a text that begins with " is not closed; add the " at its end'],
    ['sources: [\nlog: {}\n', "1:10 a list in brackets is not closed; add its ']'"],
    ['log: { level: info\ndata: x\n', "1:6 a block in braces is not closed; add its '}'"],
    [
      'log:\n  level: info\n level: warn\n',
      '3:1 this line is indented otherwise than the lines it belongs to',
    ],
    ["data: 'it's mine'\n", `1:11 ${ENDED}`],
    ['data: "a" b\n', `1:11 ${ENDED}`],
    ["data: 'a' 'b'\n", `1:11 ${ENDED}`],
    ['data: [a] b\n', `1:11 ${ENDED}`],
    ['server: { port: ${PORT} }\n', `1:18 ${ENDED}`],
    [
      'data: - a\n',
      "1:7 a value cannot begin with '- '; put it in quotes, or each entry on a line of its own",
    ],
    [
      'data: > a\n',
      '1:9 a text after > or | begins on the next line; put other values that begin so in quotes',
    ],
    [
      'server: { title: a b: c }\n',
      '1:18 a colon and a space cannot stand within a value in { } or [ ]; put the value in quotes',
    ],
    ['data: "\\d"\n', '1:8 \\d has no meaning between double quotes; use single quotes'],
  ])('are told in plain words: %j', (text, formatted) => {
    expect(check(text).errors).toContain(`digest.yaml:${formatted}`)
  })

  it.each([
    source('auth: WORD'),
    source('auth: "ann:WORD"'),
    source('headers: "Authorization: Bearer WORD"'),
    source('headers: { X: [WORD] }'),
    source('proxy: "ann:WORD@proxy.example:1"'),
    'sources:\n  - { url: "ann:WORD@a.example" }\n',
    'sources:\n  - "ann:WORD@a.example"\n',
    'hooks: [{ name: a, url: "https://a.example/h", on: items, secret: WORD }]\n',
    'hooks: ["https://a.example/WORD"]\n',
    'hooks: { a: "https://a.example/WORD" }\n',
    'hooks: "https://a.example/WORD"\n',
    'server: { apiKeys: { a: WORD } }\n',
    'server: { apiKeys: [{ hash: WORD }] }\n',
    'mail: { from: a@b.example, smtp: WORD }\n',
    'mail: { from: a@b.example, smtp: { url: "ann:WORD@a.example" } }\n',
    'store: "postgres:ann:WORD@a.example/db"\n',
    'store: { url: WORD }\n',
    'collect: { proxy: "ann:WORD@a.example" }\n',
  ])('show no secret that stands in a wrong place: %j', (text) => {
    const { errors } = check(text)

    expect(errors).not.toEqual([])
    expect(errors.join('\n')).not.toContain('WORD')
  })

  it('tell what an address without its key needs', () => {
    const { errors } = check('sources:\n  - https://a.example/\n')

    expect(errors).toEqual([
      expect.stringMatching(/2:5 sources\[0\] must be .*; put 'url: ' before the address$/),
    ])
  })

  it('tell an entry that is indented deeper than the others once, with the line', () => {
    const { errors } = check('sources:\n- url: https://a.example/\n  id: a\n  - url: https://b.example/\n')

    expect(errors).toEqual([
      "digest.yaml:4:1 a list begins on a line of its own, each entry after '- '; indent the '- ' of all its entries alike",
    ])
  })

  it('tell one mistake once', () => {
    const { errors } = check('sources:\n- name: x\n   url: https://a.example/feed\n')

    expect(errors.filter((error) => error.startsWith('digest.yaml:2:9 '))).toHaveLength(1)
  })

  it('never print what a binary file holds', () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
    const noise = Buffer.from('name\x1b]0;title\x07: [\x80\xff\x1b[31m', 'latin1')

    expect(checkSettings(png, 'digest.yaml').errors).toEqual([
      'digest.yaml:1:1 this is no text; settings are a text in YAML, saved as UTF-8',
    ])
    expect(checkSettings(noise, 'digest.yaml').errors.join('')).not.toMatch(/[\p{Cc}\uFFFD]/u)
  })
})

describe('warnings of settings', () => {
  it.each([
    ['', '1:1 there is no setting in this file'],
    ['# nothing yet\n', 'there is no setting in this file'],
    [
      source('fullText: { content: .text }'),
      "2:38 sources[0].fullText has no effect without 'content: full'",
    ],
    [source('content: preview, fullText: { content: .text }'), 'has no effect'],
    [
      'sources:\n  - url: reddit:science\n',
      "2:10 sources[0].url 'reddit:science' is taken for reddit:r/science; write that",
    ],
  ])('tell what is likely not meant: %j', (text, formatted) => {
    const { errors, warnings } = check(text)

    expect(errors).toEqual([])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(formatted)
  })

  it.each([
    'sources: []\n',
    source('content: full, fullText: { content: .text }'),
    'sources:\n  - url: reddit:r/science\n',
    'sources:\n  - url: reddit:u/somebody\n',
  ])('are none where all is well: %j', (text) => {
    expect(check(text)).toMatchObject({ errors: [], warnings: [] })
  })
})
