import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenApi, readOpenApi } from '../api/read-openapi.ts'
import { NOW, openWorld } from '../api/world.ts'
import { hasBrowser } from '../browser.ts'
import { openReader } from './reader.ts'
import { readingOf } from './reading-of.ts'

describe.skipIf(!hasBrowser('the interface in a browser'))('the interface, to read and to try', () => {
  const reading = readingOf(() => openWorld(60), { now: NOW, prefix: '/digest' })
  let page: Page
  let description: OpenApi

  beforeAll(async () => {
    description = await readOpenApi(reading.base)
  })

  beforeEach(async () => {
    page = reading.page
    await reading.open('/docs')
  })

  const operationIn = (where: Page, path: string) =>
    where.locator(`[id="get${path.replaceAll(/[^a-z0-9]+/g, '-').replace(/-$/, '')}"]`)
  const operation = (path: string) => operationIn(page, path)
  async function send(path: string, values: Readonly<Record<string, string>>) {
    const form = operation(path).locator('.try')
    await form.locator('summary').click()
    for (const [name, value] of Object.entries(values)) {
      const field = form.locator(`[name="${name}"]`)
      if ((await field.evaluate((node) => node.tagName)) === 'SELECT') await field.selectOption(value)
      else await field.fill(value)
    }
    await form.getByRole('button', { name: 'Send' }).click()
    const answer = form.locator('.try-answer')
    await answer.waitFor()
    return {
      status: Number(await answer.locator('strong').innerText()),
      body: await answer.locator('pre').innerText(),
      curl: await form.locator('.try-address').innerText(),
    }
  }

  it('has every path, every parameter and every shape of the description, without scripts too', async () => {
    const plain = await openReader(reading.browser, { base: reading.base, javaScriptEnabled: false })
    await plain.page.goto(`${reading.base}/docs`)

    for (const [path, { get }] of Object.entries(description.paths)) {
      const part = operationIn(plain.page, path)
      expect(await part.getByRole('heading', { name: `GET ${path}`, exact: true }).count()).toBe(1)
      const names = await part.locator('.docs-table').first().locator('code').allTextContents()
      const wanted = (get?.parameters ?? []).map(({ name }) => name)
      expect({ path, missing: wanted.filter((name) => !names.includes(name)) }).toEqual({ path, missing: [] })
    }
    const shapes = await plain.page.locator('.shape summary code').allTextContents()
    const all = Object.keys(description.components.schemas).filter((name) => !name.endsWith('Fields'))
    expect(shapes).toEqual(all)
    await plain.close()
  })

  it('sends what was filled in, and nothing of what was left empty', async () => {
    const { status, body, curl } = await send('/api/items', {
      category: 'science',
      limit: '2',
      sort: 'oldest',
    })

    expect(status).toBe(200)
    expect(curl).toMatch(
      /^curl "http:\/\/127\.0\.0\.1.*\/digest\/api\/items\?category=science&sort=oldest&limit=2"$/,
    )
    expect(body).toContain('"category": "science"')
    expect(body).toContain('"count": 2')
    expect(body).toMatch(/^content-type: application\/json/)
  })

  it('shows a refusal as it came', async () => {
    const { status, body } = await send('/api/search', { q: '()' })

    expect(status).toBe(400)
    expect(body).toContain('"code": "queryInvalid"')
  })

  it('shows feeds as text', async () => {
    const { status, body } = await send('/feed/rss', { q: 'rivers', limit: '1' })

    expect(status).toBe(200)
    expect(body).toContain('<rss version="2.0"')
  })

  it('can send every path that needs no parameter', async () => {
    const free = Object.entries(description.paths).filter(
      ([, { get }]) => !(get?.parameters ?? []).some(({ required }) => required === true),
    )
    expect(free.length).toBeGreaterThan(8)

    for (const [path] of free) {
      const form = operation(path).locator('.try')
      // Without a pointer, for which the long page would be laid out again and again.
      await form.evaluate((details) => details.setAttribute('open', ''))
      if (path === '/api/article' || path === '/api/story') await form.locator('[name="id"]').fill('1')
      await form.getByRole('button', { name: 'Send' }).dispatchEvent('click')
      const status = Number(await form.locator('.try-answer strong').textContent())
      // Nobody is named in the settings.
      const wanted = path === '/.well-known/security.txt' ? 404 : 200
      expect({ path, status }).toEqual({ path, status: wanted })
    }
  })

  it('asks for what a path cannot do without', async () => {
    const form = operation('/api/search').locator('.try')
    await form.locator('summary').click()
    await form.getByRole('button', { name: 'Send' }).click()

    expect(await form.locator('[name="q"]:invalid').count()).toBe(1)
    expect(await form.locator('.try-answer').count()).toBe(0)
  })

  it('leads from its contents to each path, by keyboard too', async () => {
    await page.locator('.docs-contents a', { hasText: '/api/stats' }).focus()
    await page.keyboard.press('Enter')

    expect(new URL(page.url()).hash).toBe('#get-api-stats')
    await expect
      .poll(() => operation('/api/stats').evaluate((node) => node.getBoundingClientRect().top))
      .toBeLessThan(400)
  })
})
