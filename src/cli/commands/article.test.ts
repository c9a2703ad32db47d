import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import type { Source } from '../../model/source.ts'
import type { PageReading } from '../../sources/article/article-page.ts'
import { article, type ArticleDeps, registerArticle } from './article.ts'

const URL_READ = 'https://tide.example/ferry'
const PAGE = {
  title: 'Ferry\u001b[2J runs',
  contentHtml: '<p>The ferry\u0007 runs.</p><script>alert(1)</script>',
  description: undefined,
  author: 'Ada Quill',
  imageUrl: undefined,
  publishedAt: 0,
}

let cwd = ''
let out = ''
let err = ''
let requested: Source[] = []
let reading: PageReading

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-article-'))
  out = ''
  err = ''
  requested = []
  reading = { kind: 'read', page: PAGE }
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
})

describe('reading an article from the terminal', () => {
  it('says in the list of commands that it only shows', () => {
    const program = new Command()

    registerArticle(program, deps())

    expect(program.helpInformation().replaceAll(/\s+/g, ' ')).toContain(
      'article [options] <url> show what full-text extraction takes from a page (nothing is stored)',
    )
  })

  it('prints its text, and beside it what its page says', async () => {
    const code = await article(URL_READ, {}, deps())

    expect(code).toBe(0)
    expect(out).toBe('The ferry runs.\n')
    expect(err).toMatch(
      /^title {7}Ferry \[2J runs\nauthor {6}Ada Quill\npublished {3}1970-01-01T00:00:00.000Z\n/,
    )
    expect(err).toContain('image       none\n')
  })

  it('prints the HTML that would be stored', async () => {
    await article(URL_READ, { html: true }, deps())

    expect(out).toContain('<p>The ferry')
    expect(out).not.toContain('script')
  })

  it('takes the selectors of a source, and tries others in their place', async () => {
    await article(URL_READ, { source: 'tide', remove: '.ad' }, deps())

    expect(requested).toMatchObject([
      { url: URL_READ, content: 'full', fullText: { content: '.story', remove: '.ad' } },
    ])
  })

  it('says where the selector of the content matched nothing', async () => {
    reading = { kind: 'read', page: { ...PAGE, isContentSelectorIdle: true } }

    const code = await article(URL_READ, { content: '.nowhere' }, deps())

    expect(code).toBe(0)
    expect(err).toContain("'.nowhere' matches nothing on this page; the article was found without it\n")
  })

  it('tells why there is none', async () => {
    reading = { kind: 'failed', lasting: true, error: { code: 'http4xx', message: 'it answered 404' } }
    const failed = await article(URL_READ, {}, deps())

    reading = { kind: 'read', page: { ...PAGE, contentHtml: undefined } }
    const empty = await article(URL_READ, {}, deps())

    expect([failed, empty]).toEqual([1, 1])
    expect(err).toMatch(/^http4xx: it answered 404\n/)
    expect(err).toContain('text        0 characters')
    expect(err).toMatch(/\nno article was found on this page: .* Name its element with --content\n$/)
  })

  it('says so where what was found has no text', async () => {
    reading = {
      kind: 'read',
      page: { ...PAGE, contentHtml: '<p><img src="https://tide.example/a.jpg"></p>' },
    }

    const code = await article(URL_READ, { remove: '.ad' }, deps())

    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(
      "has no text, such as pictures or a video alone, or everything in it is removed by '.ad'\n",
    )
  })

  it.each([
    ['tide.example', {}, "must begin with http:// or https://, got 'tide.example'"],
    [URL_READ, { source: 'nobody' }, "no source has the id 'nobody'"],
    [URL_READ, { content: 'p[' }, "--content must be a CSS selector, got 'p['"],
  ])('refuses %s %j', async (url, flags, message) => {
    await expect(article(url, flags, deps())).rejects.toThrow(message)
    expect(requested).toEqual([])
  })
})

function deps(): ArticleDeps {
  const config = loadConfig({ cwd, env: {} })
  const tide = { ...SOURCE, fullText: { content: '.story', remove: '.newsletter' } }
  return {
    io: { stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } },
    cwd,
    env: {},
    now: () => 0,
    exit: () => undefined,
    configOf: () => ({ ...config, sources: [tide] }),
    openCollector: () => ({
      readArticle: (url, source) => {
        requested.push({ ...source, url })
        return Promise.resolve(reading)
      },
      close: () => Promise.resolve(),
    }),
  }
}

const SOURCE: Source = {
  id: 'tide',
  name: 'Tide',
  type: 'feed',
  url: 'https://tide.example/feed',
  category: 'general',
  region: null,
  language: null,
  weight: 1,
  enabled: true,
  everyMs: 1,
}
