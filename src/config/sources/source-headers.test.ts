import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DigestError } from '../../model/errors.ts'
import { loadConfig } from '../load.ts'

const SECRET = 'Zx9-canary'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-headers-'))
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
})

function load(source: string, env: Record<string, string> = {}, withSecrets = true) {
  writeFileSync(
    join(cwd, 'digest.yaml'),
    `sources:\n  - { url: https://a.example/, ${source} }\nserver: { corsOrigins: [] }\n`,
  )
  return loadConfig({ env, cwd, withSecrets })
}

function errorOf(source: string): string {
  try {
    load(source, { SET: SECRET, LINES: `${SECRET}\r\nx-evil: 1` })
  } catch (error) {
    if (error instanceof DigestError) return error.message
    throw error
  }
  return ''
}

describe('headers of a source', () => {
  it('come from the settings, from files and from variables', () => {
    writeFileSync(join(cwd, 'session'), `session=${SECRET}\n`)

    const { sources, warnings } = load(
      'headers: { Accept-Language: de, X-Key: { env: DIGEST_PAPER_KEY }, X-Version: 2 }, cookie: { file: session }, userAgent: Reader/1',
      { DIGEST_PAPER_KEY: SECRET },
    )

    expect(sources[0]?.headers).toEqual({
      'accept-language': 'de',
      'x-key': SECRET,
      'x-version': '2',
      cookie: `session=${SECRET}`,
      'user-agent': 'Reader/1',
    })
    expect(warnings).toEqual([])
  })

  it('go with credentials', () => {
    const { sources } = load('auth: { tokenEnv: SET }, headers: { X-Key: a }', { SET: SECRET })

    expect(sources[0]?.headers).toEqual({ authorization: `Bearer ${SECRET}`, 'x-key': 'a' })
  })

  it('are left out, and not looked for, where nothing is visited', () => {
    expect(load('cookie: { env: NOT_SET }', {}, false).sources[0]).not.toHaveProperty('headers')
    expect(load('enabled: false, cookie: { env: NOT_SET }').sources[0]).not.toHaveProperty('headers')
  })

  it.each([
    [
      'headers: { Host: b.example }',
      '43 sources[0].headers.Host is a header that the connection needs; it cannot be set',
    ],
    [
      'headers: { Transfer-Encoding: x }',
      '43 sources[0].headers.Transfer-Encoding is a header that the connection needs; it cannot be set',
    ],
    [
      'headers: { If-None-Match: x }',
      '43 sources[0].headers.If-None-Match is a header that the connection needs; it cannot be set',
    ],
    [
      'headers: { Proxy-Authorization: x }',
      '43 sources[0].headers.Proxy-Authorization is a header that the connection needs; it cannot be set',
    ],
    [
      'headers: { Accept-Encoding: zstd }',
      '43 sources[0].headers.Accept-Encoding is a header that the connection needs; it cannot be set',
    ],
    [
      'headers: { Cookie: a=b }',
      "43 sources[0].headers.Cookie is no header to set here: write the source's 'cookie'",
    ],
    [
      'headers: { User-Agent: a }',
      "43 sources[0].headers.User-Agent is no header to set here: write the source's 'userAgent'",
    ],
    [
      'headers: { "a b": c }',
      '43 sources[0].headers.a b must be the name of a header: letters, digits and hyphens',
    ],
    ['headers: { X-Key: a, x-key: b }', '53 sources[0].headers.x-key is there twice; keep one of the two'],
    [
      'headers: { X-Key: { env: NOT_SET } }',
      '50 sources[0].headers.X-Key names the variable NOT_SET, which is not set',
    ],
    ['cookie: { env: NOT_SET }', '40 sources[0].cookie names the variable NOT_SET, which is not set'],
    [
      'cookie: { file: /nowhere/x }',
      "40 sources[0].cookie names a file that cannot be read: '/nowhere/x' (ENOENT)",
    ],
    [
      'cookie: { env: LINES }',
      '40 sources[0].cookie names the variable LINES, which does not hold one line that can be sent',
    ],
    [
      'auth: { tokenEnv: SET }, headers: { Authorization: x }',
      '68 sources[0].headers.Authorization and the credentials of the source are both there; keep one of the two',
    ],
  ])('%s is refused with its place', (source, message) => {
    expect(errorOf(source)).toBe(`digest.yaml:2:${message}`)
  })

  it.each([
    `headers: { X-Key: "${SECRET}\\nx-evil: 1" }`,
    `headers: { X-Key: [${SECRET}] }`,
    `headers: ${SECRET}`,
    `headers: { X-Key: { env: ${SECRET} } }`,
    `cookie: { file: a, env: ${SECRET} }`,
    `cookie: "ü${SECRET}"`,
    `userAgent: { ${SECRET}: a }`,
  ])('%s is refused, and what may be secret is not shown', (source) => {
    const error = errorOf(source)

    expect(error).toMatch(/^digest\.yaml:2:\d+ sources\[0\]\.(?:headers|cookie|userAgent)/)
    expect(error).not.toContain(SECRET)
  })
})
