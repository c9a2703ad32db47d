import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { adviceFor } from '../../src/model/advice.ts'
import { VISIT_ERROR_CODES } from '../../src/model/source.ts'
import { en } from '../../web/words/en.ts'
import { aSource } from '../a-source.ts'
import { ask } from '../api/ask.ts'
import { hasBrowser } from '../browser.ts'
import { openService } from './open-service.ts'
import { alive, openReader } from './reader.ts'
import { readingOf } from './reading-of.ts'
import { ERROR_MESSAGE, NOW, openTroubledWorld, SOURCES } from './troubled-world.ts'

describe.skipIf(!hasBrowser('the sources in a browser'))('the sources', () => {
  const reading = readingOf(openTroubledWorld, { now: NOW })
  let page: Page

  beforeEach(() => {
    page = reading.page
  })

  const open = (address: string) => reading.open(address)
  const names = () => page.locator('.source-table tbody .source-name a').allTextContents()
  const addressNow = () => reading.address
  const rowOf = (name: string) => page.locator('.source-table tbody tr', { hasText: name })
  const shows = async (count: number) => {
    await expect.poll(async () => (await names()).length, { timeout: 60_000 }).toBe(count)
  }

  it('shows every source with its health in words, those in trouble first', async () => {
    await open('/sources')

    const shown = await names()
    expect(shown.toSorted()).toEqual(SOURCES.map(({ name }) => name).toSorted())
    expect(shown.slice(0, VISIT_ERROR_CODES.length).every((name) => name.startsWith('Source with'))).toBe(
      true,
    )
    expect(await rowOf('Harbour Gazette').locator('.status').innerText()).toContain('Healthy')
    expect(await rowOf('The Monitor').locator('.status').innerText()).toContain('Silent')
    expect(await rowOf('The Newcomer').locator('.status').innerText()).toContain('New')
    expect(await rowOf('The Sleeper').locator('.status').innerText()).toContain('Disabled')
  })

  it('says of each failure what happened, and to do what doctor says too', async () => {
    await open('/sources')

    for (const code of VISIT_ERROR_CODES) {
      const text = await rowOf(`Source with ${code}`).locator('.source-error').innerText()
      const status = code === 'http4xx' ? 403 : null
      expect(text).toContain(en.errors[status === 403 ? 'forbidden' : code].said)
      expect(text).toContain(adviceFor({ code, status, message: ERROR_MESSAGE }))
    }
  })

  it('sorts by every column, and the other way round, with the state in the address', async () => {
    await open('/sources')

    await page.getByRole('columnheader', { name: 'Source' }).getByRole('link').click()
    await page.locator('th[aria-sort=ascending]', { hasText: 'Source' }).waitFor()
    const forwards = await names()
    expect(addressNow()).toBe('/sources?sort=name')
    expect(forwards).toEqual(forwards.toSorted((a, b) => a.localeCompare(b, 'en')))

    await page.getByRole('columnheader', { name: 'Source' }).getByRole('link').click()
    await page.locator('th[aria-sort=descending]', { hasText: 'Source' }).waitFor()
    expect(await names()).toEqual(forwards.toReversed())

    await page.getByRole('columnheader', { name: 'Articles' }).getByRole('link').click()
    await page.locator('th[aria-sort=descending]', { hasText: 'Articles' }).waitFor()
    expect((await names()).slice(0, 2)).toEqual(['Harbour Gazette', 'Antenna Weekly'])

    await page.goBack()
    await page.locator('th[aria-sort=descending]', { hasText: 'Source' }).waitFor()
    expect(await names()).toEqual(forwards.toReversed())
  })

  it('filters by health, category and name together, and a shared address shows the same', async () => {
    await open('/sources')

    await page.getByRole('link', { name: 'Healthy 2' }).click()
    await shows(2)
    await page.getByLabel('Name contains').fill('HARB')
    await page.getByLabel('Name contains').press('Enter')
    await shows(1)
    expect(await names()).toEqual(['Harbour Gazette'])
    expect(addressNow()).toBe('/sources?status=ok&name=HARB')

    await open('/sources?category=culture&sort=name')
    expect(await names()).toEqual(['The Newcomer', 'The Sleeper'])
    expect(await page.getByLabel('Category').inputValue()).toBe('culture')

    await page.getByLabel('Category').selectOption('technology')
    await shows(1)
    expect(await names()).toEqual(['Antenna Weekly'])
  })

  it('says when nothing fits, and leads out of it', async () => {
    await open('/sources?name=nosuch')

    expect(await page.getByRole('heading', { name: en.sources.none }).count()).toBe(1)
    await page.getByRole('link', { name: en.sources.showAll }).click()
    await shows(SOURCES.length)
  })

  it('reads, sorts and filters without scripts', async () => {
    const plain = await openReader(reading.browser, { base: reading.base, javaScriptEnabled: false })
    await plain.page.goto(`${reading.base}/sources`)
    await plain.page.getByRole('columnheader', { name: 'Source' }).getByRole('link').click()
    await plain.page.getByLabel('Category').selectOption('culture')
    await plain.page.getByRole('button', { name: 'Show' }).click()

    const shown = await plain.page.locator('.source-table tbody .source-name a').allTextContents()

    expect(plain.page.url()).toContain('sort=name')
    expect(shown).toEqual(['The Newcomer', 'The Sleeper'])
    await plain.close()
  })

  it('counts what each day brought, in a picture with its numbers', async () => {
    await open('/sources')

    const title = await rowOf('Harbour Gazette').locator('.chart-days title').textContent()

    // NOW is noon: hours 1 and 8 before it are of today, 15, 22 and 29 of yesterday.
    expect(title).toBe(en.sources.daysLabel('0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2'))
    expect(await rowOf('Harbour Gazette').locator('.chart-days rect[height="0"]').count()).toBe(12)
  })

  it.each(['/sources', '/source?id=harbour', '/stats', '/docs'])(
    'needs no sideways scrolling from 320 to 1920 px: %s',
    async (address) => {
      await open(address)
      for (const width of [320, 390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })

        const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        expect({ width, over }).toEqual({ width, over: 0 })
      }
    },
  )

  it('are found by typing where they are too many for a list', async () => {
    const many = Array.from({ length: 305 }, (_, at) => aSource(`s-${at}`, { name: `Station ${at}` }))
    const world = await openTroubledWorld([...SOURCES, ...many])
    const service = await openService({ store: world.store, now: () => NOW })
    const reader = await openReader(reading.browser, { base: service.base })
    await reader.page.goto(`${service.base}/list`)
    await alive(reader.page)
    const field = reader.page.getByLabel('Source', { exact: true })

    await field.pressSequentially('Harbour Gazette')
    await expect
      .poll(() => reader.page.locator('datalist option').first().getAttribute('value'))
      .toBe('harbour')
    await field.press('Tab')

    await reader.page.waitForURL('**/list?source=harbour')
    expect(await field.inputValue()).toBe('harbour')
    await reader.close()
    await service.close()
    await world.close()
  })

  describe('a source of its own', () => {
    it('is reached from the table and shows its items, its rhythm and its feeds', async () => {
      await open('/sources?status=ok')

      await page.getByRole('link', { name: 'Harbour Gazette' }).click()
      await page.getByRole('heading', { level: 1, name: 'Harbour Gazette' }).waitFor()

      expect(addressNow()).toBe('/source?id=harbour')
      expect(await page.locator('.source-items-list a[data-item]').allTextContents()).toEqual(
        [0, 1, 2, 3, 4].map((at) => `harbour reports, number ${at}`),
      )
      const feeds = await page
        .locator('.source-feeds a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      for (const feed of feeds) expect((await ask(reading.base + feed)).status).toBe(200)
      expect(feeds).toEqual(
        ['rss', 'atom', 'json'].map((kind) => `/feed/${kind}?source=harbour&sort=firstSeen`),
      )
      expect(await page.locator('.chart-total').allTextContents()).toEqual(['3', '2'])
    })

    it('tells the last error in the server’s words, as text, and what to do', async () => {
      await open('/source?id=in-trouble-tls')

      const alarm = await page.locator('.source-alarm').innerText()

      expect(alarm).toContain(en.errors.tls.said)
      expect(alarm).toContain(ERROR_MESSAGE)
      expect(alarm).toContain(en.errors.tls.advice)
      expect(await page.locator('.facts').innerText()).toMatch(/Consecutive errors\s+3/)
    })

    it('that fails says so before all else; one that never answered says what was tried', async () => {
      await open('/source?id=in-trouble-dns')

      const main = await page.locator('main').innerText()

      expect(main.indexOf(en.errors.dns.said)).toBeLessThan(main.indexOf(en.source.items.toUpperCase()))
      expect(main).toContain('It has never answered. Tried 3 times: https://in-trouble-dns.example/feed.xml')
      // A chart of nothing says nothing.
      expect(await page.locator('.chart-total').count()).toBe(0)
    })

    it('has its id beside a name that is only a host, since several feeds may have it', async () => {
      const names: Readonly<Record<string, string>> = {
        newcomer: 'feeds.example.org',
        sleeper: 'feeds.example.org',
      }
      const hosts = await openTroubledWorld(
        SOURCES.map((source) => ({ ...source, name: names[source.id] ?? source.name })),
      )
      const service = await openService({ store: hosts.store, now: () => NOW })

      const [table, one, list] = await Promise.all(
        ['/sources?name=feeds', '/source?id=sleeper', '/list?source=sleeper'].map((path) =>
          ask(service.base + path),
        ),
      )

      expect(table?.text).toMatch(/feeds\.example\.org<\/a><small>newcomer · /)
      expect(one?.text).toMatch(
        /<h1 dir="auto">feeds\.example\.org<\/h1><p class="meta">.*?<span>sleeper<\/span>/,
      )
      expect(list?.text).toContain('feeds.example.org (sleeper)')
      expect(table?.text).not.toContain('harbour ·')
      await service.close()
      await hosts.close()
    })

    it('is not found where there is none', async () => {
      const { status, text } = await ask(`${reading.base}/source?id=nobody`)

      expect(status).toBe(404)
      expect(text).toContain(en.problem.notFound)
    })
  })

  describe('where things are wrong with all of them', () => {
    it('says that there are none, and how to get some', async () => {
      const empty = await openTroubledWorld([])
      const lonely = await openService({ store: empty.store, now: () => NOW })

      const { text } = await ask(`${lonely.base}/sources`)

      expect(text).toContain(en.sources.empty)
      expect(text).toContain('digest.yaml')
      await lonely.close()
      await empty.close()
    })

    it('says that all are failing, and where to look', async () => {
      const broken = await openTroubledWorld(SOURCES.filter(({ id }) => id.startsWith('in-trouble')))
      const failing = await openService({ store: broken.store, now: () => NOW })

      const { text } = await ask(`${failing.base}/sources`)

      expect(text).toContain(en.sources.allFailing)
      await failing.close()
      await broken.close()
    })
  })
})
