import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseOpml } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Source } from '../../src/model/source.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { ask } from '../api/ask.ts'
import { aVisit, NOW } from '../store/drafts.ts'
import { openService, type Service } from './open-service.ts'

const SECRET = 'canary5b1f0e77'
/** What nobody may guess, and so no name has to tell that it is secret. */
const LONG = '5b1f0e77'.repeat(6)

/** Stands for the feed that the service makes of a source. */
const OWN = 'own'

/** A feed's address, and what feed readers are given. */
const FEEDS: readonly (readonly [url: string, given: string])[] = [
  [`https://user:${SECRET}@paper.example/rss`, OWN],
  [`https://${SECRET}@paper.example/rss`, OWN],
  [`https://paper.example/rss?token=${SECRET}`, OWN],
  [`https://paper.example/rss?key=${SECRET}`, OWN],
  [`https://paper.example/rss?a=1&auth=${SECRET}`, OWN],
  [`https://paper.example/rss?API_KEY=${SECRET}`, OWN],
  [`https://paper.example/rss?access_token=${SECRET}&b=2`, OWN],
  [`https://paper.example/rss?u=${LONG}`, OWN],
  [`https://paper.example/rss?${LONG}`, OWN],
  [`https://paper.example/private/${SECRET}/rss`, OWN],
  ['https://paper.example/rss?token=', 'https://paper.example/rss?token='],
  ['https://paper.example/rss?keyword=harbour&a=1', 'https://paper.example/rss?keyword=harbour&a=1'],
  ['https://paper.example/rss?a=%20b', 'https://paper.example/rss?a=%20b'],
  ['https://paper.example/rss#newest', 'https://paper.example/rss'],
  ['https://paper.example', 'https://paper.example/'],
]

/** The address that a feed gives for its site, and what people are shown of it. */
const SITES: readonly (readonly [url: string, shown: string])[] = [
  [`https://site.example/?token=${SECRET}`, 'https://site.example/?token=hidden'],
  [`https://user:${SECRET}@site.example/`, 'https://site.example/'],
  [`https://site.example/?a=1&auth=${SECRET}#top`, 'https://site.example/?a=1&auth=hidden'],
  [`https://site.example/private/${SECRET}/`, 'https://site.example/private/hidden/'],
  ['https://site.example/?a=1#top', 'https://site.example/?a=1#top'],
  ['https://site.example', 'https://site.example'],
]

let service: Service
let stop: () => Promise<void>

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'digest-secrets-'))
  const store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
  const sources: Source[] = [
    ...FEEDS.map(([url], at) => aSource(`feed-${at}`, { url })),
    ...SITES.map((_, at) => aSource(`site-${at}`)),
  ]
  await store.syncSources(sources, NOW)
  for (const [at, [siteUrl]] of SITES.entries()) {
    const event = { kind: 'failing', code: 'timeout', message: 'took too long' } as const
    await store.saveVisit(aVisit(`site-${at}`, { feed: { siteUrl }, events: [event] }))
  }
  service = await openService({ store, now: () => NOW })
  stop = async () => {
    await service.close()
    await store.close()
    rmSync(folder, { recursive: true })
  }
})

afterAll(() => stop())

const sourcesOf = async () => {
  const { json } = await ask(`${service.base}/api/sources?limit=100`)
  return (json as { items: { id: string; feedUrl: string; siteUrl: string | null }[] }).items
}

const outlines = async () => {
  const { text } = await ask(`${service.base}/sources.opml`)
  return parseOpml(text).body?.outlines?.flatMap((folder) => folder.outlines ?? []) ?? []
}

describe('addresses with secrets', () => {
  it('give way in OPML to the feed that the service makes, and others stay as they are', async () => {
    const exported = (await outlines()).slice(0, FEEDS.length)

    expect(exported.map(({ xmlUrl }) => xmlUrl)).toEqual(
      FEEDS.map(([, given], at) => (given === OWN ? `${service.base}/feed/rss?source=feed-${at}` : given)),
    )
    const answers = await Promise.all(
      exported.flatMap(({ xmlUrl }) => (xmlUrl?.startsWith(service.base) ? [ask(xmlUrl)] : [])),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('of sites are shown without them, in the interface and in OPML', async () => {
    const shown = SITES.map(([, url]) => url)

    expect((await sourcesOf()).flatMap(({ siteUrl }) => siteUrl ?? [])).toEqual(shown)
    expect((await outlines()).flatMap(({ htmlUrl }) => htmlUrl ?? [])).toEqual(shown)
  })

  it('show no secret anywhere', async () => {
    const paths = [
      '/api/sources?limit=100',
      '/sources.opml',
      '/feed/health',
      '/sources',
      ...[...FEEDS.keys()].map((at) => `/source?id=feed-${at}`),
      ...[...SITES.keys()].map((at) => `/source?id=site-${at}`),
    ]

    const answers = await Promise.all(paths.map((path) => ask(service.base + path)))
    for (const [at, { status, text }] of answers.entries()) {
      expect([paths[at], status]).toEqual([paths[at], 200])
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain(LONG)
    }
  })
})
