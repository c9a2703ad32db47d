import { describe, expect, it } from 'vitest'
import { apiOf } from './api-of.ts'
import { ask, askPage, idsOf, type PageJson } from './ask.ts'
import { openWorld } from './world.ts'

const api = apiOf(openWorld)

describe('paging', () => {
  const LISTS = [
    '/api/items?',
    '/api/items?sort=oldest',
    '/api/items?sort=score',
    '/api/items?sort=hot',
    '/api/items?category=science&source=-alpha',
    '/api/trending?hours=168',
    '/api/search?q=rivers',
    '/api/search?q=rivers&sort=newest',
  ]

  it.each(LISTS)('covers %s exactly once by offset', async (list) => {
    const whole = await askPage(`${api.base}${list}&limit=500`)

    const pages = await byOffset(list, 7)

    expect(pages.flatMap(idsOf)).toEqual(idsOf(whole))
    expect(pages.every((page) => page.total === whole.total)).toBe(true)
  })

  it.each(LISTS)('covers %s exactly once by cursor, and offset tells the place', async (list) => {
    const whole = await askPage(`${api.base}${list}&limit=500`)

    const pages = await byCursor(`${list}&limit=7`)

    expect(pages.flatMap(idsOf)).toEqual(idsOf(whole))
    expect(pages.map((page) => page.offset)).toEqual(pages.map((_, at) => at * 7))
    expect(pages.at(-1)).toMatchObject({ hasMore: false, nextCursor: null })
  })

  it('leads by the Link header to the same pages as by nextCursor', async () => {
    const first = await ask(`${api.base}/api/items?limit=50&source=alpha,beta&to=2026-03-10`)

    const next = /^<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1]
    const cursor = (first.json as PageJson).nextCursor
    const byLink = await askPage(next ?? '')
    const byCursor = await askPage(
      `${api.base}/api/items?limit=50&source=beta&source=alpha&to=2026-03-10&cursor=${cursor}`,
    )
    expect(byLink.items).toEqual(byCursor.items)
    expect(byLink.count).toBeGreaterThan(0)
  })

  it('has no Link to a next page where nothing follows', async () => {
    const last = await ask(`${api.base}/api/items?limit=500`)

    expect(last.headers['link']).not.toContain('rel="next"')
  })

  it('gives an empty page past the end, with the same total', async () => {
    const page = await askPage(`${api.base}/api/items?offset=9007199254740991`)

    expect(page).toMatchObject({ items: [], count: 0, total: api.world.items.length, hasMore: false })
    expect(page.offset).toBe(9_007_199_254_740_991)
  })

  it('pages over more than one page of trending stories', async () => {
    const { total } = await askPage(`${api.base}/api/trending?hours=168`)

    expect(total).toBeGreaterThan(20)
  })

  it('refuses a cursor of another query, but lets the page size change', async () => {
    const { nextCursor } = await askPage(`${api.base}/api/items?source=alpha&limit=5`)

    const other = await ask(`${api.base}/api/items?source=beta&limit=5&cursor=${nextCursor}`)
    const otherPath = await ask(`${api.base}/api/trending?source=alpha&limit=5&cursor=${nextCursor}`)
    const otherSize = await ask(`${api.base}/api/items?source=alpha&limit=9&cursor=${nextCursor}`)

    expect(other.json).toMatchObject({ status: 400, code: 'cursorInvalid' })
    expect(otherPath.json).toMatchObject({ status: 400, code: 'cursorInvalid' })
    expect(otherSize.status).toBe(200)
  })

  it.each([
    ...LISTS,
    '/api/search?q=rivers&distinct=story',
    '/api/search?q=rivers tides summary body',
    '/api/search?q=rivers&sort=hot',
  ])('gives the list of the first page while others arrive: %s', async (list) => {
    const whole = await askPage(`${api.base}${list}&limit=500`)
    const pages = [await askPage(`${api.base}${list}&limit=7`)]

    for (let cursor = pages[0]?.nextCursor ?? null; cursor !== null;) {
      await api.world.add()
      const page = await askPage(`${api.base}${list}&limit=7&cursor=${cursor}`)
      pages.push(page)
      cursor = page.nextCursor
    }

    expect(pages.flatMap(idsOf)).toEqual(idsOf(whole))
    expect(pages.every((page) => page.total === whole.total)).toBe(true)
  })
})

async function byOffset(list: string, size: number): Promise<PageJson[]> {
  const pages: PageJson[] = []
  for (let offset = 0; ; offset += size) {
    const page = await askPage(`${api.base}${list}&limit=${size}&offset=${offset}`)
    pages.push(page)
    if (!page.hasMore) return pages
  }
}

async function byCursor(list: string): Promise<PageJson[]> {
  const pages = [await askPage(`${api.base}${list}`)]
  for (let cursor = pages[0]?.nextCursor ?? null; cursor !== null;) {
    const page = await askPage(`${api.base}${list}&cursor=${cursor}`)
    pages.push(page)
    cursor = page.nextCursor
  }
  return pages
}
