import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDigestQuery } from '../../api/query/digest-query.ts'
import { queryProblem } from '../../api/query/query-setting.ts'
import { checkSettings } from '../files/settings-file.ts'
import { loadConfig } from '../load.ts'

const MAIL = 'mail: { from: a@example.org, smtp: { url: smtp://mail.example.org } }'

function errorsOf(...lines: string[]): readonly string[] {
  const text = `${lines.join('\n')}\n`
  const queries = { digests: queryProblem(readDigestQuery), hooks: () => undefined }
  return checkSettings(Buffer.from(text), 'digest.yaml', { queries }).errors
}

describe('the settings of digests', () => {
  it('take the example of the contract without its hook', () => {
    expect(
      errorsOf(
        "digests:\n  - { name: morning, title: The morning, query: 'distinct=story&language=en', window: 24h, size: 20, sections: category, at: '07:00', days: [mon, tue, wed, thu, fri], timezone: Europe/Berlin, send: [ { mail: team@example.org } ] }",
        MAIL,
      ),
    ).toEqual([])
  })

  it.each([
    ['query: source=hn&minScore=40&sort=hot'],
    ['query: \'q="solar storm" -subsidy&category=-sports\''],
    ['query: ?language=en'],
    ["at: '7:05'"],
    ['at: 07:00'],
    ['days: sat'],
    ['timezone: Asia/Kathmandu'],
    ['timezone: US/Eastern'],
  ])('take %s', (line) => {
    expect(errorsOf(`digests: [{ name: a, ${line} }]`)).toEqual([])
  })

  it.each([
    [
      'query: langage=en',
      "1:30 digests[0].query cannot be read: unknown parameter 'langage': did you mean 'language'?",
    ],
    [
      'query: minScore=high',
      "1:30 digests[0].query cannot be read: minScore must be a number from 0 to 100, got 'high'",
    ],
    [
      'query: sinceHours=24',
      "1:30 digests[0].query cannot be read: has 'sinceHours'; leave it out, since the window of the digest says from when",
    ],
    [
      'query: sort=oldest',
      "1:30 digests[0].query cannot be read: sort must be one of score, hot, newest, got 'oldest'",
    ],
    ['query: q=()', "1:30 digests[0].query cannot be read: q has no word to look for, got '()'"],
    [
      'query: language=%zz',
      "1:30 digests[0].query cannot be read: the query has a percent-encoding that is not UTF-8: 'language=%zz'",
    ],
    [
      'timezone: Europe/Berln',
      "1:33 digests[0].timezone must be a time zone by its name, such as UTC, Europe/Berlin or America/New_York, not 'Europe/Berln'; did you mean 'Europe/Berlin'?",
    ],
    [
      'timezone: "+01:00"',
      "1:33 digests[0].timezone must be a time zone by its name, such as UTC, Europe/Berlin or America/New_York, not '+01:00'",
    ],
    [
      'days: [mon, tus]',
      "1:35 digests[0].days[1] must be one or several of mon, tue, wed, thu, fri, sat, sun, not 'tus'; did you mean 'tue'?",
    ],
    ["at: '24:00'", "1:27 digests[0].at must be a time of day from 00:00 to 23:59, not '24:00'"],
    ['size: 0', '1:29 digests[0].size must be a whole number from 1 to 100, not 0'],
    ['sections: region', "1:33 digests[0].sections must be one of none, category, not 'region'"],
    [
      'tittle: x',
      "1:23 unknown key 'tittle' in digests[0]; allowed here: name, title, query, window, size, sections, at, days, timezone, language, whenEmpty, send; did you mean 'title'?",
    ],
    [
      'send: [{ hook: alerts }]',
      "1:38 digests[0].send[0].hook names no hook: no hook is named 'alerts'; there are no hooks",
    ],
    [
      'send: [{ mail: team@example.org }]',
      '1:38 digests[0].send[0].mail cannot be sent to: mail.from and mail.smtp.url must be set too',
    ],
  ])('say where and what is wrong with %s', (line, error) => {
    expect(errorsOf(`digests: [{ name: a,  ${line} }]`)).toContain(`digest.yaml:${error}`)
  })

  it.each([
    ['send: [{ mail: not-an-address }]', 'digests[0].send[0] must have a mail address after mail'],
    ['send: [team@example.org]', 'digests[0].send[0] must be { mail: ADDRESS } or { hook: NAME }'],
    [
      'send: [{ mail: a@example.org, hook: b }]',
      'digests[0].send[0] must be { mail: ADDRESS } or { hook: NAME }',
    ],
  ])('refuse %s', (line, error) => {
    expect(errorsOf(`digests: [{ name: a, ${line} }]`, MAIL).join('\n')).toContain(error)
  })

  it('know the hooks that there are', () => {
    const errors = errorsOf(
      'digests: [{ name: a, send: [{ hook: x }, { hook: alerts }] }]',
      'hooks: [{ name: alerts }]',
    )

    expect(errors[0]).toBe(
      "digest.yaml:1:37 digests[0].send[0].hook names no hook: no hook is named 'x'; there are alerts",
    )
    expect(errors.join('\n')).not.toContain('send[1]')
  })

  it('refuse a name that is there twice, a command, or missing', () => {
    expect(errorsOf('digests:', '  - { name: a }', '  - { name: A }')).toEqual([
      "digest.yaml:3:13 digests[1].name 'a' is there twice (first at line 2)",
    ])
    expect(errorsOf('digests: [{ name: send }]')[0]).toContain("must not be 'send', which is a command")
    expect(errorsOf('digests: [{ title: x }]')[0]).toContain('digests[0].name is missing')
  })
})

describe('the settings of mail', () => {
  it.each([
    [
      'smtp://ann:s3cret@mail.example.org',
      "must be smtp:// or smtps:// with a host, such as smtps://user@mail.example.org, and without the password, which passwordFile names, not 'smtp://…@mail.example.org'",
    ],
    ['https://mail.example.org', 'must be smtp:// or smtps://'],
    ['smtp://mail.example.org/inbox', 'must be smtp:// or smtps://'],
  ])('refuse the server %s', (url, error) => {
    const [found = ''] = errorsOf(`mail: { from: a@example.org, smtp: { url: "${url}" } }`)

    expect(found).toContain(`mail.smtp.url ${error}`)
    expect(found).not.toContain('s3cret')
  })

  it.each(['no address', 'a@b@c', 'Ann <ann>', 'ann@example.org, bob@example.org'])(
    'refuse the sender %s',
    (from) => {
      expect(errorsOf(`mail: { from: "${from}" }`)[0]).toContain('mail.from must be a mail address')
    },
  )

  it('read the password from a file beside the settings', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'digest-mail-'))
    writeFileSync(join(cwd, 'smtp.key'), 'pass wörd\n')
    writeFileSync(
      join(cwd, 'digest.yaml'),
      'mail: { from: News <a@example.org>, smtp: { url: smtps://ann@mail.example.org, passwordFile: ./smtp.key } }\n',
    )

    expect(loadConfig({ cwd, env: {} }).mail).toEqual({
      from: 'News <a@example.org>',
      smtp: { url: 'smtps://ann@mail.example.org', password: 'pass wörd' },
    })
  })

  it.each([
    ['smtps://ann@mail.example.org', 'names a file that cannot be read'],
    ['smtps://mail.example.org', 'needs a user in mail.smtp.url'],
  ])('say where a password is missing, or its user: %s', (url, error) => {
    const cwd = mkdtempSync(join(tmpdir(), 'digest-mail-'))
    writeFileSync(
      join(cwd, 'digest.yaml'),
      `mail:\n  from: a@example.org\n  smtp: { url: ${url}, passwordFile: ./none }\n`,
    )

    expect(() => loadConfig({ cwd, env: {} })).toThrow(
      new RegExp(`^digest\\.yaml:3:\\d+ mail\\.smtp\\.passwordFile ${error}`),
    )
  })

  it('warn where mails cannot link to the service', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'digest-mail-'))
    const digests = 'digests: [{ name: a, send: [{ mail: b@example.org }] }]'
    writeFileSync(join(cwd, 'digest.yaml'), `${digests}\n${MAIL}\n`)

    expect(loadConfig({ cwd, env: {} }).warnings).toEqual([
      'server.baseUrl is not set: mails of digests have no links to this service',
    ])
    expect(loadConfig({ cwd, env: {}, flags: { baseUrl: 'https://news.example' } }).warnings).toEqual([])
  })
})
