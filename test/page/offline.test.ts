import { createHash } from 'node:crypto'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../api/ask.ts'
import { NOW, openWorld, type World } from '../api/world.ts'
import { type Browser, hasBrowser, keptBrowser } from '../browser.ts'
import { keptIn } from './kept-in.ts'
import { openService, type Service } from './open-service.ts'
import { alive } from './reader.ts'
import { readersOfTest } from './readers.ts'

const KEY = 'open-sesame'
const apiKeys = [{ name: 'me', hash: createHash('sha256').update(KEY).digest('hex'), scope: 'all' as const }]

describe.skipIf(!hasBrowser('reading offline in a browser'))('what is kept to be read offline', () => {
  let world: World
  let service: Service
  let guarded: Service
  let browser: Browser
  const openReader = readersOfTest()

  beforeAll(async () => {
    world = await openWorld(30)
    const now = () => NOW
    service = await openService({ store: world.store, now, prefix: '/digest' })
    guarded = await openService({ store: world.store, now, config: { apiKeys } })
    browser = await keptBrowser()
  })

  afterAll(async () => {
    await guarded.close()
    await service.close()
    await world.close()
  })

  async function openPage(base: string, options: BrowserContextOptions = {}): Promise<Page> {
    const reader = await openReader(browser, { base, ...options })
    return reader.page
  }
  const shellOf = async (page: Page) =>
    (await keptIn(page, 'digest-shell')).filter((url) => url.includes('/offline'))
  const viewsOf = (page: Page) => keptIn(page, 'digest-views')
  const goOffline = async (page: Page) => {
    await page.context().setOffline(true)
    // The browser itself holds documents for some seconds.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  }
  const readWithKey = async (page: Page) => {
    await page.goto(guarded.base)
    await alive(page)
    await page.getByLabel('API key').fill(KEY)
    await page.getByRole('button', { name: 'Use this key', exact: true }).click()
    await page.locator('.stories').waitFor()
    await expect.poll(() => viewsOf(page)).toHaveLength(1)
    await expect.poll(() => shellOf(page)).toHaveLength(1)
  }

  it('are the views of news, each once and by its address, and the page around them', async () => {
    const page = await openPage(service.base)

    for (const address of ['/', '/list?category=science', '/article?id=3', '/', '/stats', '/sources']) {
      await page.goto(service.base + address)
      await alive(page)
    }

    const paths = async () => (await viewsOf(page)).map((url) => url.replace(service.base, ''))
    await expect.poll(paths).toEqual(['/list?category=science', '/article?id=3', '/'])
    await expect.poll(() => shellOf(page)).toHaveLength(1)
    await goOffline(page)
    await page.goto(`${service.base}/list?category=science`)
    await page.locator('.copy-note').waitFor()
    expect(await page.locator('.row').count()).toBeGreaterThan(3)
  })

  it('is not shown while the service answers', async () => {
    const page = await openPage(service.base)
    await page.goto(`${service.base}/list`)
    await alive(page)
    await expect.poll(() => shellOf(page)).toHaveLength(1)
    const added = await world.add()

    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    await page.reload()
    await alive(page)

    expect(await page.locator('.copy-note').count()).toBe(0)
    expect(await page.locator('.headline').allInnerTexts()).toContain(added.title)
  })

  it('follows a new build and other preferences, and leaves nothing of the old ones', async () => {
    const page = await openPage(service.base)
    await page.goto(service.base)
    await alive(page)
    await expect.poll(() => shellOf(page)).toHaveLength(1)
    const [before = ''] = await shellOf(page)
    await page.evaluate(`(async () => {
      const cache = await caches.open('digest-shell /digest/')
      await cache.delete('${before}', { ignoreVary: true })
      await cache.put('/digest/offline?build=old', new Response('old'))
      await cache.put('/digest/assets/old.js', new Response('old'))
    })()`)

    await page.reload()
    await alive(page)
    await expect.poll(() => shellOf(page)).toEqual([before])
    const files = await keptIn(page, 'digest-shell')
    await page.getByRole('link', { name: 'Dark', exact: true }).click()

    expect(files.filter((url) => url.includes('old'))).toEqual([])
    await expect.poll(() => shellOf(page)).toEqual([before.replace('theme=auto', 'theme=dark')])
  })

  it.each([
    ['forgets the key', (page: Page) => page.getByRole('button', { name: 'Forget this API key' }).click()],
    [
      'forgets the key without a connection',
      async (page: Page) => {
        await goOffline(page)
        await page.getByRole('button', { name: 'Forget this API key' }).click()
        await page.waitForURL('chrome-error://**')
        await page.context().setOffline(false)
        // A document that leaves the caches as they are.
        await page.goto(`${guarded.base}/icon.svg`)
      },
    ],
    [
      'has a key that opens nothing any more',
      async (page: Page) => {
        await page.context().clearCookies()
        await page.reload()
      },
    ],
    [
      'is refused while the page is open',
      async (page: Page) => {
        await page.context().clearCookies()
        await page.getByRole('link', { name: 'All news', exact: true }).click()
      },
    ],
  ])('is gone as soon as its reader %s', async (_, lose) => {
    const page = await openPage(guarded.base)
    await readWithKey(page)

    await lose(page)

    await expect.poll(() => keptIn(page, 'digest-')).toEqual([])
  })

  it('is nothing where the browser itself sends the key, which it forgets with its window', async () => {
    const authorization = `Basic ${Buffer.from(`me:${KEY}`).toString('base64')}`
    const page = await openPage(guarded.base, { extraHTTPHeaders: { authorization } })
    await page.goto(guarded.base)
    await alive(page)
    await page.clock.install()

    await page.getByRole('link', { name: 'Light', exact: true }).click()
    await page.clock.runFor(10_000)

    expect(await page.locator('.stories').count()).toBe(1)
    expect(await keptIn(page, 'digest-')).toEqual([])
  })

  it('is read by a worker that may ask this service only, and is looked for anew each time', async () => {
    const { headers } = await ask(`${service.base}/worker.js`)

    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    expect(headers['cache-control']).toBe('no-cache')
  })
})
