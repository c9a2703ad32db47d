import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '../../src/model/time.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { type Browser, hasBrowser, keptBrowser } from '../browser.ts'
import { aDraft, anInsert, aScore, aSighting, aVisit, NOW } from '../store/drafts.ts'
import { atWidths, FRAMED } from './at-widths.ts'
import { openService, type Service } from './open-service.ts'
import { alive } from './reader.ts'
import { readersOfTest, sharedReaders } from './readers.ts'

/** Titles of real feeds: long ones, some of a letter or two, one without a space. */
const NAMES = [
  'BBC News | Technology | World Edition',
  'BBC News | News Front Page | World Edition',
  'AP',
  'PCWorld.com - Most Popular Downloads of the Week',
  'InternetNews Realtime News for IT Managers',
  'X',
  'Business and financial news - CNNMoney.com',
  'News: Digital Photography Review (dpreview.com)',
  'Linux Journal - The Original Magazine of the Linux Community',
  'iLounge | All Things iPod, iPhone, iTunes and beyond',
  'NZZ',
  'Frankfurter Allgemeine Zeitung - Wirtschaftsnachrichten aus aller Welt',
  'Donaudampfschifffahrtsgesellschaftskapitänsversammlungsberichte',
  'LWN.net',
  'صحيفة الميناء',
]

const TITLES = [
  'Bridge over the strait opens',
  'Donaudampfschifffahrtsgesellschaft kauft Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzbücher',
  'A very long headline that says everything there is to say about the harbour, the storm, the council and the vote',
  'Oil',
  // A post without a title.
  'The harbour opened again in the early hours. '.repeat(11),
]

const CATEGORIES = ['technology', 'world', 'business', 'science', 'culture', 'sports', 'ai-and-research']

/** Reports of one story, so that a story has names beside its headline, and more. */
const REPORTS = 6
const STORIES = 60

/** Lists and quotations in one another, as forums and mails have them. */
const DEEP = `<p>Deep.</p>${'<blockquote><ul><li>'.repeat(9)}So many words that are to be read${'</li></ul></blockquote>'.repeat(9)}`

const WIDTHS = Array.from({ length: 41 }, (_, step) => 320 + 40 * step)

/** German has the longest words: with it every width is tried, with others each third. */
const LANGUAGES = [
  ['de-DE', WIDTHS],
  ['en-GB', WIDTHS.filter((_, at) => at % 3 === 0)],
  ['fr-FR', WIDTHS.filter((_, at) => at % 3 === 1)],
] as const

const VIEWS = ['/', '/?category=world&language=en', '/list', '/search?q=bridge', '/sources', '/source?id=s0']

/** In them texts may stand close together, and links may be a letter. */
const MORE_VIEWS = ['/story?id=5', '/stats', '/docs', '/saved']

describe.skipIf(!hasBrowser('widths in a browser'))('with the names of real feeds', () => {
  let store: Store
  let service: Service
  let browser: Browser
  let stop: () => Promise<void>

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'digest-widths-'))
    store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
    const sources = NAMES.map((name, at) => aSource(`s${at}`, { name }))
    await store.syncSources(sources, NOW)
    for (const [at, { id }] of sources.entries()) await store.saveVisit(visitOf(id, at))
    service = await openService({ store, now: () => NOW })
    browser = await keptBrowser()
    stop = async () => {
      await service.close()
      await store.close()
      rmSync(folder, { recursive: true })
    }
  })

  afterAll(() => stop())

  const openReader = sharedReaders()
  const openOwnReader = readersOfTest()

  it.each(LANGUAGES)(
    'no texts overlap, no link is under 24 px wide and nothing scrolls sideways, from 320 to 1,920 px and where text is twice as large: %s',
    async (locale, widths) => {
      const viewport = { width: 320, height: 700 }
      const { page } = await openReader(browser, { base: service.base, locale, viewport, ...FRAMED })
      const session = await page.context().newCDPSession(page)
      const faults: string[] = []
      for (const view of [...VIEWS, ...MORE_VIEWS]) {
        await page.goto(service.base + view)
        await alive(page)
        const isMore = MORE_VIEWS.includes(view)
        if (!isMore)
          for (const [at, { links, found }] of (await faultsAt(page, widths)).entries()) {
            if (links <= 10) faults.push(`${view} ${widths[at]}: ${links} links`)
            faults.push(...found.map((fault) => `${view} ${widths[at]}: ${fault}`))
          }
        else if (widths === WIDTHS)
          faults.push(...(await tooWideAt(page, widths)).map((width) => `${view} ${width}: scrolls sideways`))

        await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
        expect(await page.evaluate('getComputedStyle(document.body).fontSize')).toBe('32px')
        if ((await page.evaluate<number>(SCROLL_WIDTH)) > 320) faults.push(`${view}, twice as large`)
        await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
      }
      await session.detach()

      expect(faults).toEqual([])
    },
  )

  it.each(['Die Süddeutsche Wirtschaft', NAMES[8] ?? '', NAMES[12]?.slice(0, 60) ?? ''])(
    'nothing scrolls sideways under a name: %s',
    async (title) => {
      const named = await openService({ store, now: () => NOW, config: { title } })
      onTestFinished(() => named.close())
      const reader = await openOwnReader(browser, { base: named.base, locale: 'de-DE', ...FRAMED })
      await reader.page.goto(named.base)
      await alive(reader.page)
      await reader.page.click('.quiet summary')
      const widths = WIDTHS.filter((one) => one <= 1000)

      expect(await tooWideAt(reader.page, widths)).toEqual([])
    },
  )

  it.each([
    `/search?q=https://paper.example/${'a'.repeat(300)}`,
    `/list?tag=${'a'.repeat(90)}&minScore=${'1'.repeat(90)}`,
  ])('nothing scrolls sideways under what is asked for: %s', async (address) => {
    const reader = await openReader(browser, { base: service.base })
    for (const width of [320, 1280]) {
      await reader.page.setViewportSize({ width, height: 100 })
      await reader.page.goto(service.base + address)

      expect(await reader.page.evaluate(SCROLL_WIDTH)).toBe(width)
    }
  })

  it('a text of deep lists and quotations leaves room for its words in the narrowest window, and never scrolls sideways', async () => {
    const viewport = { width: 320, height: 900 }
    const reader = await openReader(browser, { base: service.base, viewport, ...FRAMED })
    await reader.page.goto(`${service.base}/article?id=2`)
    await alive(reader.page)

    const [needed, left] = await reader.page.evaluate<[number, number]>(`[
      document.documentElement.scrollWidth,
      [...document.querySelectorAll('.prose li')].at(-1).getBoundingClientRect().width,
    ]`)
    expect(needed).toBe(320)
    expect(left).toBeGreaterThan(160)
    expect(await tooWideAt(reader.page, WIDTHS)).toEqual([])
  })

  it.each(['/', '/list', '/article?id=5', '/story?id=5'])(
    'a post without a title fills no phone, and no name is cut off: %s',
    async (view) => {
      const reader = await openReader(browser, { base: service.base, viewport: { width: 320, height: 640 } })
      await reader.page.goto(service.base + view)
      await alive(reader.page)

      const [heights, cut] = await reader.page.evaluate<[number[], string[]]>(`[
        [...document.querySelectorAll('.headline, h1')].map((one) => one.getBoundingClientRect().height),
        [...document.querySelectorAll('.meta > *')]
          .filter((one) => one.checkVisibility() &&
            one.getBoundingClientRect().left < one.parentElement.getBoundingClientRect().left + 18)
          .map((one) => one.textContent),
      ]`)
      expect(heights.length).toBeGreaterThan(0)
      expect(heights.filter((height) => height > 560)).toEqual([])
      expect(cut).toEqual([])
    },
  )

  it.each([
    ['.story .meta', 'margin-bottom: -20px', / over /],
    ['.others a', 'display: inline-block; max-width: 10px; overflow: hidden', /px wide/],
  ])('would be found to have a fault at %s', async (selector, style, fault) => {
    const reader = await openReader(browser, { base: service.base, ...FRAMED })
    await reader.page.goto(service.base)
    await alive(reader.page)

    await reader.page.evaluate(
      `for (const one of document.querySelectorAll('${selector}')) one.style.cssText = '${style}; min-width: 0'`,
    )

    const [faults] = await faultsAt(reader.page, [1280])
    expect(faults?.found).toContainEqual(expect.stringMatching(fault))
  })
})

/** What a source reports: of each third story or so. */
function visitOf(sourceId: string, at: number) {
  const stories = Array.from({ length: STORIES }, (_, story) => story + 1).filter(
    (story) => (story + at) % NAMES.length < REPORTS - (story % 3),
  )
  const reports = stories.map((storyId) => {
    const id = storyId + (STORIES + 1) * at
    const draft = aDraft(`n${id}`, {
      title: `${TITLES[(storyId + at) % TITLES.length]} ${storyId}`,
      summary: `Bridge ${id}. ${'What a report says about it in some words. '.repeat(storyId % 5)}`,
      contentHtml: DEEP,
      category: CATEGORIES[storyId % CATEGORIES.length] ?? '',
      publishedAt: NOW - storyId * 11 * MINUTE_MS - at * MINUTE_MS,
    })
    return { id, storyId, draft }
  })
  return aVisit(sourceId, {
    inserts: reports.map(({ id, storyId, draft }) => anInsert(id, storyId, draft)),
    sightings: reports.map(({ id, draft }) => aSighting(id, draft)),
    scores: reports.map(({ id, storyId }) => aScore(id, 50 - storyId / 2, 1000 - storyId)),
  })
}

const SCROLL_WIDTH = 'document.documentElement.scrollWidth'

/** The widths at which a page scrolls sideways. */
async function tooWideAt(page: Page, widths: readonly number[]): Promise<number[]> {
  const needed = await atWidths<number>(page, widths, SCROLL_WIDTH)
  return widths.filter((width, at) => (needed[at] ?? Infinity) > width)
}

interface Faults {
  readonly links: number
  /** Links that are too narrow, and texts that lie over others. */
  readonly found: readonly string[]
}

function faultsAt(page: Page, widths: readonly number[]): Promise<Faults[]> {
  return atWidths(page, widths, FIND_FAULTS)
}

/** Of each line only the middle counts, since the boxes of lines that stand close together overlap. */
const FIND_FAULTS = `(() => {
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('.visually-hidden, .skip, .categories, select, svg') === null
  const links = [...document.querySelectorAll('a')].filter(isSeen)
  const found = links.flatMap((link) => {
    const { width } = link.getBoundingClientRect()
    return width < 24 ? [width.toFixed(1) + ' px wide: ' + link.textContent] : []
  })

  const lines = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.textContent.trim() === '' || !isSeen(node.parentElement)) continue
    const shownUntil = node.parentElement.closest('.summary, .headline a, .other-reports a')?.getBoundingClientRect().bottom ?? Infinity
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { left, right, top, bottom, height } of range.getClientRects()) {
      if (bottom <= shownUntil + 1)
        lines.push({ node, left, right, top: top + height / 4, bottom: bottom - height / 4 })
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('it scrolls sideways')
  lines.sort((one, other) => one.top - other.top)
  const isOver = (one, other) =>
    one.node !== other.node &&
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - other.top > 1
  lines.forEach((one, at) => {
    for (let next = at + 1; lines[next]?.top < one.bottom - 1; next++)
      if (isOver(one, lines[next])) found.push(one.node.textContent + ' over ' + lines[next].node.textContent)
  })
  return { links: links.length, found }
})()`
