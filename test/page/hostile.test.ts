import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/model/time.ts'
import { escapeHtmlAndQuotes as escape } from '../../src/text/html/escape-html.ts'
import { aSource } from '../a-source.ts'
import { askPage } from '../api/ask.ts'
import { type Browser, hasBrowser, keptBrowser } from '../browser.ts'
import { type CollectedWorld, openCollectedWorld } from './collected-world.ts'
import { openService, type Service } from './open-service.ts'
import { alive, openReader } from './reader.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')

/** What would set `window.fired` if any of it ran, in the ways that browsers have been known to fall for. */
const SCRIPTS = [
  '<script>fired=1</script>',
  '<script src="data:text/javascript,fired=1"></script>',
  '<script src="https://evil.example/x.js"></script>',
  '</script><script>fired=1</script>',
  '<ScRiPt>fired=1</sCrIpT>',
  '<scr<script>ipt>fired=1</scr</script>ipt>',
  '<img src=x onerror=fired=1>',
  '<img src="x" onerror="fired=1">',
  "<img src='x' onerror='fired=1'>",
  '<img/src="x"/onerror=fired=1>',
  '<img src="x`" `onerror=fired=1>',
  '"><img src=x onerror=fired=1>',
  "'><img src=x onerror=fired=1>",
  '<svg onload=fired=1>',
  '<svg><script>fired=1</script></svg>',
  '<svg><animate onbegin=fired=1 attributeName=x dur=1s>',
  '<svg><foreignObject><iframe srcdoc="<script>parent.fired=1</script>"></iframe></foreignObject></svg>',
  '<svg><a xlink:href="javascript:fired=1"><text>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg onload=fired=1>"></use></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=fired=1>',
  '<math href="javascript:fired=1">x</math>',
  '<iframe src="javascript:parent.fired=1"></iframe>',
  '<iframe srcdoc="<script>parent.fired=1</script>"></iframe>',
  '<object data="javascript:fired=1"></object>',
  '<object data="data:text/html,<script>parent.fired=1</script>"></object>',
  '<embed src="javascript:fired=1">',
  '<body onload=fired=1>',
  '<body onpageshow=fired=1>',
  '<details open ontoggle=fired=1><summary>x</summary></details>',
  '<input autofocus onfocus=fired=1>',
  '<select autofocus onfocus=fired=1>',
  '<textarea autofocus onfocus=fired=1>',
  '<button autofocus onfocus=fired=1>x</button>',
  '<a href="javascript:fired=1" id=x>x</a>',
  '<a href=" java\tscript:fired=1">x</a>',
  '<a href="&#106;avascript:fired=1">x</a>',
  '<a href="data:text/html,<script>fired=1</script>">x</a>',
  '<a href="vbscript:fired=1">x</a>',
  '<form action="javascript:fired=1"><button>x</button></form>',
  '<form><button formaction="javascript:fired=1">x</button></form>',
  '<form id=app><input name=innerHTML></form>',
  '<a id=state href="https://evil.example">x</a>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:fired=1">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<link rel=import href="data:text/html,<script>fired=1</script>">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<style>*{background:url(https://evil.example/x.png)}</style>',
  '<div style="background:url(https://evil.example/x.png)">x</div>',
  '<div style="width:expression(fired=1)">x</div>',
  '<p style="position:fixed;inset:0;z-index:9999">covered</p>',
  '<video src=x onerror=fired=1></video>',
  '<video><source onerror=fired=1></video>',
  '<video poster="https://evil.example/x.png"></video>',
  '<audio src=x onerror=fired=1></audio>',
  '<marquee onstart=fired=1>x</marquee>',
  '<noscript><p title="</noscript><img src=x onerror=fired=1>"></noscript>',
  '<noembed><img title="</noembed><img src=x onerror=fired=1>"></noembed>',
  '<xmp><p title="</xmp><img src=x onerror=fired=1>"></xmp>',
  '<plaintext><img src=x onerror=fired=1>',
  '<template><img src=x onerror=fired=1></template>',
  '<!--><img src=x onerror=fired=1>-->',
  '<!--[if gte IE 4]><script>fired=1</script><![endif]-->',
  '<![CDATA[<img src=x onerror=fired=1>]]>',
  '<?xml-stylesheet href="javascript:fired=1"?>',
  '<table background="javascript:fired=1"><tr><td>x</table>',
  '<isindex action=javascript:fired=1 type=image>',
  '<img src="https://evil.example/pixel.gif" alt="counted">',
  '<img srcset="https://evil.example/pixel.gif 1x" alt="counted">',
  '<picture><source srcset="https://evil.example/p.webp"><img src="https://evil.example/p.png"></picture>',
  '{{constructor.constructor("fired=1")()}}',
  '${fired=1}',
  'javascript:fired=1//',
  '</title><script>fired=1</script>',
  '</textarea><script>fired=1</script>',
  '\u2028fired=1\u2029</script><script>fired=1</script>',
  '<mark><img src=x onerror=fired=1></mark>',
  '<a href="https://ok.example" onclick="fired=1" onmouseover="fired=1" autofocus onfocus="fired=1">x</a>',
  '<p onclick=fired=1 accesskey=x tabindex=1 onfocus=fired=1 autofocus>x</p>',
  '<figure><img src="https://evil.example/photo.jpg" alt="A harbour" width="800" height="600"></figure>',
] as const

/** So many articles hold the others' scripts in their texts, a part each. */
const ARTICLES = 8

function feed(): string {
  const items = SCRIPTS.map((script, at) => {
    const part = SCRIPTS.filter((_, other) => other % ARTICLES === at % ARTICLES)
    const text = at < ARTICLES ? part.join('\n<p>and so on</p>\n') : script
    return `<item>
      <title>${escape(`Title ${at}: ${script}`)}</title>
      <link>https://hostile.example/${at}?q=${encodeURIComponent(script)}</link>
      <guid isPermaLink="false">${at}</guid>
      <description>${escape(`About rivers: ${script}`)}</description>
      <content:encoded>${escape(`<p>Rivers again.</p>${text}`)}</content:encoded>
      <dc:creator>${escape(script)}</dc:creator>
      <category>${escape(script)}</category>
      <comments>${escape(at % 2 === 0 ? 'javascript:fired=1' : `https://c.example/"><script>fired=1</script>`)}</comments>
      <enclosure url="${escape(`https://e.example/a.mp3?"><img src=x onerror=fired=1>`)}" type="audio/mpeg&quot;&gt;&lt;script&gt;" length="9"/>
      <pubDate>${new Date(NOW - (at + 1) * 60_000).toUTCString()}</pubDate>
    </item>`
  })
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${escape('<script>fired=1</script>')}</title><link>https://hostile.example/</link><description>x</description>${items.join('')}</channel></rss>`
}

describe.skipIf(!hasBrowser('hostile content in a browser'))('hostile content', () => {
  let publisher: Server
  let world: CollectedWorld
  let service: Service
  let browser: Browser

  beforeAll(async () => {
    publisher = createServer((_, response) => {
      response.setHeader('content-type', 'application/rss+xml; charset=utf-8')
      response.end(feed())
    })
    await new Promise<void>((listening) => publisher.listen(0, '127.0.0.1', listening))
    const { port } = publisher.address() as AddressInfo
    const name = '"><img src=x onerror=fired=1>'
    const source = aSource('hostile', { name, url: `http://127.0.0.1:${port}/feed` })
    world = await openCollectedWorld([source], NOW)
    service = await openService({
      store: world.store,
      now: () => NOW + HOUR_MS,
      notice: {
        en: '<script>fired=1</script>',
        de: '<script>fired=1</script>',
        fr: '<script>fired=1</script>',
      },
    })
    browser = await keptBrowser()
  })

  afterAll(async () => {
    await service.close()
    await world.close()
    await new Promise((closed) => publisher.close(closed))
  })

  it('runs nothing, loads nothing and violates no policy, wherever it is shown', async () => {
    const { items, total } = await askPage(`${service.base}/api/items?limit=500&fields=id,title`)
    const texts = items.filter(({ title }) => /^Title [0-7]:/.test(String(title)))
    const reader = await openReader(browser, { base: service.base })
    const { page } = reader
    page.on('dialog', (dialog) => void dialog.dismiss())
    await page.addInitScript(`
      window.violations = []
      addEventListener('securitypolicyviolation', (event) => violations.push(event.blockedURI + ' ' + event.violatedDirective))
    `)
    const views = [
      '/',
      '/list',
      '/list?sort=oldest',
      '/search?q=rivers',
      `/search?q=${encodeURIComponent(SCRIPTS[6])}`,
      `/list?category=${encodeURIComponent('"><script>fired=1</script>')}`,
      `/list?source=${encodeURIComponent('</script><script>fired=1</script>')}`,
      `/?date=${encodeURIComponent('"><script>fired=1</script>')}`,
      '/sources',
      '/stats',
      ...texts.flatMap(({ id }) => [`/article?id=${String(id)}`]),
      `/story?id=1`,
    ]

    const happened: string[] = []
    for (const view of views) {
      await page.goto(service.base + view)
      await alive(page)
      const fired = await page.evaluate('typeof window.fired')
      const violations = await page.evaluate<string[]>('window.violations')
      if (fired !== 'undefined') happened.push(`${view} ran a script`)
      happened.push(...violations.map((violation) => `${view}: ${violation}`))
    }

    expect(total).toBeGreaterThan(SCRIPTS.length / 2)
    expect(texts.length).toBeGreaterThan(4)
    expect(happened).toEqual([])
    expect(reader.errors).toEqual([])
    await reader.close()
  })

  it('leaves no link but to the web', async () => {
    const { items } = await askPage(`${service.base}/api/items?limit=500&fields=id`)
    const reader = await openReader(browser, { base: service.base, javaScriptEnabled: false })
    const { page } = reader

    const schemes = new Set<string>()
    for (const { id } of items.slice(-ARTICLES)) {
      await page.goto(`${service.base}/article?id=${String(id)}`)
      const links = await page
        .locator('a')
        .evaluateAll((nodes) => nodes.map((node) => String(Reflect.get(node, 'protocol'))))
      for (const scheme of links) schemes.add(scheme)
    }

    expect([...schemes].filter((scheme) => scheme !== 'http:' && scheme !== 'https:')).toEqual([])
    await reader.close()
  })

  it('shows pictures from elsewhere only where somebody asked for them', async () => {
    const { items } = await askPage(`${service.base}/api/items?limit=500&fields=id,title`)
    const pictured = items.find(({ title }) => String(title).startsWith(`Title ${SCRIPTS.length - 1}:`))
    const context = await browser.newContext()
    const page = await context.newPage()
    const requests: string[] = []
    await page.route('https://evil.example/**', (route) => {
      requests.push(route.request().url())
      return route.abort()
    })

    await page.goto(`${service.base}/article?id=${String(pictured?.['id'])}`)
    await page.locator('.no-picture').waitFor()
    const before = requests.length
    await page.getByRole('link', { name: 'Load images' }).click()
    await page.locator('.prose img').first().waitFor({ state: 'attached' })

    expect(before).toBe(0)
    await expect.poll(() => requests).toEqual(['https://evil.example/photo.jpg'])
    await context.close()
  })
})
