import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from './load.ts'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-proxy-'))
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
})

function load(settings: string, env: Record<string, string> = {}) {
  writeFileSync(join(cwd, 'digest.yaml'), settings)
  return loadConfig({ env, cwd })
}

describe('proxies', () => {
  it('are none by themselves', () => {
    const { http, https } = load('log: {}\n').collect.proxy

    expect([http, https]).toEqual([undefined, undefined])
  })

  it('are that of the settings for all addresses, but for this machine and what NO_PROXY names', () => {
    const { proxy } = load('collect: { proxy: socks5://ann:pass@127.0.0.1:1080 }\n', {
      HTTPS_PROXY: 'http://other.example',
      NO_PROXY: 'a.example, .b.example',
    }).collect

    expect(proxy).toEqual({
      http: 'socks5://ann:pass@127.0.0.1:1080',
      https: 'socks5://ann:pass@127.0.0.1:1080',
      direct: ['localhost', '127.0.0.1', '[::1]', 'a.example', '.b.example'],
      resolves: false,
    })
  })

  it('are else those of the environment, each for its addresses, in lower case first', () => {
    const { proxy } = load('collect: { proxyDns: true }\n', {
      HTTPS_PROXY: 'http://capitals.example:1',
      https_proxy: 'http://small.example:2',
      HTTP_PROXY: 'proxy.example:3128',
    }).collect

    expect(proxy).toMatchObject({
      https: 'http://small.example:2/',
      http: 'http://proxy.example:3128/',
      resolves: true,
    })
  })

  it.each(['collect: { proxy: false }\n', 'collect: { proxy: none }\n'])(
    'are none with %j, whatever the environment says',
    (settings) => {
      const { http, https } = load(settings, { HTTPS_PROXY: 'socks4://no.example' }).collect.proxy

      expect([http, https]).toEqual([undefined, undefined])
    },
  )

  it('are those of a source where it has one', () => {
    const { sources } = load(
      'sources:\n  - { url: https://a.example, proxy: http://p.example:1 }\n  - { url: https://b.example, proxy: false }\n  - url: https://c.example\n',
    )

    expect(sources.map(({ proxy }) => proxy)).toEqual(['http://p.example:1/', false, undefined])
  })

  it.each([
    ['collect: { proxy: socks4://ann:canary@p.example }\n', '1:19 collect.proxy must be'],
    ['collect: { proxy: "http://ann:canary@p.example/path" }\n', '1:19 collect.proxy must be'],
    ['collect: { proxy: true }\n', '1:19 collect.proxy must be'],
    [
      'sources:\n  - { url: https://a.example, proxy: ann:canary@p.example }\n',
      '2:38 sources[0].proxy must be',
    ],
  ])('that are none are refused without being shown: %j', (settings, place) => {
    expect(() => load(settings)).toThrow(`digest.yaml:${place} an http://, https:// or socks5:// address`)
    expect(() => load(settings)).not.toThrow('canary')
  })

  it('of the environment that are none are refused without being shown', () => {
    const env = { HTTPS_PROXY: 'socks4://ann:canary@p.example' }

    expect(() => load('log: {}\n', env)).toThrow(
      /^HTTPS_PROXY must be an http:\/\/.*; collect\.proxy: false ignores it$/,
    )
  })
})
