import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from '../collect/loopback.ts'
import { emptyFolder, runCli } from './run-cli.ts'

const LOOPBACK = { DIGEST_COLLECT_ALLOW_ADDRESSES: '127.0.0.0/8' }

const rss = (title: string, ...items: string[]): string =>
  `<rss><channel><title>${title}</title>${items.map((item) => `<item><title>${item}</title><link>https://paper.example/${encodeURIComponent(item)}</link></item>`).join('')}</channel></rss>`

describe('add on the command line', () => {
  let site: Site

  beforeAll(async () => {
    site = await openSite({
      '/': '<html><head><link rel="alternate" type="application/rss+xml" href="/news.xml"><link rel="alternate" type="application/rss+xml" href="/sport.xml"></head></html>',
      '/news.xml': rss('Paper: News', 'Ferry &amp;amp; tram', 'Harbour'),
      '/sport.xml': rss('Paper: Sport', 'Goal'),
      '/quiet/': '<html><body>No links here</body></html>',
      '/feed': rss('Well known', 'Found by guess'),
    })
  })

  afterAll(() => site.close())

  it('tells what each of several feeds would bring, and wants one chosen', async () => {
    const cwd = emptyFolder()

    const { code, stdout, stderr } = await runCli(['add', `${site.url}/`], cwd, LOOPBACK)

    expect(code).toBe(2)
    expect(stdout).toContain(
      ` 1  Paper: News\n    ${site.url}/news.xml\n    2 entries, without times\n      · Ferry & tram\n`,
    )
    expect(stdout).toContain(' 2  Paper: Sport')
    expect(stderr).toContain('choose one with --choose 1 to --choose 2')
    expect(existsSync(join(cwd, 'digest.yaml'))).toBe(false)
  })

  it('writes the chosen one into settings that then collect it, once', async () => {
    const cwd = emptyFolder()
    const before =
      '# ours\ncollect: { allowAddresses: 127.0.0.0/8, timeout: 60s } # loopback\nsources: # below\n'
    writeFileSync(join(cwd, 'digest.yaml'), before)

    const added = await runCli(['add', `${site.url}/`, '--choose', '2', '--category', 'sport'], cwd)
    const again = await runCli(['add', `${site.url}/sport.xml`], cwd)
    const collected = await runCli(['collect', '--json'], cwd)

    expect(added.stderr).toBe('')
    expect(added.code).toBe(0)
    expect(readFileSync(join(cwd, 'digest.yaml'), 'utf8')).toBe(
      `${before}  - id: paper-sport\n    name: "Paper: Sport"\n    url: ${site.url}/sport.xml\n    category: sport\n`,
    )
    expect(again.code).toBe(2)
    expect(again.stderr).toContain("already, as 'paper-sport'")
    expect(JSON.parse(collected.stdout)).toMatchObject({ added: 1 })
  })

  it('guesses where feeds stand on a site that names none, and makes the file', async () => {
    const cwd = emptyFolder()

    const { code, stdout } = await runCli(['add', `${site.url}/quiet/`, '--yes'], cwd, LOOPBACK)

    expect(code).toBe(0)
    expect(stdout).toContain('Found by guess')
    expect(readFileSync(join(cwd, 'digest.yaml'), 'utf8')).toContain(`url: ${site.url}/feed\n`)
  })

  it('offers the sitemap of a site that has no feed', async () => {
    const mapped = await openSite({
      '/': '<html><body>Nothing for programs</body></html>',
      '/sitemap.xml':
        '<urlset><url><loc>https://map.example/2024/old-town-hall.html</loc><lastmod>2024-03-01</lastmod></url><url><loc>https://map.example/2024/new-tram-line.html</loc><lastmod>2024-03-05</lastmod></url></urlset>',
    })
    const cwd = emptyFolder()

    const { code, stdout } = await runCli(['add', mapped.url, '--yes'], cwd, LOOPBACK)
    await mapped.close()

    expect(code).toBe(0)
    expect(stdout).toContain(`${mapped.url}/sitemap.xml  (sitemap)\n    2 entries`)
    expect(stdout).toContain('· New tram line\n')
    expect(readFileSync(join(cwd, 'digest.yaml'), 'utf8')).toContain(
      `url: ${mapped.url}/sitemap.xml\n    type: sitemap\n`,
    )
  })

  it('takes the address of a sitemap itself, with times or without', async () => {
    const mapped = await openSite({
      '/maps/2024.xml': '<urlset><url><loc>https://map.example/2024/new-tram-line.html</loc></url></urlset>',
    })
    const cwd = emptyFolder()

    const { code, stderr } = await runCli(['add', `${mapped.url}/maps/2024.xml`, '--yes'], cwd, LOOPBACK)
    await mapped.close()

    expect([code, stderr]).toEqual([0, ''])
    expect(readFileSync(join(cwd, 'digest.yaml'), 'utf8')).toContain(
      `url: ${mapped.url}/maps/2024.xml\n    type: sitemap\n`,
    )
  })

  it('offers the sitemap that the robots.txt of such a site names, one of news before others', async () => {
    const map = (name: string): string =>
      `<urlset><url><loc>https://map.example/${name}-comes-first</loc><lastmod>2024-03-05</lastmod></url></urlset>`
    const mapped = await openSite({
      '/': '<html><body>Nothing for programs</body></html>',
      '/robots.txt': 'Sitemap: /all.xml\nSitemap: /maps/news.xml\nSitemap: javascript:alert(1)\n',
      '/all.xml': map('all'),
      '/maps/news.xml': map('news'),
      '/sitemap.xml': map('usual'),
    })

    const { stdout } = await runCli(['add', mapped.url, '--dry-run'], emptyFolder(), LOOPBACK)
    await mapped.close()

    expect(stdout).toContain(`${mapped.url}/maps/news.xml  (sitemap)`)
  })

  it('never reaches an address that is not public unless the settings allow it', async () => {
    const requestCount = site.requests.length

    const { code, stderr } = await runCli(['add', `${site.url}/`], emptyFolder())

    expect(code).toBe(1)
    expect(stderr).toContain('blockedAddress')
    expect(site.requests).toHaveLength(requestCount)
  })
})
