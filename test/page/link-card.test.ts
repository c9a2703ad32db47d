import { decodeHTML } from 'entities'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask, askPage } from '../api/ask.ts'
import { hasBrowser } from '../browser.ts'
import { type NewsroomViews, newsroomViews } from './newsroom-views.ts'
import { alive, openReader } from './reader.ts'

describe.skipIf(!hasBrowser('links to views'))('a link to a view', () => {
  let views: NewsroomViews

  beforeAll(async () => {
    views = await newsroomViews()
  })

  /** What the head of a document says to those who show a link to it. */
  async function headOf(address: string) {
    const { status, text } = await ask(views.base + address, { headers: { accept: 'text/html' } })
    const named = [...text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)]
    return {
      status,
      card: Object.fromEntries(named.map(([, name = '', content]) => [name, decodeHTML(content ?? '')])),
      canonical: decodeHTML(/<link rel="canonical" href="([^"]*)">/.exec(text)?.[1] ?? ''),
    }
  }

  it('shows what it is: every view has a title, a sentence, a picture and one address', async () => {
    for (const address of Object.values(views.addresses)) {
      const { card, canonical } = await headOf(address)

      expect(card).toMatchObject({
        'og:site_name': 'Digest',
        'og:title': expect.stringMatching(/./),
        'og:type': expect.stringMatching(/^(?:website|article)$/),
        'og:url': canonical,
      })
      expect(card['og:description']).toBe(card['description'])
      expect(card['description']?.length).toBeGreaterThan(10)
      expect(canonical.startsWith(`${views.base}/`)).toBe(true)
      const picture = await ask(card['og:image'] ?? '')
      expect([picture.status, picture.headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ])
    }
  })

  it('to an article has its summary and its own thumbnail, from the address that the reader asked', async () => {
    const { items } = await askPage(`${views.base}/api/items?limit=200&fields=id,title,summary,hasThumbnail`)
    const item = items.find(({ hasThumbnail }) => hasThumbnail === true)

    const { card } = await headOf(`/article?id=${String(item?.['id'])}`)

    expect(card).toMatchObject({
      'og:type': 'article',
      'og:title': item?.['title'],
      'og:description': item?.['summary'],
      'og:image': `${views.base}/thumbnails/${String(item?.['id'])}`,
    })
  })

  it.each([
    ['/?utm_source=x&window=week&category=science', '/?window=week&category=science'],
    ['/list?density=a&cursor=&sort=score&language=en', '/list?language=en&sort=score'],
    ['/search?q=president&page=3', '/search?q=president'],
    ['/sources?all=1&status=ok', '/sources?status=ok'],
    ['/stats?x=y', '/stats'],
    ['/digest/morning?from=mail', '/digest/morning'],
  ])('%s has the address %s', async (address, canonical) => {
    expect((await headOf(address)).canonical).toBe(views.base + canonical)
  })

  it.each(['/nothing/here', '/article?id=99999999', '/list?sort=best', '/?window=later'])(
    'that leads nowhere is not kept by search engines: %s',
    async (address) => {
      const { status, card, canonical } = await headOf(address)

      expect(status).toBeGreaterThanOrEqual(400)
      expect([card['robots'], canonical]).toEqual(['noindex', ''])
    },
  )

  it('to an edition announces the feed of its digest first', async () => {
    const { text } = await ask(`${views.base}/digest/morning`, { headers: { accept: 'text/html' } })

    const [first] = [...text.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)">/g)]
    expect(first?.slice(1)).toEqual(['application/atom+xml', '/digest/morning/feed'])
  })

  it('is copied, or handed to the share sheet of the system where there is one', async () => {
    const reader = await openReader(views.browser, {
      base: views.base,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await reader.page.addInitScript(`navigator.share = async (shared) => { globalThis.shared = shared }`)
    await reader.page.goto(views.base + (views.addresses['/story'] ?? ''))
    await alive(reader.page)
    const address = views.base + (views.addresses['/story'] ?? '')

    await reader.page.getByRole('button', { name: 'Copy link' }).click()
    await reader.page.getByText('Copied').waitFor()
    await reader.page.getByRole('button', { name: 'Share' }).click()

    expect(await reader.page.evaluate('navigator.clipboard.readText()')).toBe(address)
    expect(await reader.page.evaluate('globalThis.shared')).toEqual({
      title: await reader.page.locator('h1').textContent(),
      url: address,
    })
    await reader.close()
  })

  it('follows its reader from view to view', async () => {
    const reader = await openReader(views.browser, { base: views.base })
    const canonical = () => reader.page.locator('link[rel=canonical]').getAttribute('href')
    await reader.page.goto(`${views.base}/list`)
    await alive(reader.page)

    await reader.page.locator('.row h2 a').first().click()
    await reader.page.locator('article h1').waitFor()

    await expect.poll(canonical).toBe(reader.page.url())
    await reader.close()
  })

  it('is printed with the address of the original and of what it names, without buttons', async () => {
    const reader = await openReader(views.browser, { base: views.base })
    await reader.page.goto(views.base + (views.addresses['/article'] ?? ''))
    await alive(reader.page)
    const original = await reader.page.locator('a[data-original]').getAttribute('href')

    await reader.page.emulateMedia({ media: 'print' })

    const text = await reader.page.locator('body').innerText()
    expect(text).toContain(`The original is at ${original}`)
    const visible = await reader.page
      .locator('button, .button, nav, form, .side')
      .evaluateAll((nodes) => nodes.filter((node) => Reflect.get(node, 'offsetHeight') > 0).length)
    expect(visible).toBe(0)
    await reader.page.goto(views.base + (views.addresses['/story'] ?? ''))
    const named = await reader.page.evaluate<string>(
      `getComputedStyle(document.querySelector('.reports .headline a'), '::after').content`,
    )
    expect(named).toMatch(/^"https?:\/\//)
    await reader.close()
  })
})
