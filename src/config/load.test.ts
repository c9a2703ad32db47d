import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DigestError } from '../model/errors.ts'
import { placeOf } from '../model/store-address.ts'
import type { Config } from './config.ts'
import { loadConfig, type LoadRequest } from './load.ts'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-config-'))
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
})

const load = (request: Omit<LoadRequest, 'cwd'> = {}): Config => loadConfig({ env: {}, ...request, cwd })
const write = (text: string, name = 'digest.yaml'): void => writeFileSync(join(cwd, name), text)

function errorsOf(request: Omit<LoadRequest, 'cwd'> = {}): string[] {
  try {
    load(request)
  } catch (error) {
    if (error instanceof DigestError && error.code === 'configInvalid') return error.message.split('\n')
    throw error
  }
  return []
}

describe('loadConfig', () => {
  it('gives every setting its default where nothing is said', () => {
    const config = load()

    expect(config).toEqual({
      digests: [],
      mail: undefined,
      hooks: [],
      file: undefined,
      dataDir: join(cwd, 'data'),
      store: { kind: 'sqlite', file: join(cwd, 'data/digest.db') },
      namesStore: false,
      server: {
        host: '127.0.0.1',
        port: 8080,
        baseUrl: undefined,
        title: 'Digest',
        description: undefined,
        logo: undefined,
        accent: undefined,
        corsOrigins: ['*'],
        apiKeys: [],
        rateLimit: undefined,
        trustProxy: [],
        crawlers: true,
        securityContact: undefined,
        drainMs: 0,
      },
      metrics: undefined,
      collect: {
        everyMs: 1_800_000,
        concurrency: 32,
        perHost: 2,
        timeoutMs: 20_000,
        maxBytes: 10_000_000,
        content: 'feed',
        thumbnails: true,
        allowAddresses: [],
        userAgent: undefined,
        contact: undefined,
        proxy: {
          http: undefined,
          https: undefined,
          direct: ['localhost', '127.0.0.1', '[::1]'],
          resolves: false,
        },
      },
      retention: { days: 90, maxItemsPerSource: 10_000 },
      changes: { keepDays: 90 },
      ranking: { halfLifeHours: 12 },
      backup: { everyMs: undefined, keep: 7, folder: undefined },
      log: { level: 'info' },
      rules: [],
      sources: [],
      warnings: [],
    })
  })

  it('lets flags win over the environment, the environment over the file, the file over defaults', () => {
    write('server: { host: filehost, port: 1, baseUrl: https://a.example/x/ }\nlog: { level: warn }\n')
    const env = { DIGEST_SERVER_HOST: 'envhost', DIGEST_SERVER_PORT: '2' }

    const config = load({ env, flags: { port: '3' } })

    expect(config.server).toMatchObject({ host: 'envhost', port: 3, baseUrl: 'https://a.example/x' })
    expect(config.log.level).toBe('warn')
    expect(config.collect.concurrency).toBe(32)
  })

  it('reads values of the environment as the file would have them', () => {
    const env = {
      DIGEST_SERVER_TRUST_PROXY: '10.0.0.1, fd00::/8',
      DIGEST_SERVER_CORS_ORIGINS: 'https://a.example,https://b.example',
      DIGEST_SERVER_RATE_LIMIT_MAX: '60',
      DIGEST_COLLECT_EVERY: '1h',
      DIGEST_COLLECT_MAX_BYTES: '1MiB',
      DIGEST_RANKING_HALF_LIFE_HOURS: '6.5',
      DIGEST_LOG_LEVEL: '',
    }

    const config = load({ env })

    expect(config.server.trustProxy).toEqual(['10.0.0.1/32', 'fd00::/8'])
    expect(config.server.corsOrigins).toEqual(['https://a.example', 'https://b.example'])
    expect(config.server.rateLimit).toEqual({ max: 60, perMs: 60_000 })
    expect(config.collect).toMatchObject({ everyMs: 3_600_000, maxBytes: 1_048_576 })
    expect(config.ranking.halfLifeHours).toBe(6.5)
    expect(config.log.level).toBe('info')
  })

  it('has metrics only where a port is named', () => {
    expect(load({ env: { DIGEST_METRICS_HOST: '::1' } }).metrics).toBeUndefined()
    expect(load({ env: { DIGEST_METRICS_PORT: '9464' } }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  })

  it('fills in what a source leaves out', () => {
    write(
      'collect: { every: 1h }\nsources:\n  - url: https://www.Example.org/feed\n  - { name: Ünser Blatt, url: https://b.example/, region: DE, language: de-AT, every: 10m, enabled: false }\n',
    )

    const { sources } = load()

    expect(sources).toEqual([
      {
        id: 'example-org',
        name: 'example-org',
        isNamedByFeed: true,
        type: 'feed',
        url: 'https://www.Example.org/feed',
        category: 'general',
        region: null,
        language: null,
        weight: 1,
        enabled: true,
        everyMs: 3_600_000,
      },
      {
        id: 'unser-blatt',
        name: 'Ünser Blatt',
        type: 'feed',
        url: 'https://b.example/',
        category: 'general',
        region: 'de',
        language: 'de',
        weight: 1,
        enabled: false,
        everyMs: 600_000,
      },
    ])
  })

  it('gives sources the content of all, and what they have of their own', () => {
    write(
      'collect: { content: full }\nsources:\n  - { url: https://a.example, fullText: { content: main } }\n  - { url: https://b.example, content: feed, retention: { days: 7 } }\n',
    )

    const { sources, warnings } = load()

    expect(sources).toMatchObject([
      { content: 'full', fullText: { content: 'main' } },
      { retention: { days: 7 } },
    ])
    expect(sources[1]).not.toHaveProperty('content')
    expect(warnings).toEqual([])
  })

  it('makes of short forms and kinds what they stand for', () => {
    write(
      [
        'sources:',
        '  - url: hn:best',
        '  - { url: "reddit:r/sea", limit: 10 }',
        '  - url: github:sea/tides',
        '  - { url: "youtube:@tides", name: Tides }',
        '  - url: mastodon:@ann@sea.example',
        '  - { url: https://news.ycombinator.com/ask, type: hacker-news, name: Ask }',
        '  - { url: https://sea.example/news, type: page, paths: { items: li, url: a@href } }',
        '  - { url: https://sea.example/news.json, id: news, type: json, paths: { items: data.news } }',
        '  - { url: https://sea.example/sitemap.xml, id: map, type: sitemap }',
      ].join('\n'),
    )

    const { sources } = load()

    expect(sources).toMatchObject([
      {
        id: 'hacker-news-best',
        name: 'Hacker News best',
        type: 'hacker-news',
        url: 'https://hacker-news.firebaseio.com/v0/beststories.json',
      },
      { id: 'r-sea', type: 'reddit', url: 'https://www.reddit.com/r/sea', limit: 10 },
      { id: 'sea-tides', type: 'feed', url: 'https://github.com/sea/tides/releases.atom' },
      { id: 'tides', name: 'Tides', type: 'feed', url: 'https://www.youtube.com/@tides' },
      { id: 'ann-sea-example', type: 'feed', url: 'https://sea.example/@ann.rss' },
      { type: 'hacker-news', url: 'https://hacker-news.firebaseio.com/v0/askstories.json' },
      { id: 'sea-example', type: 'page', paths: { items: 'li', url: 'a@href' } },
      { type: 'json', paths: { items: 'data.news' } },
      { type: 'sitemap' },
    ])
    expect(sources[8]).not.toHaveProperty('paths')
  })

  it('takes the file that a flag names, else the environment, else digest.yaml', () => {
    write('server: { port: 1 }\n')
    write('server: { port: 2 }\n', 'b.yaml')
    write('server: { port: 3 }\n', 'c.yaml')
    const env = { DIGEST_CONFIG: 'b.yaml' }

    const ports = [load(), load({ env }), load({ env, flags: { config: 'c.yaml' } })].map(
      ({ server }) => server.port,
    )

    expect(ports).toEqual([1, 2, 3])
  })

  it('says so where a named file is missing', () => {
    const errors = errorsOf({ flags: { config: 'nowhere.yaml' } })

    expect(errors).toEqual([
      "nowhere.yaml: there is no such file; 'content-digest init' writes one to start from",
    ])
  })

  it('names variable and flag in the errors they bring, beside those of the file', () => {
    write('server: { port: x }\n')
    const env = { DIGEST_SERVER_PORT: '70000', DIGEST_LOG_LEVEL: 'trce', DIGEST_SERVER_API_KEYS: 'too-short' }

    const errors = errorsOf({ env, flags: { port: '-1', store: 'postgresql://ann:s3cret@db' } })

    expect(errors).toEqual([
      "digest.yaml:1:17 server.port must be a whole number from 0 to 65535, not 'x'",
      'DIGEST_SERVER_PORT must be a whole number from 0 to 65535, not 70000',
      'DIGEST_SERVER_API_KEYS must be keys in clear, at least 16 characters each, separated by commas or line ends',
      "DIGEST_LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace, not 'trce'; did you mean 'trace'?",
      '--store must name a host and a database, such as postgres://user:password@host/digest; special characters of the password are written as %40 for @ and the like',
      '--port must be a whole number from 0 to 65535, not -1',
    ])
  })

  it('warns of variables that name no setting', () => {
    const { warnings } = load({
      env: {
        DIGEST_SERVER_PROT: '1',
        DIGEST_SERVER_WORKERS: '2',
        DIGEST_PORT_8080_TCP_ADDR: 'x',
        OTHER: 'y',
      },
    })

    expect(warnings).toEqual([
      "DIGEST_SERVER_PROT is no setting and is ignored; did you mean 'DIGEST_SERVER_PORT'?",
      expect.stringMatching(
        /^DIGEST_SERVER_WORKERS is gone and is ignored: start several `serve --no-collect`/,
      ),
      'DIGEST_PORT_8080_TCP_ADDR is no setting and is ignored',
    ])
  })
})

it('warns of queries that name what no source has', () => {
  write(`sources:
  - { id: paper, url: https://a.example/, category: odd and ends }
  - { id: other, url: https://b.example/, rules: [{ when: { title: x }, then: { category: found } }] }
hooks:
  - { name: one, url: https://hooks.example/, query: 'category=odd-and-end,found&source=papr' }
  - { name: two, url: https://hooks.example/, query: 'category=Odd and Ends,-other&source=paper' }
digests:
  - { name: daily, at: '07:00', query: 'source=gone' }
`)

  expect(load().warnings).toEqual([
    "hook 'one': no source has the id 'papr' of its query; did you mean 'paper'?",
    "hook 'one': no source has the category 'odd-and-end' of its query; did you mean 'odd-and-ends'?",
    "hook 'two': no source has the category 'other' of its query",
    "digest 'daily': no source has the id 'gone' of its query",
  ])
})

describe('sources with credentials', () => {
  const SOURCES = 'sources: [{ id: paper, url: https://a.example/, auth: { tokenEnv: PAPER } }'
  const env = { PAPER: 'Zx9-canary' }
  const KEY = 'a'.repeat(64)

  it('give a warning where any page may read what they bring', () => {
    write(`${SOURCES}]\n`)

    const { warnings } = load({ env })

    expect(warnings).toEqual([
      expect.stringMatching(
        /^server\.corsOrigins is '\*' and no key is asked for, but the source paper is read/,
      ),
    ])
    expect(warnings.join(' ')).not.toContain('canary')
  })

  it('count where the address has them, or a token', () => {
    write(
      'sources: [{ id: a, url: "https://ann:s3cret@a.example/" }, { id: b, url: "https://b.example/?token=s3cret" }]\n',
    )

    const { warnings } = load()

    expect(warnings).toEqual([expect.stringContaining('2 sources are, such as a, read with credentials')])
    expect(warnings.join(' ')).not.toContain('s3cret')
  })

  it.each([
    ['a key is asked for', `${SOURCES}]\nserver: { apiKeys: [${KEY}] }\n`],
    ['only some origins may read', `${SOURCES}]\nserver: { corsOrigins: https://a.example }\n`],
    ['no origin may read', `${SOURCES}]\nserver: { corsOrigins: [] }\n`],
    ['the source is public', 'sources: [{ id: paper, url: https://a.example/feed?page=1 }]\n'],
  ])('give none where %s', (_, text) => {
    write(text)

    expect(load({ env }).warnings).toEqual([])
  })
})

describe('secrets', () => {
  /** SHA-256 of `sixteen letters!`. */
  const HASH = '68fb0c55b0d37de08a6ccb93ae2fa4ca9fcdc6d2fdf37417af3c550f6e39fc4a'

  it('hashes keys of the environment', () => {
    const { server } = load({ env: { DIGEST_SERVER_API_KEYS: 'sixteen letters!,another-long-key' } })

    expect(server.apiKeys).toHaveLength(2)
    expect(server.apiKeys[0]).toEqual({ name: 'key 1', hash: HASH, scope: 'all' })
  })

  it('takes keys with a name and a scope, one of them without a list', () => {
    write(`server: { apiKeys: { hash: ${HASH}, name: reader, scope: feeds } }\n`)

    expect(load().server.apiKeys).toEqual([{ hash: HASH, name: 'reader', scope: 'feeds' }])
  })

  it('reads keys from a file, one a line', () => {
    write('sixteen letters!\nanother-long-key\n', 'keys')

    const { server } = load({ env: { DIGEST_SERVER_API_KEYS_FILE: join(cwd, 'keys') } })

    expect(server.apiKeys).toHaveLength(2)
    expect(server.apiKeys[0]).toEqual({ name: 'key 1', hash: HASH, scope: 'all' })
  })

  it('takes a key that looks like a hash for a key: only the file has hashes', () => {
    write(`server: { apiKeys: [${HASH.toUpperCase()}] }\n`)

    const fromFile = load().server.apiKeys.map(({ hash }) => hash)
    const fromEnvironment = load({ env: { DIGEST_SERVER_API_KEYS: HASH } }).server.apiKeys.map(
      ({ hash }) => hash,
    )

    expect(fromFile).toEqual([HASH])
    expect(fromEnvironment).not.toEqual([HASH])
  })

  it('refuses a secret that is said twice, and a file that cannot be read', () => {
    const both = { DIGEST_SERVER_API_KEYS: 'sixteen letters!', DIGEST_SERVER_API_KEYS_FILE: '/nowhere' }

    expect(errorsOf({ env: both })).toEqual([
      'DIGEST_SERVER_API_KEYS and DIGEST_SERVER_API_KEYS_FILE are both set; keep one of the two',
    ])
    expect(errorsOf({ env: { DIGEST_SERVER_API_KEYS_FILE: '/nowhere' } })).toEqual([
      'DIGEST_SERVER_API_KEYS_FILE names a file that cannot be read: /nowhere (ENOENT)',
    ])
  })
})

describe('where data is kept', () => {
  beforeEach(() => {
    mkdirSync(join(cwd, 'etc'))
    write('store: sqlite:./news.db\n', 'etc/digest.yaml')
    write('{}\n', 'etc/plain.yaml')
  })
  const IN_ETC = { config: 'etc/digest.yaml' }

  it.each<[string, LoadRequest, string, string]>([
    [
      'the folder of the file by default',
      { flags: { config: 'etc/plain.yaml' } },
      'etc/data',
      'etc/data/digest.db',
    ],
    ['the store that the file names, from its folder', { flags: IN_ETC }, 'etc/data', 'etc/news.db'],
    ['--data over the store of the file', { flags: { ...IN_ETC, data: 'd' } }, 'd', 'd/digest.db'],
    [
      'DIGEST_DATA over the store of the file',
      { flags: IN_ETC, env: { DIGEST_DATA: 'd' } },
      'd',
      'd/digest.db',
    ],
    ['--store beside --data', { flags: { ...IN_ETC, data: 'd', store: 'sqlite:x.db' } }, 'd', 'x.db'],
    ['--store over DIGEST_DATA', { flags: { store: 'sqlite:x.db' }, env: { DIGEST_DATA: 'd' } }, 'd', 'x.db'],
  ])('is %s', (_, request, dataDir, file) => {
    const config = load({ env: {}, ...request })

    expect(config.dataDir).toBe(join(cwd, dataDir))
    expect(config.store.file).toBe(join(cwd, file))
  })

  it.each([
    [['newsroom.db'], {}, 'data/newsroom.db'],
    [['newsroom.db', 'digest.db'], {}, 'data/digest.db'],
    [[], {}, 'data/digest.db'],
    [['newsroom.db'], { DIGEST_STORE: 'sqlite:other.db' }, 'other.db'],
  ])('is that of the sample newsroom without settings, where no other is: %j %j', (files, env, store) => {
    mkdirSync(join(cwd, 'data'))
    for (const file of files) writeFileSync(join(cwd, 'data', file), '')

    expect(load({ env }).store).toEqual({ kind: 'sqlite', file: join(cwd, store) })
  })

  it('is never that of the sample newsroom with settings', () => {
    mkdirSync(join(cwd, 'data'))
    writeFileSync(join(cwd, 'data/newsroom.db'), '')
    write('sources: []\n')

    expect(load().store.file).toBe(join(cwd, 'data/digest.db'))
  })

  it('is a database wherever the data folder is, and the files of this machine are in that folder', () => {
    const url = 'postgres://ann:s3cret@db.example/news'
    const config = load({ env: { DIGEST_STORE: url }, flags: { data: '/srv' } })

    expect(config).toMatchObject({ dataDir: '/srv', store: { kind: 'postgres', url, file: '/srv/digest' } })
    expect(placeOf(config.store)).toBe('postgres://db.example/news')
  })

  it('has replicas beside it, in the file or in the variable', () => {
    const url = 'postgres://ann:s3cret@db1:5433,db2/news'
    const readUrls = ['postgres://ann:s3cret@db2/news', 'postgres://ann:s3cret@db3/news']
    write(`store: { url: '${url}', readUrls: ['${readUrls.join("', '")}'] }`)
    const written = load()
    write(`store: { url: '${url}' }`)
    const alone = load()
    const given = load({ env: { DIGEST_STORE: [url, ...readUrls].join('  ') } })

    for (const { store } of [written, given]) {
      expect(store).toMatchObject({ kind: 'postgres', url, readUrls })
      expect(placeOf(store)).toBe('postgres://db1:5433,db2/news')
    }
    expect(alone.store).toMatchObject({ url, readUrls: [] })
  })

  it.each([
    ["{ url: 'postgres://ann:s3cret@db' }", 'has an url that must name a host and a database'],
    ['{ readUrls: [] }', 'must have an url'],
    ["{ url: 'sqlite:a.db', readUrls: 'postgres://ann:s3cret@db/n' }", 'may have readUrls only beside'],
    ["{ url: 'postgres://db/n', readUrls: 'postgres://ann:s3cret@db1,db2/n' }", 'one PostgreSQL server each'],
    ["{ url: 'postgres://db/n', readUrls: ['postgres://ann:s3cret@db'] }", 'has a read url that must name'],
    ["{ url: 'postgres://db/n', replicas: [] }", 'has an unknown key; allowed here: url, readUrls'],
    ['[a]', 'must be sqlite: and a file'],
  ])('is refused as %s', (store, message) => {
    write(`store: ${store}`)

    const errors = errorsOf()

    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(message)
    expect(errors[0]).not.toContain('s3cret')
  })

  it('takes absolute places as they are', () => {
    const config = load({ flags: { store: 'sqlite:///srv/digest.db', data: '/srv' } })

    expect(config).toMatchObject({ dataDir: '/srv', store: { file: '/srv/digest.db' } })
  })
})
