import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from '../../../src/cli/serve/open-page.ts'
import { ask } from '../../api/ask.ts'
import { hasBrowser, keptBrowser } from '../../browser.ts'
import { openSite, type Site } from '../../collect/loopback.ts'
import { openService, type Service } from '../../page/open-service.ts'
import { sampled } from '../../sampled.ts'
import { type HostileWorld, MARKER, openHostileWorld, vectorsOf } from './hostile-world.ts'
import { inspect, type Specimen, WATCH } from './inspect.ts'
import { CALL } from './markup.ts'
import { VECTORS } from './vectors.ts'

interface Item {
  readonly id: number
  readonly title: string
  readonly summary: string
  readonly author: string | null
  readonly url: string
  readonly source: string
  readonly tags: readonly string[]
  readonly language: string | null
  readonly imageUrl: string | null
  readonly commentsUrl: string | null
  readonly enclosures: readonly { readonly url: string; readonly mimeType: string | null }[]
  readonly contentHtml?: string
  readonly highlights?: { readonly title: string; readonly summary: string }
}

const ASK_AGAIN_MS = 50

const built = (await openPage()) !== undefined
if (!built) console.warn('SKIPPED: hostile feeds on the page: it is not built')

describe.skipIf(!hasBrowser('hostile feeds in a browser') || !built)('hostile feeds in a browser', () => {
  let world: HostileWorld
  let service: Service
  let site: Site
  let context: BrowserContext
  let page: Page
  let items: readonly Item[]
  const inspected = new Set<string>()
  let values = 0
  /** What the page's own policy had to stop. */
  const violations: string[] = []

  beforeAll(async () => {
    world = await openHostileWorld()
    service = await openService({ store: world.store, now: Date.now })
    site = await openSite({ '/': '<!doctype html><meta charset=utf-8><body>' })
    context = await (await keptBrowser()).newContext()
    await context.addInitScript(WATCH)
    await context.route(
      (url) => !['127.0.0.1'].includes(url.hostname),
      (route) => route.abort(),
    )
    page = await context.newPage()
    page.on('console', (message) => {
      if (/Content Security Policy|Content-Security-Policy/.test(message.text()))
        violations.push(message.text())
    })
    // Thousands of pictures of specimens: stopped in the browser, for which this process need not be asked.
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.setBlockedURLs', { urls: ['https://*', '*.example*'] })
    await page.goto(site.url)
    items = await pagesOf(`${service.base}/api/items?include=content&limit=500`)
  })

  afterAll(async () => {
    await context.close()
    await site.close()
    await service.close()
    await world.close()
  })

  it('would be seen if they were alive', async () => {
    const some = sampled(VECTORS, 4, (vector) => vector)
    const raw = some.map((vector): Specimen => ({ where: 'raw', kind: 'html', value: vector }))

    const findings = await inspect(page, raw, 1)
    await page.goto(site.url)

    const ran = findings.filter(({ live }) => live.some((one) => one === `ran: ${CALL}`))
    expect(new Set(findings.map(({ value }) => value)).size).toBeGreaterThan(0.8 * some.length)
    expect(ran.length).toBeGreaterThan(0.15 * some.length)
  })

  it('all come in, in every field', () => {
    const counts = world.sources.map(({ id }) => ({
      id,
      part: items.filter(({ source }) => source === id).length / vectorsOf(id).length,
    }))

    // Some addresses are the same to us, and so are some entries.
    expect(counts.filter(({ part }) => part < 0.8)).toEqual([])
    expect(counts.length).toBeGreaterThanOrEqual(7)
    expect(VECTORS.length).toBeGreaterThanOrEqual(200)
  })

  it('leave nothing alive in items, shown as text or by mistake as HTML', async () => {
    const specimens = items.flatMap(specimensOf)

    const findings = await inspectNew(specimens)

    expect(findings).toEqual([])
  })

  it('leave nothing alive in what a search highlights', async () => {
    const found = await pagesOf(`${service.base}/api/search?q=${MARKER}&limit=500`)
    const specimens = found.flatMap(({ id, highlights }) =>
      Object.entries(highlights ?? {}).map(([name, value]) => html(`highlight of ${name} of ${id}`, value)),
    )

    const findings = await inspectNew(specimens)

    expect(specimens.length).toBeGreaterThan(4 * VECTORS.length)
    expect(specimens.some(({ value }) => value.includes('<mark>'))).toBe(true)
    expect(findings).toEqual([])
  })

  it('leave nothing alive in feeds, read as feed readers do', async () => {
    for (const { id } of world.sources) {
      const specimens = [
        ...(await feedTexts(`${service.base}/feed/rss?limit=500&source=${id}`)),
        ...(await feedTexts(`${service.base}/feed/atom?limit=500&source=${id}`)),
        ...(await jsonTexts(`${service.base}/feed/json?limit=500&source=${id}`)),
      ]

      const findings = await inspectNew(specimens)

      expect(specimens.length).toBeGreaterThan(vectorsOf(id).length)
      expect(findings).toEqual([])
    }
  })

  it('run nothing where an answer is opened as a page', async () => {
    const reader = await context.newPage()
    // Their type says what JSON is, whatever stands in it. Markup that is read as XML may run.
    const answers = [
      '/api/items?include=content&limit=500',
      '/feed/json?limit=500',
      ...world.sources.flatMap(({ id }) => [
        `/feed/rss?limit=500&source=${id}`,
        `/feed/atom?limit=500&source=${id}`,
      ]),
    ]
    for (const address of answers) {
      await reader.goto(service.base + address)

      expect({ address, hits: await reader.evaluate('globalThis.hits') }).toEqual({ address, hits: [] })
    }
    await reader.close()
  })

  it('run nothing on the page, and give its policy nothing to stop', async () => {
    const reader = await context.newPage()
    const stopped: string[] = []
    reader.on('console', (message) => {
      if (/Content.Security.Policy/.test(message.text())) stopped.push(message.text())
    })
    const lists = [
      ...world.sources.map(({ id }) => `/list?source=${id}`),
      ...['title', 'summary'].map((highlighted) => `/search?q=${MARKER}+source:${highlighted}`),
    ]
    const articles = items.filter((_, at) => at % 200 === 0).map(({ id }) => `/article?id=${id}`)
    for (const address of ['/', '/sources', ...lists, ...articles]) {
      await reader.goto(service.base + address)
      await reader.locator('html[data-live]').waitFor()

      expect({ address, hits: await reader.evaluate('globalThis.hits') }).toEqual({ address, hits: [] })
    }
    await reader.close()
    console.info(
      `XSS: ${VECTORS.length} vectors in ${world.sources.length} places, ${items.length} items, ${values} values (${inspected.size} distinct), ${lists.length + articles.length + 2} views`,
    )
    expect([...stopped, ...violations]).toEqual([])
  })

  /** As `inspect`, without what was looked at before: most of what feeds say are items' texts. */
  async function inspectNew(specimens: readonly Specimen[]) {
    const keyOf = ({ kind, value }: Specimen) => `${kind} ${value}`
    const fresh = specimens.filter((specimen) => !inspected.has(keyOf(specimen)))
    for (const specimen of fresh) inspected.add(keyOf(specimen))
    values += specimens.length
    return inspect(page, fresh)
  }

  /** What each text of a feed says, as a reader that shows HTML would take it. */
  async function feedTexts(address: string): Promise<Specimen[]> {
    const { text: xml } = await ask(address)
    const read = String.raw`((xml) => {
      const feed = new DOMParser().parseFromString(xml, 'application/xml')
      if (feed.querySelector('parsererror')) throw new Error('not well-formed')
      const texts = [...feed.querySelectorAll('*')].filter((element) => element.children.length === 0)
      return texts.flatMap((element) => [
        { name: element.localName, value: element.textContent },
        ...[...element.attributes].map(({ name, value }) => ({ name: element.localName + '@' + name, value })),
      ])
    })(${JSON.stringify(xml)})`
    const texts = await page.evaluate<{ name: string; value: string }[]>(read)
    return texts
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => (HTML_PARTS.has(name) ? html : text)(`${name} of ${address}`, value))
  }
})

/** Parts of a feed that are HTML by their format; Atom's `content` and RSS's `content:encoded`. */
const HTML_PARTS = new Set(['content', 'encoded', 'description'])

function specimensOf(item: Item): Specimen[] {
  const where = (name: string) => `${name} of ${item.id} from ${item.source}`
  const texts = {
    title: item.title,
    summary: item.summary,
    author: item.author,
    tags: item.tags.join(' '),
    language: item.language,
  }
  const types = item.enclosures.map(({ mimeType }) => mimeType ?? '').join(' ')
  const addresses = [item.url, item.imageUrl, item.commentsUrl, ...item.enclosures.map(({ url }) => url)]
  return [
    html(where('contentHtml'), item.contentHtml ?? ''),
    ...Object.entries({ ...texts, types }).map(([name, value]) => text(where(name), value ?? '')),
    ...addresses.map((value): Specimen => ({ where: where('address'), kind: 'address', value: value ?? '' })),
  ].filter(({ value }) => value !== '')
}

function html(where: string, value: string): Specimen {
  return { where, kind: 'html', value }
}

function text(where: string, value: string): Specimen {
  return { where, kind: 'text', value }
}

/** What a JSON feed says: its HTML as such, all else as text. */
async function jsonTexts(address: string): Promise<Specimen[]> {
  const { json } = await ask(address)
  const texts: Specimen[] = []
  JSON.stringify(json, (name, value: unknown) => {
    if (typeof value === 'string') texts.push((name === 'content_html' ? html : text)(address, value))
    return value
  })
  return texts
}

/** All items of a list, page by page. */
async function pagesOf(address: string): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const { status, json } = await ask(`${address}&offset=${items.length}`)
    // The search index is still being built.
    if (status === 503) {
      await sleep(ASK_AGAIN_MS)
      continue
    }
    const list = json as { readonly items: readonly Item[]; readonly hasMore: boolean }
    items.push(...list.items)
    if (!list.hasMore) return items
  }
}
