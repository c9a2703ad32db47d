import { describe, expect, it } from 'vitest'
import { ask } from '../api/ask.ts'
import { hasBrowser, keptBrowser } from '../browser.ts'
import { serveWorld } from './world-service.ts'

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)

const service = serveWorld(60, {
  prefix: '/river',
  logo: { mimeType: 'image/svg+xml', bytes: LOGO },
  config: { title: 'River <News>', description: 'Along the river & sea', accent: '#0a5c8a' },
})

const textOf = async (path: string) => (await ask(service.base + path)).text

describe('a service with a name and looks of its own', () => {
  it('names itself in its titles and on every view', async () => {
    const front = await textOf('/')
    const list = await textOf('/list')

    expect(front).toContain('<title>River &lt;News&gt;: Along the river &amp; sea</title>')
    expect(front).toContain('<strong>River &lt;News></strong>')
    expect(list).toContain('<title>All news · River &lt;News&gt;</title>')
    expect(front + list).not.toMatch(/>Digest|· Digest/)
  })

  it('names itself in feeds, OPML and the app that a browser installs', async () => {
    expect(await textOf('/feed/rss')).toContain(
      '<title>River &lt;News&gt;</title><link>http://127.0.0.1/river/</link><description>Along the river &amp; sea<',
    )
    expect(await textOf('/feed/atom?category=science')).toContain(
      '<title>River &lt;News&gt;: science</title>',
    )
    const icon = expect.stringMatching(/^http:\/\/127\.0\.0\.1\/river\/assets\/logo-.+\.svg$/)
    expect(JSON.parse(await textOf('/feed/json'))).toMatchObject({ title: 'River <News>', icon })
    expect(await textOf('/feed/atom')).toMatch(
      /<logo>http:\/\/127\.0\.0\.1\/river\/assets\/logo-[^<]+\.svg<\/logo>/,
    )
    expect(await textOf('/feed/health')).toContain('<title>River &lt;News&gt;: health of the sources</title>')
    expect(await textOf('/sources.opml')).toContain('<title>River &lt;News&gt;: sources</title>')
    expect(JSON.parse(await textOf('/manifest.webmanifest'))).toMatchObject({
      name: 'River <News>: Along the river & sea',
      short_name: 'River <News>',
    })
  })

  it('shows its logo and its accent, which are kept for ever under their hash', async () => {
    const front = await textOf('/')
    const logo = /<img class="logo" src="\/river(\/assets\/logo-[^"]+\.svg)" width="32" height="32"/.exec(
      front,
    )?.[1]
    const style = /<link rel="stylesheet" href="\/river(\/assets\/accent-[^"]+\.css)">/.exec(front)?.[1]

    const [picture, colours] = [await ask(service.base + logo), await ask(service.base + style)]

    expect(picture.text).toBe(LOGO.toString())
    expect(picture.headers['content-type']).toBe('image/svg+xml')
    expect(picture.headers['cache-control']).toContain('immutable')
    expect(colours.text).toMatch(/^:root\{--accent:light-dark\(#0a5c8a,#/)
    expect(front).toContain(`<link rel="icon" href="/river${logo}" type="image/svg+xml">`)
  })

  it.runIf(hasBrowser('the accent in a browser'))('colours its marks', async () => {
    const page = await (await keptBrowser()).newPage({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(`${service.base}/`)

    const colours = () =>
      page.evaluate<string[]>(
        `[getComputedStyle(document.querySelector('.category')).color,
          getComputedStyle(document.querySelector('.nav a[aria-current]')).borderBottomColor]`,
      )

    expect(await colours()).toEqual(['rgb(10, 92, 138)', 'rgb(10, 92, 138)'])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colours()).not.toContain('rgb(10, 92, 138)')
    await page.close()
  })
})
