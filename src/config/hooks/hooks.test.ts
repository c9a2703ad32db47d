import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHookQuery } from '../../api/query/hook-query.ts'
import { queryProblem } from '../../api/query/query-setting.ts'
import { checkSettings } from '../files/settings-file.ts'
import { loadConfig } from '../load.ts'

const QUERIES = { hooks: queryProblem(readHookQuery), digests: () => undefined }
const URL_LINE = 'url: https://hooks.example.org/x'

function errorsOf(...hooks: readonly string[]): readonly string[] {
  const text = `hooks:\n${hooks.map((hook) => `  - { ${hook} }\n`).join('')}`
  return checkSettings(Buffer.from(text), 'digest.yaml', {
    secrets: { env: {}, folder },
    queries: QUERIES,
  }).errors
}

const folder = mkdtempSync(join(tmpdir(), 'hooks-'))
const KEY = Buffer.alloc(32, 7)
writeFileSync(join(folder, 'hook.key'), `whsec_${KEY.toString('base64')}\n`)
writeFileSync(join(folder, 'plain.key'), KEY.toString('base64'))
writeFileSync(join(folder, 'short.key'), 'topsecret')

describe('hooks in the settings', () => {
  it('are read with their defaults', () => {
    writeFileSync(
      join(folder, 'digest.yaml'),
      `hooks:
  - { name: alerts, ${URL_LINE}, secret: { file: ./hook.key }, query: 'category=world&minScore=40', on: stories, when: { sourceCount: 5 } }
  - { name: archive, url: 'https://user:pass@archive.example.org/in', secret: { file: plain.key }, query: 'q="solar storm"' }
  - { name: chat, url: 'https://discord.com/api/webhooks/1/x/slack', reasons: [edited, added], template: slack }
`,
    )

    const { hooks } = loadConfig({ env: {}, cwd: folder, queries: QUERIES })

    expect(hooks).toMatchObject([
      { name: 'alerts', key: KEY, on: 'stories', when: { sourceCount: 5 }, template: undefined },
      { name: 'archive', key: KEY, on: 'items', reasons: ['added'], query: 'q="solar storm"' },
      { name: 'chat', key: undefined, reasons: ['added', 'edited'], query: '', template: 'slack' },
    ])
  })

  it.each([
    [
      URL_LINE,
      'digest.yaml:2:5 hooks[0].name is missing; it must be a slug: letters a to z, digits and hyphens, at most 64',
    ],
    [
      `name: a, url: ftp://s:ecret@x.example`,
      'digest.yaml:2:21 hooks[0].url must be an address that begins with http:// or https://',
    ],
    [
      'name: a, url: https://hooks.slack.com/services/T0/B0/secret',
      "digest.yaml:2:16 hooks[0].url leads to a chat that takes its own messages only: add 'template: slack'",
    ],
    [
      `name: a, ${URL_LINE}, on: story`,
      "digest.yaml:2:54 hooks[0].on must be one of items, stories, digests, not 'story'",
    ],
    [
      `name: a, ${URL_LINE}, qurey: x`,
      "digest.yaml:2:50 unknown key 'qurey' in hooks[0]; allowed here: name, url, secret, query, on, reasons, when, template; did you mean 'query'?",
    ],
    [
      `name: a, ${URL_LINE}, query: 'catgory=world'`,
      "digest.yaml:2:57 hooks[0].query cannot be read: unknown parameter 'catgory': did you mean 'category'?",
    ],
    [
      `name: a, ${URL_LINE}, query: 'minScore=140'`,
      "digest.yaml:2:57 hooks[0].query cannot be read: minScore must be a number from 0 to 100, got '140'",
    ],
    [
      `name: a, ${URL_LINE}, query: 'q=()'`,
      "digest.yaml:2:57 hooks[0].query cannot be read: q has no word to look for, got '()'",
    ],
    [
      `name: a, ${URL_LINE}, on: stories`,
      "digest.yaml:2:50 hooks[0].on 'stories' needs a 'when', with one or several of sourceCount, score, trend",
    ],
    [
      `name: a, ${URL_LINE}, when: { score: 50 }`,
      "digest.yaml:2:50 hooks[0].when goes with 'on: stories' only",
    ],
    [
      `name: a, ${URL_LINE}, on: stories, when: { sources: 5 }`,
      "digest.yaml:2:71 unknown key 'sources' in hooks[0].when; allowed here: sourceCount, score, trend",
    ],
    [
      `name: a, ${URL_LINE}, on: stories, when: { score: 5 }, reasons: [added]`,
      "digest.yaml:2:83 hooks[0].reasons goes with 'on: items' only",
    ],
    [`name: a, ${URL_LINE}, reasons: [new]`, 'digest.yaml:2:60 hooks[0].reasons'],
    [
      `name: a, ${URL_LINE}, secret: { file: none.key }`,
      "digest.yaml:2:66 hooks[0].secret.file names a file that cannot be read: 'none.key' (ENOENT)",
    ],
    [
      `name: a, ${URL_LINE}, secret: { file: short.key }`,
      "digest.yaml:2:66 hooks[0].secret.file names the file 'short.key', which must have 24 to 64 bytes in base64, as 'openssl rand -base64 32' makes them",
    ],
  ])('are refused with the place and what is allowed: %s', (hook, message) => {
    const [error, ...more] = errorsOf(hook)

    expect(error?.slice(0, message.length)).toBe(message)
    expect(more).toEqual([])
    expect(error).not.toMatch(/ecret@|topsecret/)
  })

  it('have names of their own', () => {
    expect(errorsOf(`name: a, ${URL_LINE}`, `name: A, ${URL_LINE}`)).toEqual([
      "digest.yaml:3:13 hooks[1].name 'a' is there twice (first at line 2)",
    ])
  })
})
