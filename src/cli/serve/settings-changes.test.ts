import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder } from '../../../test/scratch-folder.ts'
import type { Config } from '../../config/config.ts'
import { loadConfig } from '../../config/load.ts'
import { settingsChanges, effectiveSettings } from './settings-changes.ts'

const folder = scratchFolder('test')

/** The settings of a file with these lines. */
function settings(...lines: readonly string[]): Config {
  const file = join(folder, 'digest.yaml')
  writeFileSync(file, lines.join('\n'))
  return loadConfig({ flags: { config: file }, env: {}, cwd: folder })
}

const source = (id: string, rest = ''): string =>
  `  - { id: ${id}, url: "https://${id}.example/feed"${rest} }`
const BEFORE = settings('sources:', source('a'), source('b'))

describe('changes of settings', () => {
  it('are none where the file says the same in other words', () => {
    const rules = 'rules: [{ when: { title: [/^ad/i, sale*] }, then: drop }]'
    const before = settings(rules, 'sources:', source('a'), source('b'))
    const after = settings(
      '# the same',
      'server: { port: 8080 }',
      rules,
      'sources:',
      source('a'),
      source('b'),
    )

    expect(settingsChanges(before, after)).toEqual({
      taken: [],
      needRestart: [],
      ofServer: false,
      ofCollecting: false,
      ofDigests: false,
      ofHooks: false,
      ofBackups: false,
    })
  })

  it('name the sources that came, went and changed', () => {
    const after = settings('sources:', source('b', ', category: science'), source('c'))

    const changes = settingsChanges(BEFORE, after)

    expect(changes).toMatchObject({ ofServer: false, ofCollecting: true, needRestart: [] })
    expect(changes.taken).toEqual(['sources: 1 added (c), 1 removed (a), 1 changed (b)'])
  })

  it.each([
    ['server: { rateLimit: { max: 5, per: 1m } }', 'server.rateLimit', 'ofServer'],
    [`server: { apiKeys: [${'ab'.repeat(32)}] }`, 'server.apiKeys', 'ofServer'],
    ['server: { baseUrl: "https://news.example/digest" }', 'server.baseUrl', 'ofServer'],
    ['hooks: [{ name: alerts, url: "https://a.example/" }]', 'hooks', 'ofHooks'],
    ['digests: [{ name: morning }]', 'digests', 'ofDigests'],
    ['digests: [{ name: morning }]', 'digests', 'ofServer'],
    ['mail: { from: a@example.org, smtp: { url: "smtp://mail.example.org" } }', 'mail', 'ofDigests'],
    ['collect: { timeout: 7s }', 'collect.timeout', 'ofCollecting'],
    ['retention: { days: 7 }', 'retention.days', 'ofCollecting'],
    ['rules: [{ name: no-ads, when: { title: ad }, then: drop }]', 'rules', 'ofCollecting'],
  ] as const)('know what %s concerns', (line, name, what) => {
    const after = settings(line, 'sources:', source('a'), source('b'))

    const changes = settingsChanges(BEFORE, after)

    expect(changes.taken).toEqual([name])
    expect(changes[what]).toBe(true)
    expect(changes.ofServer && changes.ofCollecting).toBe(false)
    expect(changes.needRestart).toEqual([])
  })

  it('tell what needs a restart, and keep that as it was', () => {
    const after = settings(
      'data: elsewhere',
      'server: { port: 9000 }',
      'metrics: { port: 9464 }',
      'log: { level: warn }',
      'sources:',
      source('a'),
      source('b'),
    )

    const changes = settingsChanges(BEFORE, after)
    const taken = effectiveSettings(BEFORE, after)

    expect(changes.needRestart).toEqual(['data', 'store', 'metrics', 'server.port'])
    expect(taken.metrics).toBeUndefined()
    expect(changes.taken).toEqual(['log.level'])
    expect([taken.server.port, taken.dataDir, taken.store]).toEqual([8080, BEFORE.dataDir, BEFORE.store])
    expect(taken.log.level).toBe('warn')
  })
})
