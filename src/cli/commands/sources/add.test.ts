import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FetchResult } from '../../../model/entry.ts'
import type { Source } from '../../../model/source.ts'
import type { Discovery, FoundFeed } from '../../../sources/discover/discover.ts'
import { add, type AddDeps } from './add.ts'

const NOW = Date.UTC(2026, 0, 2, 12)
const HOUR_MS = 3_600_000

let cwd = ''
let out = ''
let err = ''
let requested: string[] = []
let answers: string[] = []
let found: Discovery = { feeds: [], error: undefined }
let visited: Source[] = []

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-add-'))
  out = ''
  err = ''
  requested = []
  answers = []
  visited = []
  found = { feeds: [aFeed({})], error: undefined }
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
})

const file = (): string => readFileSync(join(cwd, 'digest.yaml'), 'utf8')
const run = (url: string, options: Parameters<typeof add>[1] = {}, isTalking = false) =>
  add(url, options, deps(isTalking), new AbortController().signal)

function aFeed(over: Partial<FoundFeed>): FoundFeed {
  return {
    url: 'https://paper.example/feed.xml',
    title: 'The Paper',
    siteUrl: undefined,
    entryCount: 20,
    newestAt: NOW - 3 * HOUR_MS,
    titles: ['Ferry', 'Tram'],
    ...over,
  }
}

function deps(isTalking: boolean): AddDeps {
  return {
    io: {
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
    },
    cwd,
    env: {},
    now: () => NOW,
    exit: () => undefined,
    ask: isTalking
      ? async (question) => {
          requested.push(question)
          return answers.shift() ?? ''
        }
      : undefined,
    openCollector: () => ({
      discover: async () => found,
      collect: async (source) => {
        visited.push(source)
        return source.type === 'sitemap' ? MISSING : brought('Hacker News')
      },
      close: async () => undefined,
    }),
  }
}

const MISSING: FetchResult = {
  kind: 'failed',
  error: { code: 'http4xx', message: 'it is not there' },
  exchange: { status: 404, latencyMs: 1, finalUrl: '', retryAfterMs: undefined, bytes: 0 },
}

function brought(title: string): FetchResult {
  return {
    kind: 'entries',
    feed: { title, siteUrl: undefined, language: undefined, iconUrl: undefined, ttlMs: undefined },
    entries: [],
    validators: { etag: null, lastModified: null },
    documentHash: '',
    exchange: { status: 200, latencyMs: 1, finalUrl: '', retryAfterMs: undefined, bytes: 1 },
  }
}

describe('add', () => {
  it('adds the only feed of a page to a file that it makes', async () => {
    const code = await run('paper.example', { category: 'news', region: 'gb' })

    expect(code).toBe(0)
    expect(file()).toBe(
      'sources:\n  - id: the-paper\n    name: The Paper\n    url: https://paper.example/feed.xml\n    category: news\n    region: gb\n',
    )
    expect(out).toBe(
      [
        ' 1  The Paper',
        '    https://paper.example/feed.xml',
        '    20 entries, newest 3 h ago',
        '      · Ferry',
        '      · Tram',
        "Added 'the-paper' to digest.yaml",
        '',
      ].join('\n'),
    )
  })

  it('leaves comments and order of a file as they are', async () => {
    const before = '# mine\nsources:\n  # first\n  - url: https://a.example/ # kept\n\nlog: {}\n'
    writeFileSync(join(cwd, 'digest.yaml'), before)

    await run('https://paper.example/')

    expect(file()).toBe(
      before.replace(
        '# kept\n',
        '# kept\n  - id: the-paper\n    name: The Paper\n    url: https://paper.example/feed.xml\n',
      ),
    )
  })

  it('asks which of several, where a person is there', async () => {
    found = {
      feeds: [aFeed({}), aFeed({ title: 'Sport', url: 'https://paper.example/s' })],
      error: undefined,
    }
    answers = ['2']

    const code = await run('https://paper.example/', {}, true)

    expect(code).toBe(0)
    expect(requested).toEqual(['Which one? [1-2, nothing for none] '])
    expect(file()).toContain('url: https://paper.example/s\n')
  })

  it('asks again after a number that there is not', async () => {
    found = {
      feeds: [aFeed({}), aFeed({ title: 'Sport', url: 'https://paper.example/s' })],
      error: undefined,
    }
    answers = ['7', 'sport', '2']

    const code = await run('https://paper.example/', {}, true)

    expect(code).toBe(0)
    expect(requested).toHaveLength(3)
    expect(err).toBe("there is no number '7'\nthere is no number 'sport'\n")
    expect(file()).toContain('url: https://paper.example/s\n')
  })

  it('adds nothing where the answer is nothing', async () => {
    found = {
      feeds: [aFeed({}), aFeed({ title: 'Sport', url: 'https://paper.example/s' })],
      error: undefined,
    }
    answers = ['']

    const code = await run('https://paper.example/', {}, true)

    expect(code).toBe(2)
    expect(existsSync(join(cwd, 'digest.yaml'))).toBe(false)
  })

  it('asks before it adds the only one', async () => {
    answers = ['n']

    const code = await run('https://paper.example/', {}, true)

    expect(code).toBe(2)
    expect(err).toBe('nothing was added\n')
  })

  it('wants to be told which of several, where nobody is there', async () => {
    found = {
      feeds: [aFeed({}), aFeed({ title: 'Sport', url: 'https://paper.example/s' })],
      error: undefined,
    }

    const undecided = await run('https://paper.example/')
    const wrong = await run('https://paper.example/', { choose: '3' })
    const second = await run('https://paper.example/', { choose: '2' })
    const first = await run('https://paper.example/', { yes: true })

    expect([undecided, wrong, second, first]).toEqual([2, 2, 0, 0])
    expect(err).toContain(
      '2 feeds were found; choose one with --choose 1 to --choose 2, or the first with --yes',
    )
    expect(file()).toMatch(/https:\/\/paper\.example\/s\n[^]*https:\/\/paper\.example\/feed\.xml\n/)
  })

  it('takes a short form as it is written', async () => {
    const code = await run('hn:best')

    expect(code).toBe(0)
    expect(visited[0]).toMatchObject({ type: 'hacker-news' })
    expect(file()).toBe('sources:\n  - id: hacker-news-best\n    name: Hacker News best\n    url: hn:best\n')
  })

  it('writes the kind of a page that it knows', async () => {
    await run('https://www.reddit.com/r/sea/top?t=week')

    expect(file()).toContain('url: https://www.reddit.com/r/sea/top?t=week\n    type: reddit\n')
  })

  it.each([
    ['by its address', 'http://www.paper.example/feed.xml', 'https://paper.example/feed.xml'],
    ['by what its page names', 'https://paper.example/', 'https://paper.example/feed.xml'],
    ['by a short form', 'hn:best', 'https://hacker-news.firebaseio.com/v0/beststories.json'],
  ])('refuses what is there already, known %s', async (_, url, known) => {
    const before = `sources:\n  - { id: mine, url: '${known}' }\n`
    writeFileSync(join(cwd, 'digest.yaml'), before)

    const code = await run(url)

    expect(code).toBe(2)
    expect(err).toBe("this source is there already, as 'mine'\n")
    expect(file()).toBe(before)
  })

  it('knows an address with a fragment, which no server is told of', async () => {
    writeFileSync(
      join(cwd, 'digest.yaml'),
      "sources:\n  - { id: mine, url: 'https://paper.example/feed.xml' }\n",
    )

    const code = await run('https://paper.example/feed.xml#latest')

    expect(code).toBe(2)
    expect(err).toBe("this source is there already, as 'mine'\n")
  })

  it.each(['ftp://paper.example/feed', 'javascript:alert(1)', 'hn:bestest', 'not an address', ''])(
    'takes %j for a slip, and asks nobody',
    async (written) => {
      const code = await run(written)

      expect(code).toBe(2)
      expect(err).toContain('what to add must be an address that begins with http:// or https://')
      expect(visited).toEqual([])
    },
  )

  it.each([
    [{ id: 'mine' }, "the id 'mine' is taken or is no slug; 'mine-2' would be free"],
    [{ region: 'New York' }, "'New York' is no region; a slug is needed"],
    [{ category: '🎉' }, /^category must be the name of a category/],
  ])('refuses %j', async (options, message) => {
    const before = "sources:\n  - { id: mine, url: 'https://a.example/' }\n"
    writeFileSync(join(cwd, 'digest.yaml'), before)

    const code = await run('https://paper.example/', options)

    expect(code).toBe(2)
    expect(err.trim()).toMatch(message)
    expect(file()).toBe(before)
  })

  it('names the address to try where a server has no https', async () => {
    const message = 'no secure connection to paper.example: wrong version number'
    found = { feeds: [], error: { code: 'tls', message } }

    expect(await run('paper.example:8000')).toBe(1)
    expect(err).toBe(
      `https://paper.example:8000/: tls: ${message}. It does not use https there: try http://paper.example:8000/\n`,
    )
  })

  it('says so where there is no feed, and why where nothing could be read', async () => {
    found = { feeds: [], error: undefined }
    const none = await run('https://paper.example/')
    found = { feeds: [], error: { code: 'dns', message: 'the name paper.example could not be found' } }
    const unread = await run('https://ann:s3cret@paper.example/?token=s3cret')

    expect([none, unread]).toEqual([1, 1])
    expect(err).toContain('https://paper.example/: no feed was found there')
    expect(err).toContain(
      'https://paper.example/?token=hidden: dns: the name paper.example could not be found',
    )
    expect(err).not.toContain('s3cret')
  })

  it('shows a title that would steer the terminal as plain words', async () => {
    found = { feeds: [aFeed({ title: 'A\u001B[2JB', titles: ['x\ny'] })], error: undefined }

    await run('https://paper.example/')

    expect(out).not.toContain('\u001B')
    expect(file()).toContain('name: A [2JB\n')
  })

  it('only tells with --dry-run', async () => {
    const code = await run('https://paper.example/', { dryRun: true })

    expect(code).toBe(0)
    expect(out).toContain('The Paper')
    expect(existsSync(join(cwd, 'digest.yaml'))).toBe(false)
  })
})
