import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOfKey } from '../../config/api-keys.ts'
import { loadConfig } from '../../config/load.ts'
import type { CommandDeps } from '../io.ts'
import { addKey, listKeys, revokeKey } from './keys.ts'

let cwd = ''
let stdout = ''
let stderr = ''
let env: Record<string, string> = {}

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-keys-'))
  stdout = ''
  stderr = ''
  env = {}
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
})

function deps(): CommandDeps {
  return {
    io: {
      stdout: { write: (text: string) => (stdout += text) },
      stderr: { write: (text: string) => (stderr += text) },
    },
    cwd,
    env,
    now: () => 0,
    exit: () => undefined,
  }
}

const keys = () => loadConfig({ cwd, env: {} }).server.apiKeys
const settings = () => readFileSync(join(cwd, 'digest.yaml'), 'utf8')

describe('keys add', () => {
  it('prints the key once, and writes its hash, scope and limit alone', () => {
    addKey('ann', { scope: 'feeds', limit: '10/2m' }, deps())

    const key = stdout.trim()
    expect(key).toMatch(/^cdk_[\w-]{32}$/)
    expect(keys()).toEqual([
      { name: 'ann', hash: hashOfKey(key), scope: 'feeds', rateLimit: { max: 10, perMs: 120_000 } },
    ])
    expect(settings() + stderr).not.toContain(key)
  })

  it('never makes the same key twice', () => {
    for (const name of ['a', 'b', 'c']) addKey(name, {}, deps())

    expect(new Set(stdout.trim().split('\n')).size).toBe(3)
    expect(keys().map(({ name, scope }) => [name, scope])).toEqual(
      ['a', 'b', 'c'].map((name) => [name, 'all']),
    )
  })

  it.each([
    ['a name that is taken', 'ann', {}, "a key named 'ann' is there already"],
    ['an empty name', ' ', {}, 'the name must be a text of 1 to 100 characters'],
    [
      'a scope that does not exist',
      'b',
      { scope: 'write' },
      "--scope must be one of all, feeds, not 'write'",
    ],
    ['half a limit', 'b', { limit: '10' }, '--limit must be a whole number from 1 to 1000000'],
    ['a limit of nothing', 'b', { limit: '0/1m' }, "not '0/1m'"],
    ['a limit without a unit', 'b', { limit: '10/60' }, "not '10/60'"],
  ])('refuses %s, with nothing written', (_, name, options, message) => {
    addKey('ann', {}, deps())
    const before = settings()

    expect(() => addKey(name, options, deps())).toThrow(message)
    expect(settings()).toBe(before)
  })

  it('leaves settings with errors as they are', () => {
    writeFileSync(join(cwd, 'digest.yaml'), 'server: { prot: 1 }\n')

    expect(() => addKey('ann', {}, deps())).toThrow("unknown key 'prot'")
    expect([settings(), stdout]).toEqual(['server: { prot: 1 }\n', ''])
  })

  it('says that the environment has the last word', () => {
    env = { DIGEST_SERVER_API_KEYS: 'a-key-of-the-environment' }

    addKey('ann', {}, deps())

    expect(stderr).toContain('DIGEST_SERVER_API_KEYS is set')
    expect(stderr).not.toContain('a-key-of')
  })
})

describe('keys list', () => {
  it('shows names, scopes and limits, and no key', () => {
    addKey('ann', { limit: '600/1m' }, deps())
    addKey('reader of feeds', { scope: 'feeds' }, deps())
    const [first = '', second = ''] = stdout.trim().split('\n')
    stdout = ''

    listKeys({}, deps())

    const [one, other] = keys().map(({ hash }) => hash.slice(0, 12))
    expect(stdout).toBe(
      `ann              all    600/1m        ${one}\nreader of feeds  feeds                ${other}\n`,
    )
    expect(stdout).not.toContain(first)
    expect(stdout).not.toContain(second)
  })

  it('says that without keys the service is open', () => {
    writeFileSync(join(cwd, 'digest.yaml'), 'server: {}\n')

    listKeys({}, deps())

    expect([stdout, stderr]).toEqual(['', expect.stringContaining('open to everybody')])
  })

  it('needs settings', () => {
    expect(() => listKeys({}, deps())).toThrow('there is no digest.yaml here')
    expect(existsSync(join(cwd, 'digest.yaml'))).toBe(false)
  })
})

describe('keys revoke', () => {
  beforeEach(() => {
    for (const name of ['ann', 'bob']) addKey(name, {}, deps())
  })

  it('removes the key that is named', () => {
    revokeKey('ann', {}, deps())

    expect(keys().map(({ name }) => name)).toEqual(['bob'])
  })

  it('takes the first digits of the hash', () => {
    revokeKey(keys()[1]?.hash.slice(0, 12).toUpperCase() ?? '', {}, deps())

    expect(keys().map(({ name }) => name)).toEqual(['ann'])
  })

  it('refuses the last key, unless it is told to open the service', () => {
    revokeKey('ann', {}, deps())

    expect(() => revokeKey('bob', {}, deps())).toThrow('open to everybody')
    expect(keys()).toHaveLength(1)
    revokeKey('bob', { last: true }, deps())
    expect(keys()).toEqual([])
  })

  it('names the keys that there are', () => {
    expect(() => revokeKey('carl', {}, deps())).toThrow("no key is named 'carl'; there are: ann, bob")
  })
})
