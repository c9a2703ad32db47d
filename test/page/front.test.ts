import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { spreadSources, withoutRuns } from '../../web/views/front/spread-sources.ts'
import { ask, askPage } from '../api/ask.ts'
import { hasBrowser } from '../browser.ts'
import { NOW, newsroomWorld } from './newsroom-world.ts'
import { readingOf } from './reading-of.ts'

/** What arranging reads of an item. */
interface Arranged {
  readonly id: number
  readonly title: string
  readonly source: string
  readonly category: string
  readonly score: number
  readonly story: { readonly id: number; readonly sourceCount: number }
}

const ABOVE_TOPICS = 10

describe.skipIf(!hasBrowser('the front page in a browser'))('the front page', () => {
  const reading = readingOf(newsroomWorld, { now: NOW })
  let page: Page

  beforeEach(() => {
    page = reading.page
  })

  const open = (address: string) => reading.open(address)
  const itemsOf = async (query: string) => {
    const list = await askPage(`${reading.base}/api/items?${query}`)
    return { ...list, items: list.items as unknown as Arranged[] }
  }
  const idsShown = (within: string) =>
    page
      .locator(`${within} a[data-item]`)
      .evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute('data-item'))))
  const storiesShown = (within: string) =>
    page
      .locator(`${within} [data-story]`)
      .evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute('data-story'))))

  /** The headline of a story, which may be older than the window. */
  const headlineOf = async ({ story }: Arranged) => {
    const { items } = await itemsOf(`storyId=${story.id}&distinct=story&limit=1`)
    return { lead: items[0] as Arranged }
  }

  /** The stories of a list as the front page arranges them. */
  const arranged = async (query: string, count = ABOVE_TOPICS) => {
    const { items } = await itemsOf(`${query}&distinct=story&limit=100`)
    const stories = await Promise.all(items.map(headlineOf))
    return spreadSources(stories, { count }).map(({ lead }) => lead)
  }

  it('begins with the hottest stories, one each, and few of one source', async () => {
    const items = await arranged('sort=hot&sinceHours=24')

    await open('/')

    expect(await idsShown('.stories h2')).toEqual(items.map(({ id }) => id))
  })

  it('leads with a story, and with other reports of it by their own headlines', async () => {
    await open('/')

    const [storyId] = await storiesShown('.stories')
    const { items } = await itemsOf(
      `storyId=${storyId}&limit=50&fields=id,title,sourceName,story,hasThumbnail`,
    )
    const titles = await page.locator('.lead .other-reports li a').allTextContents()
    const sources = await page.locator('.lead .other-reports .faint').allTextContents()
    const reports = items.map((item) => [item.title, Reflect.get(item, 'sourceName') as string])
    expect(sources.length).toBe(Math.min(3, (items[0]?.story.sourceCount ?? 0) - 1))
    for (const [at, source] of sources.entries()) expect(reports).toContainEqual([titles[at], source])
    const hasPicture = items.some((item) => Reflect.get(item, 'hasThumbnail') === true)
    expect(await page.locator('.lead .thumbnail').count()).toBe(Number(hasPicture))
  })

  it('says of each story how many sources report it, and names or counts all of them', async () => {
    await open('/?window=week')

    const counts = await page.locator('.story').evaluateAll((rows) =>
      rows.map((row) => {
        const others = [...row.querySelectorAll('.others a, .other-reports li > a')].map(
          ({ textContent }) => textContent,
        )
        const more = /^(\d+) more$/.exec(others.at(-1) ?? '')?.[1]
        const named = others.length - (more === undefined ? 0 : 1)
        return [Number(row.querySelector('.coverage b')?.textContent), 1 + named + Number(more ?? 0)]
      }),
    )

    expect(counts.filter(([sources]) => (sources ?? 0) > 4).length).toBeGreaterThan(0)
    for (const [sources, named] of counts) expect(named).toBe(sources)
  })

  it('goes on with topics: three to five stories each, none twice, and the count of all', async () => {
    await open('/?window=days')

    const above = await storiesShown('.stories')
    const below = await storiesShown('.topics')
    const topics = await page.locator('[data-topic]').evaluateAll((sections) =>
      sections.map((section) => ({
        category: section.getAttribute('data-topic') ?? '',
        rows: section.querySelectorAll('li').length,
        all: section.querySelector('.topic-head > a')?.textContent,
      })),
    )
    expect(topics.length).toBeGreaterThan(3)
    expect(new Set([...above, ...below]).size).toBe(above.length + below.length)
    for (const { category, rows, all } of topics) {
      const { total } = await itemsOf(`sinceDays=3&distinct=story&category=${category}&limit=1`)
      expect([category, all, rows >= 3 && rows <= 5]).toEqual([category, `All ${total} stories`, true])
    }
  })

  it('begins its topics with the category of the first story that does not stand above', async () => {
    const { items } = await itemsOf('sort=hot&sinceDays=3&distinct=story&limit=100')

    await open('/?window=days')

    const above = await storiesShown('.stories')
    const topics = await page
      .locator('[data-topic]')
      .evaluateAll((sections) => sections.map((section) => section.getAttribute('data-topic')))
    // A category with fewer than three further stories has no topic.
    const left = items.filter(({ story }) => !above.includes(story.id))
    const next = left.find((item) => left.filter(({ category }) => category === item.category).length > 2)
    expect(topics[0]).toBe(next?.category)
  })

  it('has at most two headlines of one source in a row, and at most four among the first stories', async () => {
    await open('/?window=days')

    const ids = await idsShown(':is(.stories, .topics)')
    const sources = await Promise.all(
      ids.map(async (id) => (await itemsOf(`ids=${id}`)).items[0]?.source ?? ''),
    )
    const mostIn = (length: number) =>
      Math.max(
        ...sources.map(
          (source, from) => sources.slice(from, from + length).filter((one) => one === source).length,
        ),
      )
    expect(sources.length).toBeGreaterThan(25)
    expect(mostIn(3)).toBe(2)
    sources.splice(ABOVE_TOPICS)
    expect(mostIn(20)).toBeLessThan(5)
  })

  it('leads from a topic to its own page and to its list, which has as many stories', async () => {
    await open('/')
    const topic = page.locator('[data-topic=technology]')
    const all = /\d+/.exec((await topic.locator('.topic-head > a').textContent()) ?? '')?.[0]

    await topic.locator('.topic-head > a').click()
    await page.locator('.list-total').waitFor()
    const listed = /\d+/.exec((await page.locator('.list-total').textContent()) ?? '')?.[0]
    await page.locator('.categories').getByRole('link', { name: 'Technology', exact: true }).click()
    await page.locator('.front-title').waitFor()

    expect(listed).toBe(all)
    expect(reading.address).toBe('/?category=technology')
    expect(await page.locator('h1').textContent()).toBe('Technology')
    expect(new Set(await page.locator('.stories .category').allTextContents())).toEqual(
      new Set(['Technology']),
    )
  })

  it('has its categories one tap away on every view, and in sight on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const address of ['/list', '/sources', '/stats', '/search?q=president', '/saved']) {
      await open(address)
      expect(await page.locator('.categories a').count()).toBeGreaterThan(5)
    }
    await open('/')

    await page.evaluate('scrollTo(0, 2000)')
    const top = await page.locator('.categories').evaluate((row) => row.getBoundingClientRect().top)
    await page.locator('.categories').getByRole('link', { name: 'Science', exact: true }).click()
    await page.waitForURL('**/?category=science')

    expect(top).toBe(0)
  })

  it('shows in that row which category it is of, however far behind it stands', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/')
    const last = await page.locator('.categories a').last().getAttribute('href')
    const chosen = page.locator('.categories a[aria-current]')
    const isShown = async () => {
      const box = await chosen.boundingBox()
      return box !== null && box.x > -1 && box.x + box.width < 391
    }

    await open(last ?? '')
    await expect.poll(isShown).toBe(true)
    await page.locator('.nav').getByRole('link', { name: 'Front page', exact: true }).click()
    await page.waitForURL((url) => url.search === '')

    await expect.poll(isShown).toBe(true)
  })

  it('switches its window and one day of the past by links that can be shared', async () => {
    await open('/')

    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await page.locator('.choices a[aria-current]', { hasText: 'Week' }).waitFor()
    expect(reading.address).toBe('/?window=week')
    const week = await idsShown('main')
    await page.locator('.quiet summary').click()
    await page.locator('input[name=date]').fill('2026-03-05')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL('**/?window=week&date=2026-03-05')

    await expect.poll(() => idsShown('main')).not.toEqual(week)
    // A story of that day may be shown with a report of the day before, which stands for it.
    const items = await arranged('sort=score&from=2026-03-05&to=2026-03-05')
    expect(await storiesShown('.stories')).toEqual(items.map(({ story }) => story.id))
  })

  it('shows of a past day what came last on it, and nothing that rises now', async () => {
    const { items } = await itemsOf('limit=40&from=2026-03-05&to=2026-03-05')

    await open('/?date=2026-03-05')

    expect(await idsShown('.latest')).toEqual(withoutRuns(items, 14).map(({ id }) => id))
    expect(await page.locator('.rising').count()).toBe(0)
  })

  it('says so where a day has nothing', async () => {
    await open('/?date=2020-01-01')

    expect(await page.locator('.note h2').textContent()).toBe('Nothing on this day. Try another date.')
  })

  it('is narrowed to a language behind one control that says so, and stays so from window to window', async () => {
    await open('/')
    const filters = page.locator('.quiet summary')
    expect(await filters.textContent()).toBe('Filters')
    expect(await page.locator('.front-form').isVisible()).toBe(false)

    await filters.click()
    await page.locator('.front-form').getByLabel('Language').selectOption('de')
    await page.waitForURL('**/?language=de*')
    await expect.poll(() => page.locator('.stories h2 a:not([lang=de])').count()).toBe(0)
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await page.waitForURL('**/?language=de&window=week')
    await page.locator('.choices a[aria-current]', { hasText: 'Week' }).waitFor()

    const items = await arranged('sort=score&sinceDays=7&language=de')
    const { items: latest } = await itemsOf('limit=40&language=de')
    expect(items.length).toBeGreaterThan(1)
    expect(await filters.textContent()).toBe('Filters: German')
    expect(await idsShown('.stories h2')).toEqual(items.map(({ id }) => id))
    expect(await idsShown('.latest')).toEqual(withoutRuns(latest, 14).map(({ id }) => id))
    await page.getByRole('link', { name: 'Remove all filters', exact: true }).click()
    await expect.poll(() => filters.textContent()).toBe('Filters')
  })

  it('has room for the lead and three more stories in a window of 900 px', async () => {
    await open('/')

    const bottoms = await page
      .locator('.story')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().bottom))
    expect(bottoms[3]).toBeLessThanOrEqual(900)
  })

  it('shows the letters of a headline whole, also those that reach below their line', async () => {
    await open('/')
    const headline = page.locator('.story .headline a').nth(1)
    await headline.evaluate((node) => (node.textContent = 'Ap̱g̣y̱'))
    const { x, y, width, height } = (await headline.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const clip = { x, y: y - 5, width, height: height + 10 }

    const shown = await page.screenshot({ clip })
    await headline.evaluate((node) => (node.style.overflow = 'visible'))

    expect(shown.equals(await page.screenshot({ clip }))).toBe(true)
  })

  it('becomes denser, and is so from the first byte the next time', async () => {
    await open('/')
    const height = () =>
      page.locator('.stories').evaluate((node) => Number(Reflect.get(node, 'offsetHeight')))
    const before = await height()

    await page.locator('.quiet summary').click()
    await page.getByRole('link', { name: 'Headlines', exact: true }).click()
    await expect.poll(height).toBeLessThan(before * 0.6)
    const cookies = await page.context().cookies()
    await page.reload()

    expect(cookies.map(({ name, value }) => `${name}=${value}`)).toEqual(['digest-density=headlines'])
    expect(await page.locator('html').getAttribute('data-density')).toBe('headlines')
  })

  it('shows what rises within three hours and stands nowhere else on it', async () => {
    const { items } = await askPage(`${reading.base}/api/trending?hours=3&limit=30`)
    const rising = (items as unknown as Arranged[]).map(({ story }) => story.id)

    await open('/?category=technology&window=week')
    const shown = await storiesShown('.stories')
    const ofTopic = await storiesShown('.rising')
    await open('/')
    const everywhere = [...(await storiesShown('.stories')), ...(await storiesShown('.topics'))]

    expect(ofTopic.filter((id) => shown.includes(id))).toEqual([])
    expect(await storiesShown('.rising')).toEqual(rising.filter((id) => !everywhere.includes(id)).slice(0, 5))
  })

  it('has lead, reports, topics and filters without scripts', async () => {
    const { text } = await ask(`${reading.base}/`)

    const html = text.slice(text.indexOf('<main'), text.indexOf('<script type="application/json"'))
    for (const part of [
      'class="story lead"',
      'class="other-reports"',
      'data-topic="technology"',
      '<details class="quiet">',
    ])
      expect(html).toContain(part)
  })
})
