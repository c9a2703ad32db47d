import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseRobots } from '../../src/fetch/robots.ts'
import { readSitemap, type SitemapReading } from '../../src/sources/sitemap/read-sitemap.ts'
import { corpusFile, hasCorpus } from './corpus-folder.ts'

describe.runIf(hasCorpus('sitemaps'))('sitemaps of another project', () => {
  it.each([
    ['sitemap-with-bom.txt', 'pages'],
    ['sitemap.badns.xml', 'pages'],
    ['sitemap.index.xml', 'index'],
    ['sitemap.ns.xml', 'pages'],
    ['sitemap.txt', 'pages'],
    ['sitemap.txt.gz', 'pages'],
    ['xmlSitemap.gz', 'pages'],
    ['atom.xml', 'other'],
    ['extension/hebdenbridgetimes-articles-sitemap.xml', 'pages'],
    ['extension/shinpaideshou-news-sitemap.xml', 'pages'],
    ['extension/sitemap-images.xml', 'pages'],
    ['extension/sitemap-news.xml', 'pages'],
    ['extension/sitemap-videos.xml', 'pages'],
  ])('%s is read as %s', (file, kind) => {
    expect(read(file).kind).toBe(kind)
  })

  it('of news tell a title and a time for every page', () => {
    const readings = ['extension/sitemap-news.xml', 'extension/shinpaideshou-news-sitemap.xml'].map(read)

    const pages = readings.flatMap((reading) => (reading.kind === 'pages' ? reading.pages : []))
    expect(pages.length).toBeGreaterThan(1)
    expect(
      pages.filter(({ title, publishedAt }) => title === undefined || publishedAt === undefined),
    ).toEqual([])
  })
})

describe.runIf(hasCorpus('robots'))('robots.txt files of another project', () => {
  it('are all read', () => {
    const files = readdirSync(corpusFile('robots'))

    for (const file of files) {
      const rules = parseRobots(readFileSync(corpusFile(`robots/${file}`), 'utf8'), 'content-digest')
      expect(typeof rules.allows('https://site.example/a?b')).toBe('boolean')
    }
    expect(files.length).toBeGreaterThan(20)
  })

  it("keep the standard's own example", () => {
    const text = readFileSync(corpusFile('robots/rfc9309-example-longest-match-robots.txt'), 'utf8')
    const rules = parseRobots(text, 'foobot')

    expect(rules.allows('https://site.example/example/page/')).toBe(true)
    expect(rules.allows('https://site.example/example/page/disallowed.gif')).toBe(false)
  })
})

function read(file: string): SitemapReading {
  const bytes = readFileSync(corpusFile(`sitemaps/${file}`))
  return readSitemap(
    file.endsWith('.gz') ? gunzipSync(bytes) : bytes,
    undefined,
    'https://site.example/sitemap.xml',
  )
}
