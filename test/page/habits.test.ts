import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../api/ask.ts'
import { NOW, openWorld, type World } from '../api/world.ts'
import { type Browser, hasBrowser, keptBrowser } from '../browser.ts'
import { openService, type Service } from './open-service.ts'
import { alive } from './reader.ts'
import { readersOfTest, sharedReaders } from './readers.ts'

describe.skipIf(!hasBrowser('the page in a browser'))('habits of the page', () => {
  let world: World
  let service: Service
  let below: Service
  let browser: Browser

  beforeAll(async () => {
    world = await openWorld(90)
    const now = () => NOW
    service = await openService({ store: world.store, now })
    below = await openService({ store: world.store, now, prefix: '/digest' })
    browser = await keptBrowser()
  })

  afterAll(async () => {
    await below.close()
    await service.close()
    await world.close()
  })

  const openReader = sharedReaders()
  const openOwnReader = readersOfTest()

  async function read(
    address: string,
    options: BrowserContextOptions = {},
    base = service.base,
  ): Promise<Page> {
    const open = base === service.base ? openReader : openOwnReader
    const reader = await open(browser, { base, ...options })
    await reader.page.goto(base + address)
    if (options.javaScriptEnabled !== false) await alive(reader.page)
    return reader.page
  }
  const focusedTitle = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

  describe('by keyboard alone', () => {
    it('walks over headlines with j and k, and opens one with o', async () => {
      const page = await read('/list')
      const titles = await page.locator('a[data-item]').allTextContents()

      await page.keyboard.press('j')
      await page.keyboard.press('j')
      const second = await focusedTitle(page)
      await page.keyboard.press('k')
      const first = await focusedTitle(page)
      await page.keyboard.press('o')
      await page.locator('article h1').waitFor()

      expect([first, second]).toEqual(titles.slice(0, 2))
      expect(await page.locator('article h1').textContent()).toBe(titles[0])
    })

    it('takes the place of a key on a keyboard without Latin letters, and what it types on one with them', async () => {
      const page = await read('/list')
      const titles = await page.locator('a[data-item]').allTextContents()
      const press = (key: string, code: string) =>
        page.evaluate(
          `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, code, bubbles: true })}))`,
        )

      await press('о', 'KeyJ')
      await press('่', 'KeyJ')
      expect(await focusedTitle(page)).toBe(titles[1])
      await press('κ', 'KeyK')
      expect(await focusedTitle(page)).toBe(titles[0])
      // Dvorak, and a key of a German keyboard.
      await press('j', 'KeyC')
      await press('ö', 'Semicolon')
      expect(await focusedTitle(page)).toBe(titles[1])
      await press('п', 'KeyG')
      await press('ы', 'KeyS')
      await page.waitForURL('**/search')
    })

    it('goes to the search with /, to views with g and a letter, and never while somebody types', async () => {
      const page = await read('/')

      await page.keyboard.press('/')
      await page.keyboard.type('g list jk?')
      const typed = await page.getByRole('combobox', { name: 'Search the news' }).inputValue()
      await page.keyboard.press('Escape')
      await page.keyboard.press('g')
      await page.keyboard.press('l')
      await page.waitForURL('**/list')
      await page.locator('.rows').waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press('f')
      await page.locator('.stories').waitFor()

      expect(typed).toBe('g list jk?')
      expect(new URL(page.url()).pathname).toBe('/')
    })

    it('tells its keys with ?, and closes that with Escape', async () => {
      const page = await read('/')

      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog', { name: 'Keys' })
      await dialog.waitFor()
      const text = await dialog.innerText()
      await page.keyboard.press('Escape')

      expect(text).toContain('next headline')
      expect(await dialog.isVisible()).toBe(false)
    })

    it('skips to the content first, and shows where the focus is', async () => {
      const page = await read('/list')

      await page.keyboard.press('Tab')
      const skip = await focusedTitle(page)
      await page.keyboard.press('Enter')
      const content = await page.evaluate('document.activeElement.id')
      await page.keyboard.press('Tab')
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')

      expect(skip).toBe('Skip to the content')
      expect(content).toBe('content')
      expect(outline).toBe('solid')
    })

    it('is in the content of each view that a link opens, also where the link stays', async () => {
      const page = await read('/')
      const focused = () => page.evaluate<string>('location.pathname + " " + document.activeElement.id')

      await page.getByRole('link', { name: 'Sources', exact: true }).press('Enter')
      await expect.poll(focused).toBe('/sources content')
      await page.goto(`${service.base}/article?id=60`)
      await alive(page)
      const others = page.locator('.side a[data-item]')
      const address = await others.first().getAttribute('href')
      await others.first().press('Enter')

      await page.waitForURL(`**${address}`)
      await expect.poll(focused).toBe('/article content')
    })

    it('goes on with j after the headline that m hid', async () => {
      const page = await read('/list')
      const titles = await page.locator('a[data-item]').allTextContents()
      await page.getByLabel('Hide read').check()

      await page.locator('a[data-item]').nth(3).focus()
      await page.keyboard.press('m')
      await expect.poll(() => page.locator('.row:visible').count()).toBe(titles.length - 1)
      await page.keyboard.press('j')

      expect(await focusedTitle(page)).toBe(titles[4])
    })

    it('leaves the keys of an input method to it, also where suggestions are shown', async () => {
      const page = await read('/')
      const field = page.getByRole('combobox', { name: 'Search the news' })
      await field.pressSequentially('riv')
      await page.getByRole('option').first().waitFor()

      for (const key of ['ArrowDown', 'Enter', 'Escape'])
        await field.dispatchEvent('keydown', { key, isComposing: true })

      expect(await field.getAttribute('aria-activedescendant')).toBeNull()
      expect(await field.getAttribute('aria-expanded')).toBe('true')
      expect(new URL(page.url()).pathname).toBe('/')
    })
  })

  describe('preferences', () => {
    const background = (page: Page) =>
      page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')

    it('are dark or light as the system, unless somebody chose', async () => {
      const light = await background(await read('/'))
      const page = await read('/', { colorScheme: 'dark' })
      const dark = await background(page)

      await page.getByRole('link', { name: 'Light', exact: true }).click()
      const chosen = await background(page)
      await page.reload()
      const kept = await background(page)

      expect(dark).not.toBe(light)
      expect([chosen, kept]).toEqual([light, light])
    })

    it('speak German where the browser does, and change without loading anew', async () => {
      const page = await read('/list', { locale: 'de-DE' })
      const german = await page.locator('h1').textContent()

      await page.getByRole('link', { name: 'English', exact: true }).click()

      await expect.poll(() => page.locator('h1').textContent()).toBe('All news')
      expect(german).toBe('Alle Artikel')
      expect(await page.title()).toBe('All news · Digest')
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
    })

    it('speak another language too where the service has another build by now', async () => {
      const page = await read('/list')
      let isMissing = true
      // Not once (`times`): a browser whose requests are no longer watched may keep one that it was asked about.
      await page.route('**/assets/fr-*.js', (route) => {
        const answered = isMissing ? route.fulfill({ status: 404 }) : route.continue()
        isMissing = false
        return answered
      })

      await page.getByRole('link', { name: 'Français', exact: true }).click()

      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fr')
    })
  })

  it('marks what was read, in this browser only and for each store by itself', async () => {
    const page = await read('/list')
    await page.evaluate(`localStorage.setItem("digest-read-${randomUUID()}", "[89]")`)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))

    await page.locator('a[data-item]').first().click()
    await page.locator('article h1').waitFor()
    await page.goto(`${service.base}/list`)
    await alive(page)

    await expect.poll(() => page.locator('.is-read').count()).toBe(1)
    const key = `digest-read-${await world.store.storeId()}`
    expect(await page.evaluate(`localStorage.getItem("${key}")`)).toBe('[90]')
    expect(requests.filter((url) => /read/.test(url))).toEqual([])
  })

  it('says how long ago, and exactly when in the reader’s own time on hover', async () => {
    const page = await read('/list')

    const time = page.locator('.row time').first()
    expect(await time.textContent()).toBe('37 min ago')
    expect(await time.getAttribute('datetime')).toBe('2026-03-10T11:23:30.500Z')
    expect(await time.getAttribute('title')).toMatch(/10 March 2026 at 12:23:30/)
  })

  describe('without JavaScript', () => {
    const plain = { javaScriptEnabled: false }

    it('reads from the front page to an article and its story', async () => {
      const page = await read('/', plain)

      await page.locator('.stories h2 a').first().click()
      const title = await page.locator('article h1').textContent()
      await page.getByRole('link', { name: /^Full story/ }).click()

      expect(title).toMatch(/Rivers|Wind/)
      expect(await page.locator('.reports li').count()).toBeGreaterThan(1)
    })

    it('filters, searches and turns pages by forms and links', async () => {
      const page = await read('/list', plain)

      await page.getByRole('link', { name: 'More', exact: true }).click()
      const second = await page.locator('.row').count()
      await page.goto(`${service.base}/list`)
      await page.getByLabel('Category', { exact: true }).selectOption('science')
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      const categories = new Set(await page.locator('.row .category').allTextContents())
      await page.getByRole('combobox', { name: 'Search the news' }).fill('rivers')
      await page.getByRole('button', { name: 'Search', exact: true }).click()

      expect(second).toBe(40)
      expect(categories).toEqual(new Set(['Science']))
      expect(await page.locator('.row mark').count()).toBeGreaterThan(10)
    })

    it('changes its colours and remembers them', async () => {
      const page = await read('/list?category=science', plain)

      await page.getByRole('link', { name: 'Dark', exact: true }).click()

      expect(page.url()).toBe(`${service.base}/list?category=science`)
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    })
  })

  it('works below a path, links, forms, files and all', async () => {
    const page = await read('/', {}, below.base)

    await page.getByRole('link', { name: 'All news', exact: true }).click()
    await page.locator('.rows').waitFor()
    await page.getByLabel('Category', { exact: true }).selectOption('science')
    await page.waitForURL('**/digest/list?category=science')
    await page.locator('a[data-item]').first().click()
    await page.locator('article h1').waitFor()
    await page.goBack()
    await page.locator('.rows').waitFor()

    expect(page.url()).toBe(`${below.base}/list?category=science`)
    await page.getByRole('link', { name: 'Dark', exact: true }).click()
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, path }) => `${name} ${path}`)).toEqual(['digest-theme /digest/'])
  })

  describe('reading through a list', () => {
    it('goes to the next article and the previous one, and back to the list, by link and by key', async () => {
      const page = await read('/list')
      const titles = await page.locator('a[data-item]').allTextContents()
      const shows = (title: string | undefined) =>
        page
          .locator('article h1')
          .getByText(title ?? '', { exact: true })
          .waitFor()

      await page.locator('a[data-item]').first().click()
      await shows(titles[0])
      const before = await page.getByRole('link', { name: 'Previous', exact: true }).count()
      await page.getByRole('link', { name: 'Next', exact: true }).click()
      await shows(titles[1])
      await page.keyboard.press('n')
      await shows(titles[2])
      await page.keyboard.press('p')
      await shows(titles[1])
      await page.keyboard.press('u')
      await page.locator('.rows').waitFor()

      expect(before).toBe(0)
      expect(new URL(page.url()).pathname).toBe('/list')
    })

    it('leads back into a long list: all its pages, the same position, the same headline', async () => {
      const page = await read('/list')
      const row = page.locator('.row').nth(70)
      const end = page.locator('.footer')
      await end.scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('.row').count()).toBeGreaterThan(40)
      await end.scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('.row').count()).toBe(90)
      await row.scrollIntoViewIfNeeded()
      const title = await row.locator('.headline a').textContent()
      const place = Number(await page.evaluate('scrollY'))

      const places: unknown[] = []
      for (const back of ['u', 'Back']) {
        await row.locator('.headline a').click()
        await page.locator('article h1').waitFor()
        if (back === 'u') await page.keyboard.press('u')
        else await page.goBack()
        await page.locator('.rows').waitFor()
        await expect.poll(() => focusedTitle(page)).toBe(title)
        places.push([await page.evaluate('scrollY'), await page.locator('.row').count()])
      }

      expect(place).toBeGreaterThan(1000)
      expect(places).toEqual([
        [place, 90],
        [place, 90],
      ])
    })

    it('leads back there too where the browser had dropped the tab, and stays where its reader goes meanwhile', async () => {
      const page = await read('/list')
      const row = page.locator('.row').nth(70)
      await page.locator('.footer').scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('.row').count()).toBeGreaterThan(70)
      await row.scrollIntoViewIfNeeded()
      const title = await row.locator('.headline a').textContent()
      const place = Number(await page.evaluate('scrollY'))
      const isThere = async () => Number(await page.evaluate('scrollY')) === place

      await row.locator('.headline a').click()
      await page.locator('article h1').waitFor()
      await page.reload()
      await alive(page)
      await page.goBack()
      await expect.poll(isThere).toBe(true)
      const focused = await focusedTitle(page)
      await page.reload()
      await expect.poll(isThere).toBe(true)

      expect(place).toBeGreaterThan(1000)
      expect(focused).toBe(title)

      // Nothing is asked for any more, so that what is held is of the document that comes.
      await page.locator('.footer').scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('.row').count()).toBe(90)
      const held: Route[] = []
      await page.route('**/api/items?*', (route) => void held.push(route))
      await page.reload()
      await expect.poll(() => held.length).toBe(1)
      await page.evaluate('scrollTo(0, 500)')
      await held[0]?.continue()
      await expect.poll(() => page.locator('.row').count()).toBe(80)
      await page.unroute('**/api/items?*')

      expect(await page.evaluate('scrollY')).toBe(500)
    })

    it('has one entry of the history for an address that is asked for again, and shows it from its top', async () => {
      const page = await read('/list')
      await page.getByLabel('Category', { exact: true }).selectOption('science')
      await page.waitForURL('**/list?category=science')
      const entries = await page.evaluate('history.length')
      await page.locator('.footer').scrollIntoViewIfNeeded()

      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await expect.poll(() => page.evaluate('scrollY')).toBe(0)

      expect(await page.evaluate('history.length')).toBe(entries)
      await page.goBack()
      await page.waitForURL('**/list')
    })

    it('goes from story to story of a list, through their articles, and back', async () => {
      const page = await read('/list')
      const stories = page.locator('.row a[href*="/story?id="]')
      const addresses = await stories.evaluateAll((links) => [
        ...new Set(links.map((link) => link.getAttribute('href'))),
      ])
      const at = () => page.url().replace(service.base, '')
      const row = page.locator('.row', { has: page.locator('a[href*="/story?id="]') }).first()
      const title = await row.locator('.headline a').textContent()

      await stories.first().click()
      await page.waitForURL(`**${addresses[0]}`)
      await page.locator('.trail [data-key=n]').waitFor()
      await page.keyboard.press('n')
      await page.waitForURL(`**${addresses[1]}`)
      await page.locator('main a[data-item]').first().click()
      await page.locator('article h1').waitFor()
      await page.keyboard.press('u')
      await page.waitForURL(`**${addresses[1]}`)
      const story = at()
      await page.locator('.trail [data-key=p]').click()
      await page.waitForURL(`**${addresses[0]}`)
      await page.getByRole('link', { name: 'Back to the list' }).click()
      await page.locator('.rows').waitFor()

      expect(story).toBe(addresses[1])
      expect(at()).toBe('/list')
      await expect.poll(() => focusedTitle(page)).toBe(title)
    })

    it('leads to all articles where one was opened by its address', async () => {
      const page = await read('/article?id=60')

      expect(await page.locator('.trail a').allTextContents()).toEqual(['‹ All news'])
    })

    it('marks all as read, hides what is read, and remembers both', async () => {
      const page = await read('/list?category=technology')
      const rows = await page.locator('.row').count()

      await page.getByRole('button', { name: 'Mark all as read', exact: true }).click()
      const marked = await page.locator('.row .is-read').count()
      await page.getByLabel('Hide read').check()
      await page.reload()
      await alive(page)

      expect(marked).toBe(rows)
      await expect.poll(() => page.locator('.row:visible').count()).toBe(0)
      await page.getByLabel('Hide read').uncheck()
      expect(await page.locator('.row:visible').count()).toBe(rows)
    })

    it('saves articles in the browser, and gives them away as a file', async () => {
      const page = await read('/list')
      const title = await page.locator('.row .headline').nth(1).textContent()

      await page.locator('.row').nth(1).getByRole('button', { name: 'Save' }).click()
      await page.getByRole('link', { name: 'Saved articles', exact: true }).click()
      await page.waitForURL('**/saved')
      await page.reload()
      await alive(page)
      const shown = await page.locator('.saved .headline').allTextContents()
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export as JSON', exact: true }).click()
      const file = readFileSync(await (await coming).path(), 'utf8')
      await page.locator('.saved').getByRole('button', { name: 'Save' }).click()

      expect(shown).toEqual([title])
      expect(JSON.parse(file)).toEqual([
        expect.objectContaining({ title, url: expect.stringMatching(/^https?:/) }),
      ])
      expect(await page.locator('.saved .row').count()).toBe(0)
    })

    it('shows in one tab what another one saved or read', async () => {
      const page = await read('/list')
      const other = await page.context().newPage()
      await other.goto(page.url())
      await alive(other)

      await other.locator('.row').nth(2).getByRole('button', { name: 'Save' }).click()
      await other.locator('.row .headline a').nth(3).click()
      await other.waitForURL('**/article?**')

      const [third, fourth] = [2, 3].map((at) => page.locator('.row').nth(at))
      await expect.poll(() => third?.locator('[aria-pressed=true]').count()).toBe(1)
      await expect.poll(() => fourth?.locator('.is-read').count()).toBe(1)
      await other.close()
    })
  })

  describe('in a window of 375 px', () => {
    const narrow = { viewport: { width: 375, height: 812 } }
    /** Names of links and controls that no scrolling down alone would bring into sight. */
    const outOfReach = (page: Page) =>
      page.evaluate<
        string[]
      >(`[...document.querySelectorAll('header a, .bar a, .bar input, .bar select, .filters input, .filters select')]
        .filter((one) => one.type !== 'hidden' && !one.closest('.fold'))
        .filter((one) => {
          const { left, right, width } = one.getBoundingClientRect()
          return width === 0 || left < 0 || right > innerWidth
        })
        .map((one) => one.name ?? one.textContent)`)

    it.each([true, false])(
      'all of the navigation, the filters and the density is in reach, scripts: %s',
      async (scripts) => {
        const page = await read('/?window=week', { ...narrow, javaScriptEnabled: scripts })
        await page.getByText('Filters', { exact: true }).click()

        expect(await page.locator('.nav a').count()).toBe(5)
        expect(await outOfReach(page)).toEqual([])
        await page.locator('.bar').getByLabel('Language').selectOption('de')
        if (!scripts) await page.getByRole('button', { name: 'Show', exact: true }).click()
        await page.waitForURL('**/?window=week&language=de*')
      },
    )

    it('so are the filters of a list', async () => {
      const page = await read('/list', narrow)
      const folded = await page.getByLabel('Minimum score').isVisible()

      await page.getByText('Filters', { exact: true }).first().click()

      expect(folded).toBe(false)
      expect(await outOfReach(page)).toEqual([])
      await page.getByLabel('Minimum score').fill('10')
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await page.waitForURL('**/list?minScore=10')
    })
  })

  describe('when something is wrong', () => {
    it('says that the connection is gone, and goes on when it is back', async () => {
      // Another test may have opened the article, which a browser then still has.
      const { page } = await openOwnReader(browser, { base: service.base })
      await page.goto(`${service.base}/list`)
      await alive(page)

      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
      await page.locator('a[data-item]').first().click()
      await page.getByRole('heading', { name: /You are offline, or/ }).waitFor()
      await page.context().setOffline(false)
      await page.getByRole('link', { name: 'Try again', exact: true }).click()
      await page.locator('article h1').waitFor()

      expect(await page.locator('.offline p').count()).toBe(0)
    })

    it('asks for a key where the operator wants one, and then shows everything', async () => {
      const hash = createHash('sha256').update('open-sesame').digest('hex')
      const guarded = await openService({
        store: world.store,
        now: () => NOW,
        config: { apiKeys: [{ name: 'me', hash, scope: 'all' }] },
      })
      const page = await read('/', {}, guarded.base)
      const before = await page.locator('a[data-item]').count()
      const useKey = async (key: string) => {
        await page.getByLabel('API key').fill(key)
        await page.getByRole('button', { name: 'Use this key', exact: true }).click()
      }

      await useKey('open-barley')
      await page.getByRole('heading', { name: 'This API key is wrong', exact: true }).waitFor()
      await useKey('open-sesame')
      await page.locator('.stories').waitFor()
      await page.getByRole('link', { name: 'All news', exact: true }).click()
      await page.locator('.row').first().waitFor()
      const feed = await page.locator('.list-forms').getByRole('link', { name: 'RSS' }).getAttribute('href')

      expect(before).toBe(0)
      expect(await page.evaluate('JSON.stringify([document.cookie, localStorage])')).not.toContain('sesame')
      expect((await ask(new URL(feed ?? '', guarded.base).href)).status).toBe(200)
      await guarded.close()
    })

    it('tells what is wrong with an address', async () => {
      const page = await read('/list?minScore=many')

      const text = await page.getByRole('alert').innerText()
      expect(text).toContain('Minimum score: “many” is not valid.')
      expect(text).toContain('Numbers from 0 to 100 are allowed.')
    })

    it.each(['/list?', '/search?q=rivers&'])(
      'keeps what was typed into a form that is refused: %s',
      async (view) => {
        const address = `${view}from=2026-03-09&to=2026-03-01`

        const page = await read(address)
        const answer = await page.request.get(service.base + address)

        expect(answer.status()).toBe(400)
        expect(await page.getByRole('alert').innerText()).toContain('This link has an invalid setting')
        expect(await page.getByLabel('From').inputValue()).toBe('2026-03-09')
        await page.getByLabel('To', { exact: true }).fill('2026-03-10')
        await page.getByRole('button', { name: 'Apply', exact: true }).click()
        await page.locator('.row').first().waitFor()
        expect(page.url()).toContain('from=2026-03-09&to=2026-03-10')
      },
    )

    it.each([
      ['/article', 'This link has an invalid setting · Digest'],
      ['/article?id=9999', 'Page not found · Digest'],
    ])('says so in the title of the document: %s', async (address, title) => {
      const page = await read(address)

      expect(await page.title()).toBe(title)
      await page.getByRole('link', { name: 'API', exact: true }).click()
      await page.locator('.docs').waitFor()
    })
  })
})
