import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planImport } from '../../../src/config/opml/import-plan.ts'
import { readOutlines } from '../../../src/config/opml/reader.ts'
import { sourceSettings } from '../../../src/config/sources/source-settings.ts'
import { toSource } from '../../../src/config/sources/sources.ts'
import type { Source } from '../../../src/model/source.ts'
import type { Collector, CollectorOptions } from '../../../src/sources/sources.ts'
import { escapeHtmlAndQuotes as escape } from '../../../src/text/html/escape-html.ts'
import { aSource, never, openCollector } from '../../collect/loopback.ts'
import { type Attempts, watchAttempts } from './attempts.ts'
import { type Canary, openCanary } from './canary.ts'
import { openOutside, type Outside, OUTSIDE_ADDRESS, redirect } from './outside.ts'
import { ANSWERS, SPELLINGS, trickyUrls } from './spellings.ts'

let outside: Outside
let canary: Canary
let collector: Collector
let attempts: Attempts
let urls: readonly string[]
let secure: readonly string[]

/** What names lead to, answer by answer; the last one stays. Other names are asked of the system. */
const names = new Map<string, string[][]>()
let tried = 0

beforeAll(async () => {
  outside = await openOutside()
  // The same port, so that a name that changes its address leads from one to the other.
  canary = await openCanary(outside.port)
  collector = openCollector(OPTIONS)
  attempts = watchAttempts()
  urls = [...SPELLINGS.map(({ host }) => `http://${host}:${canary.port}/x`), ...trickyUrls(canary.port)]
  secure = SPELLINGS.map(({ host }) => `https://${host}:${canary.port}/x`)
})

afterAll(async () => {
  attempts.end()
  await collector.close()
  await canary.close()
  await outside.close()
})

describe('no way leads inside', () => {
  it('has a canary that sings', async () => {
    expect(canary.addresses).toEqual(expect.arrayContaining(['127.0.0.1']))
    const open = openCollector({ allowAddresses: ['127.0.0.0/8', '::1/128'] })
    const loopback = canary.addresses.filter((address) => address === '::1' || address.startsWith('127.'))

    for (const address of loopback) {
      const host = isIP(address) === 6 ? `[${address}]` : address
      await open.collect(aSource({ url: `http://${host}:${canary.port}/x` }), undefined, never())
    }

    await open.close()
    expect(canary.connections).toHaveLength(loopback.length)
    expect(attempts.addresses.toSorted()).toEqual(loopback.toSorted())
    canary.forget()
    attempts.forget()
  })

  it('by the address of a source', async () => {
    expect(await tryAll([...urls, ...secure], (url) => visit({ url }))).toEqual([])
  })

  it('by the address of a source of another kind, or of its robots.txt', async () => {
    for (const type of ['page', 'sitemap', 'json'] as const)
      expect(await tryAll(urls, (url) => visit({ url, type, paths: { items: 'a' } }))).toEqual([])
  })

  it('by a redirect', async () => {
    for (const status of [300, 301, 302, 303, 307, 308])
      expect(await tryAll(urls, (url) => visit({ url: outside.serve(redirect(status, url)) }))).toEqual([])
    expect(await tryAll(secure, (url) => visit({ url: outside.serve(redirect(302, url)) }))).toEqual([])
  })

  it('by a redirect of a redirect, where the first stays outside', async () => {
    expect(
      await tryAll(urls, (url) => {
        const last = outside.serve(redirect(302, url))
        return visit({ url: outside.serve(redirect(301, last)) })
      }),
    ).toEqual([])
  })

  it('by what a name server answers', async () => {
    expect(
      await tryAll(ANSWERS, async (address, index) => {
        const { kind } = await visit({ url: name(`inside-${index}`, [[address]]) })

        expect(kind).toBe('failed')
      }),
    ).toEqual([])
  })

  it('by what a name server answers among public addresses', async () => {
    for (const [label, order] of [
      ['first', (address: string) => [address, OUTSIDE_ADDRESS]],
      ['last', (address: string) => [OUTSIDE_ADDRESS, address]],
    ] as const) {
      expect(
        await tryAll(ANSWERS, (address, index) =>
          visit({ url: name(`${label}-${index}`, [order(address)]) }),
        ),
      ).toEqual([])
    }
  })

  it('by a name that leads outside first and inside then', async () => {
    expect(
      await tryAll(ANSWERS, async (address, index) => {
        const label = `rebound-${index}`
        const url = name(label, [[OUTSIDE_ADDRESS], [address]])
        const first = await visit({ url })
        // A connection of its own, or the first would be used again.
        const fresh = openCollector(OPTIONS)
        await fresh.collect(aSource({ url }), undefined, never())
        await fresh.close()

        expect({ status: first.exchange.status, left: names.get(`${label}.test`) }).toEqual({
          status: 404,
          left: [[address]],
        })
      }),
    ).toEqual([])
  })

  it('by the icon that a feed states', async () => {
    expect(
      await tryAll(urls, (url) =>
        collector.findIcon({ ...ICON_LOCATIONS, iconUrl: url, feedUrl: `${outside.url}/none` }, never()),
      ),
    ).toEqual([])
  })

  it("by an item's picture, or where that redirects to", async () => {
    expect(
      await tryAll(urls, async (url) => {
        await collector.fetchPicture(url, never())
        await collector.fetchPicture(outside.serve(redirect(302, url)), never())
      }),
    ).toEqual([])
  })

  it("by the icons that a site's page names, and by the site itself", async () => {
    expect(
      await tryAll(urls, async (url) => {
        const siteUrl = outside.serve(`<link rel="icon" href="${escape(url)}">`)
        await collector.findIcon({ ...ICON_LOCATIONS, siteUrl, feedUrl: outside.url }, never())
        if (URL.canParse(url))
          await collector.findIcon({ ...ICON_LOCATIONS, siteUrl: url, feedUrl: outside.url }, never())
      }),
    ).toEqual([])
  })

  it("by the address of an article's page, or where that redirects to", async () => {
    const source = aSource({ url: outside.url, content: 'full' })
    expect(
      await tryAll(urls, async (url) => {
        await collector.readArticle(url, source, never())
        await collector.readArticle(outside.serve(redirect(302, url)), source, never())
      }),
    ).toEqual([])
  })

  it('by looking for feeds at an address, or at those that a page names', async () => {
    expect(
      await tryAll(urls, async (url) => {
        const page = `<link rel="alternate" type="application/rss+xml" href="${escape(url)}"><a href="${escape(url)}/rss.xml">RSS</a>`
        await collector.discover(url, never())
        await collector.discover(outside.serve(page), never())
      }),
    ).toEqual([])
  })

  it('by a page in the place of a feed that names its feeds', async () => {
    expect(
      await tryAll(urls, (url) => {
        const page = `<html><head><link rel="alternate" type="application/rss+xml" href="${escape(url)}"></head></html>`
        return visit({ url: outside.serve(page) })
      }),
    ).toEqual([])
  })

  it('by the sitemaps of an index', async () => {
    expect(
      await tryAll(urls, (url) => {
        const index = `<sitemapindex><sitemap><loc>${escape(url)}</loc></sitemap></sitemapindex>`
        return visit({ url: outside.serve(index), type: 'sitemap' })
      }),
    ).toEqual([])
  })

  it('by where robots.txt redirects to', async () => {
    expect(
      await tryAll(urls, (url, index) => {
        const page = name(`robots-${index}`, [[OUTSIDE_ADDRESS]])
        outside.robots.set(`robots-${index}`, redirect(302, url))
        return collector.readArticle(page, aSource({ url: page, content: 'full' }), never())
      }),
    ).toEqual([])
  })

  it('by a list of feeds that is imported and then visited', async () => {
    let visited = 0
    expect(
      await tryAll(urls, async (url) => {
        const opml = `<opml><body><outline text="x" type="rss" xmlUrl="${escape(url)}"/></body></opml>`
        const { added } = planImport(readOutlines(opml).feeds, [])
        for (const one of added) {
          visited++
          await visit(toSource(sourceSettings.parse(one), { everyMs: 60_000, content: 'feed' }, undefined))
        }
      }),
    ).toEqual([])
    expect(visited).toBeGreaterThan(urls.length / 2)
  })

  it('in at least 600 tries', () => {
    console.info(
      `SSRF: ${urls.length} addresses and ${ANSWERS.length} answers of name servers: ${tried} tries`,
    )
    expect(tried).toBeGreaterThanOrEqual(600)
    expect(canary.connections).toEqual([])
  })
})

/** Tries each way in. @returns every address but the outside's that anything has tried to connect to, or did */
async function tryAll(
  inputs: readonly string[],
  attempt: (input: string, index: number) => Promise<unknown>,
): Promise<string[]> {
  await Promise.all(inputs.map(attempt))
  tried += inputs.length
  const strange = attempts.addresses.filter((address) => address !== OUTSIDE_ADDRESS)
  return [...strange, ...canary.connections]
}

function visit(changes: Pick<Source, 'url'> & Partial<Source>) {
  return collector.collect(aSource(changes), undefined, never())
}

/** An address under a name that leads to these, answer by answer. */
function name(label: string, answers: string[][]): string {
  names.set(`${label}.test`, answers)
  return `http://${label}.test:${outside.port}/x`
}

type SystemAnswer = readonly [error: NodeJS.ErrnoException | null, found: LookupAddress[]]

/** What the system says of names, asked once each: there may be no name server, and waiting for none takes long. */
const systemAnswers = new Map<string, SystemAnswer>()

function lookup(...[hostname, , callback]: Parameters<LookupFunction>): void {
  const answers = names.get(hostname.toLowerCase())
  const addresses = answers && answers.length > 1 ? answers.shift() : answers?.[0]
  const found = addresses?.map((address) => ({ address, family: isIP(address.replace(/%.*/, '')) }))
  const known: SystemAnswer | undefined = found ? [null, found] : systemAnswers.get(hostname)
  if (known !== undefined) {
    setImmediate(callback, ...known)
    return
  }
  systemLookup(hostname, { all: true }, (error, system) => {
    systemAnswers.set(hostname, [error, system])
    callback(error, system)
  })
}

const OPTIONS: CollectorOptions = {
  allowAddresses: [`${OUTSIDE_ADDRESS}/32`],
  timeoutMs: 4_000,
  perHost: 64,
  hostSpacingMs: 0,
  lookup,
}

const ICON_LOCATIONS = { sourceId: 's', iconUrl: null, siteUrl: null }
