import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ask, askPage } from '../api/ask.ts'
import { hasBrowser } from '../browser.ts'
import { NOW, newsroomWorld } from './newsroom-world.ts'
import { readingOf } from './reading-of.ts'

describe.skipIf(!hasBrowser('the page in a browser'))('the views', () => {
  const reading = readingOf(newsroomWorld, { now: NOW })
  let page: Page

  beforeEach(() => {
    page = reading.page
  })

  const open = (address: string) => reading.open(address)
  const addressNow = () => reading.address
  const idsShown = async (within: string) =>
    (await page
      .locator(`${within} a[data-item]`)
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-item')))) as string[]
  describe('the list', () => {
    it('narrows by each of its controls, and the address says so', async () => {
      await open('/list')

      await page.getByLabel('Category', { exact: true }).selectOption('technology')
      await page.waitForURL('**/list?category=technology')
      await page.locator('.filters').getByLabel('Language').selectOption('de')
      await page.waitForURL('**/list?category=technology&language=de')
      await page.getByLabel('Sort by').selectOption('score')
      await page.waitForURL(/sort=score/)
      await page.getByLabel('From').fill('2026-03-01')
      await page.getByLabel('To', { exact: true }).fill('2026-03-08')
      await page.getByLabel('Minimum score').fill('20')
      await page.getByLabel('One per story').check()
      await page.waitForURL(/distinct=story/)

      const { items, total } = await askPage(
        `${reading.base}/api/items?category=technology&language=de&sort=score&from=2026-03-01&to=2026-03-08&minScore=20&distinct=story&limit=40`,
      )
      expect(total).toBeGreaterThan(1)
      await expect.poll(() => page.locator('.list-total').textContent()).toBe(`${total} articles`)
      expect((await idsShown('.rows')).map(Number)).toEqual(items.map(({ id }) => id))
    })

    it('leaves alone what somebody types while the list changes around it', async () => {
      await open('/list')

      await page.getByLabel('From').fill('2026-03-01')
      await page.getByLabel('Sort by').selectOption('score')
      await page.waitForURL('**/list?from=2026-03-01&sort=score')
      await page.getByLabel('Minimum score').fill('20')
      await page.getByRole('link', { name: 'Dark', exact: true }).click()

      expect(await page.getByLabel('Minimum score').inputValue()).toBe('20')
      await page.goBack()
      await expect.poll(() => page.getByLabel('From').inputValue()).toBe('')
    })

    it('drops a filter by its chip', async () => {
      await open('/list?category=technology&language=de')

      await page.getByRole('link', { name: /Language: German/ }).click()
      await page.waitForURL('**/list?category=technology')

      await expect.poll(() => page.locator('.active-filters li').count()).toBe(2)
    })

    it('goes on as one scrolls, and back finds the place again', async () => {
      await open('/list')
      await page.locator('.row').nth(39).waitFor()

      await page.locator('.row').nth(39).scrollIntoViewIfNeeded()
      await page.locator('.row').nth(70).scrollIntoViewIfNeeded()
      const wanted = page.locator('.row a[data-item]').nth(70)
      const title = await wanted.textContent()
      const position = Number(await page.evaluate('scrollY'))
      await wanted.click()
      await page.locator('article h1', { hasText: title ?? '' }).waitFor()
      await page.goBack()
      await page.locator('.rows').waitFor()

      await expect.poll(() => page.evaluate('scrollY')).toBe(position)
      expect(await page.locator('.row').count()).toBeGreaterThan(70)
      expect(await page.locator('.row').nth(70).locator('.is-read').count()).toBe(1)
    })

    it('offers itself as feeds and as the call that made it', async () => {
      await open('/list?category=science&minScore=10&sort=score')

      const links = await page
        .locator('.list-forms a')
        .evaluateAll((nodes) => nodes.map((node) => Reflect.get(node, 'href')))
      const answers = await Promise.all((links as string[]).map((link) => ask(link)))

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(answers.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
        'application/rss+xml',
        'application/atom+xml',
        'application/feed+json',
        'application/json',
      ])
    })

    it('opens an address with all its state fresh', async () => {
      await open('/list?source=harbor-herald,meridian-wire&category=-sports&sort=oldest')

      const { items } = await askPage(
        `${reading.base}/api/items?source=harbor-herald,meridian-wire&category=-sports&sort=oldest&limit=40`,
      )
      expect((await idsShown('.rows')).map(Number).slice(0, 40)).toEqual(items.map(({ id }) => id))
      expect(await page.getByLabel('Source', { exact: true }).inputValue()).toBe(
        'harbor-herald,meridian-wire',
      )
    })

    it('keeps filters that have no control, and scores with decimals', async () => {
      const { items } = await askPage(`${reading.base}/api/items?limit=1&sort=firstSeen`)
      const seenFrom = encodeURIComponent(String(items[0]?.['firstSeenAt']))
      await open(`/list?tag=nothing&ids=1,2&seenFrom=${seenFrom}&seenTo=2030-01-01&minScore=10.5`)

      await page.getByRole('heading', { name: 'nothing', level: 1 }).waitFor()
      await page.getByLabel('Category', { exact: true }).selectOption('science')
      await page.waitForURL('**/list?*category=science*')

      const { searchParams } = new URL(page.url())
      expect(Object.fromEntries(searchParams)).toEqual({
        category: 'science',
        tag: 'nothing',
        ids: '1,2',
        seenFrom: decodeURIComponent(seenFrom),
        seenTo: '2030-01-01',
        minScore: '10.5',
      })
      expect(await page.locator('.row').count()).toBe(0)
      expect(await page.locator('.active-filters li').allTextContents()).toContainEqual(
        expect.stringContaining('Tag: nothing'),
      )
    })

    it('says what to do where nothing passes', async () => {
      await open('/list?minScore=100')

      await page.getByRole('heading', { name: 'No article matches these filters.' }).waitFor()
      await page.locator('.note').getByRole('link', { name: 'Remove all filters', exact: true }).click()
      await page.waitForURL('**/list')

      await expect.poll(() => page.locator('.row').count()).toBeGreaterThan(10)
    })
  })

  describe('the search', () => {
    it('finds from the field on every view, and marks the words', async () => {
      await open('/')

      await page.getByRole('combobox', { name: 'Search the news' }).fill('minister')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/search?q=minister')

      const { total } = await askPage(`${reading.base}/api/search?q=minister`)
      await expect.poll(() => page.locator('.list-total').textContent()).toContain(String(total))
      expect(await page.locator('.row mark').first().textContent()).toMatch(/^minister/i)
    })

    it('completes what is typed, by keyboard and with what it leads to', async () => {
      await open('/')
      const field = page.getByRole('combobox', { name: 'Search the news' })

      await field.pressSequentially('minis')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      const chosen = page.locator('[role=option][aria-selected=true] span').first()
      const text = await chosen.textContent()
      const activeOption = await field.getAttribute('aria-activedescendant')
      await page.keyboard.press('Enter')
      await page.locator('.rows').waitFor()

      expect(text).toMatch(/^minis/)
      expect(activeOption).toBe('suggestions-0')
      expect(new URL(page.url()).searchParams.get('q')).toBe(text)
      expect(await page.locator('.suggestions li').count()).toBe(0)
    })

    it('keeps what was typed where Escape closes what it suggests', async () => {
      await open('/')
      const field = page.getByRole('combobox', { name: 'Search the news' })

      await field.pressSequentially('minis')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Escape')

      expect(await page.locator('.suggestions li').count()).toBe(0)
      expect(await field.inputValue()).toBe('minis')
    })

    it('leads straight to a source that is typed', async () => {
      await open('/')

      await page.getByRole('combobox', { name: 'Search the news' }).pressSequentially('harbor')
      await page.getByRole('option', { name: /Harbor Herald source/ }).click()
      await page.waitForURL('**/list?source=harbor-herald')

      await expect.poll(() => page.locator('.active-filters').textContent()).toContain('The Harbor Herald')
    })

    it('narrows what it found', async () => {
      await open('/search?q=minister')

      await page.getByLabel('Sort by').selectOption('newest')
      await page.waitForURL('**/search?q=minister&sort=newest')

      const { items, total } = await askPage(`${reading.base}/api/search?q=minister&sort=newest&limit=40`)
      expect(total).toBeGreaterThan(1)
      await expect
        .poll(async () => (await idsShown('.row')).map(Number))
        .toEqual(items.map((item) => item['id']))
    })

    it('puts operators into the field', async () => {
      await open('/search')

      await page.getByRole('button', { name: 'title:', exact: true }).click()
      await page.keyboard.type('minister')

      expect(await page.getByRole('combobox').inputValue()).toBe('title:minister')
    })

    it('says what to try where nothing is found', async () => {
      await open('/search?q=title:%22xqzv%20wvzk%22')

      expect(await page.locator('.note h2').textContent()).toBe('Nothing found.')
      expect(await page.locator('.tries a').allTextContents()).toContain('xqzv OR wvzk')
    })

    it('explains itself where nothing is asked for', async () => {
      await open('/search?q=()')

      expect(await page.locator('main').innerText()).toContain('Enter at least one word to search for')
    })
  })

  describe('an article', () => {
    it('leads to the original first, then says all that it has', async () => {
      const { items } = await askPage(`${reading.base}/api/items?sort=score&limit=1`)
      const { json } = await ask(`${reading.base}/api/article?id=${String(items[0]?.['id'])}`)
      const article = json as {
        url: string
        title: string
        contentText: string
        scoreBreakdown: { score: number }
      }

      await open(`/article?id=${String(items[0]?.['id'])}`)

      expect(await page.locator('h1').textContent()).toBe(article.title)
      expect(await page.locator('a[data-original]').getAttribute('href')).toBe(article.url)
      const words = article.contentText.split(/\s+/).slice(0, 8).join(' ')
      expect((await page.locator('.prose').innerText()).replaceAll(/\s+/g, ' ')).toContain(words)
      expect(await page.locator('.score-parts dd').count()).toBe(6)
      expect(await page.locator('.score-parts').isVisible()).toBe(false)
      await page.getByText('Why here?').click()
      expect(await page.locator('.why-here').innerText()).toContain(String(article.scoreBreakdown.score))
    })

    it('leads on to its story, and the story has all reports in order of time', async () => {
      await open('/?window=week')
      await page
        .locator('.story', { has: page.locator('.others') })
        .first()
        .locator('h2 a')
        .click()
      await page.locator('article h1').waitFor()

      await page.getByRole('link', { name: /^Full story/ }).click()
      await page.waitForURL('**/story?id=*')

      const id = new URL(page.url()).searchParams.get('id') ?? ''
      const { json } = await ask(`${reading.base}/api/story?id=${id}`)
      const story = json as {
        sourceCount: number
        items: { id: number; title: string; summary: string | null; source: string; alsoIn: string[] }[]
        words: { word: string; itemCount: number }[]
        nearest: { evidence: { chance: number }; item: { title: string } } | null
      }
      await page.locator('.reports').waitFor()
      expect((await idsShown('.reports')).map(Number)).toEqual(story.items.map(({ id }) => id))
      const summaries = story.items.flatMap(({ title, summary }) =>
        summary === null || summary === title ? [] : summary,
      )
      expect(await page.locator('.reports .summary').allTextContents()).toEqual(summaries)
      const facts = await page.locator('.known li > p:first-child').allTextContents()
      expect(facts.length).toBeGreaterThan(0)
      expect(facts.filter((fact) => !summaries.includes(fact))).toEqual([])
      const sources = await page
        .locator('.reports a[href*="/source?id="]')
        .evaluateAll((nodes) => nodes.map((node) => String(Reflect.get(node, 'href'))))
      expect(new Set(sources).size).toBe(story.sourceCount)
      expect(await page.locator('.story-head').innerText()).toContain(`${story.sourceCount} source`)
      const counts = story.words.map(({ word, itemCount }) => `${word} ${itemCount}`)
      const shown = (await page.locator('.reasons li').allTextContents()).map((text) => text.toLowerCase())
      expect(shown.filter((text) => !counts.includes(text))).toEqual([])
      expect(await page.locator('.nearest a').allTextContents()).toEqual(
        story.nearest !== null && story.nearest.evidence.chance >= 0.05 ? [story.nearest.item.title] : [],
      )
      const feeds = await page
        .locator('.list-forms a')
        .evaluateAll((nodes) => nodes.map((node) => Reflect.get(node, 'href')))
      const answers = await Promise.all((feeds as string[]).map((feed) => ask(feed)))
      expect(answers.map(({ status, text }) => [status, text.includes(story.items[0]?.title ?? '')])).toEqual(
        [
          [200, true],
          [200, true],
          [200, true],
        ],
      )
    })

    it('shows how a story grew only where that makes a curve', async () => {
      const { items } = await askPage(`${reading.base}/api/items?distinct=story&sort=score&limit=100`)
      const ids = items.map((item) => item['story'] as { id: number; itemCount: number })
      const few = ids.find(({ itemCount }) => itemCount === 2)
      const many = ids.find(({ itemCount }) => itemCount > 5)

      await open(`/story?id=${few?.id}`)
      const ofFew = await page.locator('.growth-bar').count()
      await open(`/story?id=${many?.id}`)

      expect([ofFew, await page.locator('.growth-bar').count()]).toEqual([0, 24])
    })

    it('that is not there is said to be not there, with its status', async () => {
      const { status } = await ask(`${reading.base}/article?id=987654321`)

      await open('/article?id=987654321')

      expect(status).toBe(404)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await page.getByRole('link', { name: 'Go to the front page', exact: true }).click()
      await page.locator('.stories').waitFor()
    })
  })

  describe('going back and forward', () => {
    it('shows what was there, where it was', async () => {
      await open('/')
      await page.getByRole('link', { name: 'All news', exact: true }).click()
      await page.locator('.rows').waitFor()
      await page.locator('.row a[data-item]').first().click()
      await page.locator('article h1').waitFor()

      await page.goBack()
      await page.locator('.rows').waitFor()
      await page.goBack()
      await page.locator('.stories').waitFor()
      await page.goForward()
      await page.locator('.rows').waitFor()

      expect(addressNow()).toBe('/list')
      expect(await page.title()).toBe('All news · Digest')
    })
  })

  it('count an article once, however many sources have it', async () => {
    const { total } = await askPage(`${reading.base}/api/items?sinceHours=24&limit=1`)

    await open('/sources')

    expect(await page.locator('.lead').textContent()).toMatch(
      new RegExp(`, ${total} articles in the last 24 hours`),
    )
  })
})
