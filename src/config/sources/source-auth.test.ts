import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DigestError } from '../../model/errors.ts'
import { loadConfig } from '../load.ts'

const SECRET = 'Zx9-canary'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-auth-'))
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
})

function headersOf(auth: string, env: Record<string, string> = {}, withSecrets = true): unknown {
  writeFileSync(
    join(cwd, 'digest.yaml'),
    `sources:\n  - url: https://a.example/\n    auth: ${auth}\nserver: { corsOrigins: [] }\n`,
  )
  const { sources, warnings } = loadConfig({ env, cwd, withSecrets })
  expect(warnings).toEqual([])
  return sources[0]?.headers
}

function errorOf(source: string, env: Record<string, string> = {}): string {
  writeFileSync(join(cwd, 'digest.yaml'), `sources:\n  - ${source}\n`)
  try {
    loadConfig({ env, cwd })
  } catch (error) {
    if (error instanceof DigestError) return error.message
    throw error
  }
  return ''
}

describe('credentials of a source', () => {
  it('make a user and password that the environment has Basic authorization', () => {
    const headers = headersOf('{ username: ann, passwordEnv: PAPER }', { PAPER: 'pä:ss' })

    expect(headers).toEqual({ authorization: `Basic ${Buffer.from('ann:pä:ss').toString('base64')}` })
  })

  it('make a token of a file, which counts from the settings, Bearer authorization', () => {
    writeFileSync(join(cwd, 'paper.token'), `${SECRET}\n`)

    expect(headersOf('{ tokenFile: paper.token }')).toEqual({ authorization: `Bearer ${SECRET}` })
  })

  it('go in another header as they are', () => {
    const headers = headersOf('{ header: X-Api-Key, tokenEnv: DIGEST_PAPER }', { DIGEST_PAPER: SECRET })

    expect(headers).toEqual({ 'x-api-key': SECRET })
  })

  it('are left out, and not looked for, where nothing is visited', () => {
    expect(headersOf('{ tokenEnv: NOT_SET }', {}, false)).toBeUndefined()
  })

  it('are not looked for of a source that is not enabled', () => {
    expect(errorOf('{ url: https://a.example/, enabled: false, auth: { tokenEnv: NOT_SET } }')).toBe('')
  })

  it.each([
    ['{ tokenEnv: NOT_SET }', '2:40 sources[0].auth.tokenEnv names the variable NOT_SET, which is not set'],
    [
      '{ tokenFile: /nowhere/x }',
      "2:40 sources[0].auth.tokenFile names a file that cannot be read: '/nowhere/x' (ENOENT)",
    ],
    [
      '{ tokenEnv: LINES }',
      '2:40 sources[0].auth.tokenEnv names the variable LINES, which does not hold one line that can be sent',
    ],
    [
      '{ username: ann }',
      "2:32 sources[0].auth has no secret; 'username' goes with 'passwordEnv' or 'passwordFile', 'header' with 'tokenEnv' or 'tokenFile'",
    ],
    ['{ passwordEnv: SET }', "2:40 sources[0].auth.passwordEnv needs a 'username'"],
    [
      '{ tokenEnv: SET, tokenFile: x }',
      '2:55 sources[0].auth.tokenFile and tokenEnv are both there; keep one of the two',
    ],
    [
      '{ tokenEnv: SET, header: Host }',
      "2:63 sources[0].auth.header must be the name of a header that carries a key, not 'Host'",
    ],
  ])('%s is told with its place', (auth, message) => {
    const error = errorOf(`{ url: https://a.example/, auth: ${auth} }`, {
      SET: SECRET,
      LINES: `${SECRET}\r\nx-evil: 1`,
    })

    expect(error).toBe(`digest.yaml:${message}`)
  })

  it('cannot stand in the file themselves, and are not shown where somebody tries', () => {
    const error = errorOf(`{ url: https://a.example/, auth: { username: ann, password: ${SECRET} } }`)

    expect(error).toMatch(/unknown key 'password' in sources\[0\]\.auth; allowed here: .*passwordEnv/)
    expect(error).not.toContain(SECRET)
  })

  it('and those in the address are one too many', () => {
    const error = errorOf(`{ url: 'https://u:${SECRET}@a.example/', auth: { tokenEnv: SET } }`, { SET: 'x' })

    expect(error).toMatch(/auth and the credentials in the source's 'url' are both there/)
    expect(error).not.toContain(SECRET)
  })
})
