import { describe, expect, it } from 'vitest'
import type { IconLocations } from '../../src/model/picture.ts'
import { refreshIcons } from '../../src/pipeline/pictures/icons.ts'
import { never, serve } from './loopback.ts'
import { collecting } from './visiting.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000200000002008020000000000000000000000', 'hex')
const ICO = Buffer.concat([
  Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 40, 0, 0, 0, 22, 0, 0, 0]),
  Buffer.alloc(40),
])

describe("a source's icon", () => {
  it('is the one that its feed states', async () => {
    const site = await serve({ '/feed-icon.png': PNG, '/favicon.ico': ICO })

    const icon = await find({ iconUrl: `${site.url}/feed-icon.png`, feedUrl: `${site.url}/feed` })

    expect(icon).toEqual({ mimeType: 'image/png', bytes: PNG })
    expect(site.requests).toEqual(['/feed-icon.png'])
  })

  it("is else one that its site's page names", async () => {
    const site = await serve({ '/': '<link rel=icon href=/i.png>', '/i.png': PNG, '/favicon.ico': ICO })

    const icon = await find({ iconUrl: `${site.url}/gone.png`, feedUrl: `${site.url}/feed` })

    expect(icon?.mimeType).toBe('image/png')
  })

  it('is else the one that stands where browsers look for it', async () => {
    const site = await serve({ '/': 'Hello', '/favicon.ico': ICO })

    const icon = await find({ siteUrl: `${site.url}/`, feedUrl: 'http://127.0.0.1:1/feed' })

    expect(icon).toEqual({ mimeType: 'image/x-icon', bytes: ICO })
  })

  it('is none where everything is something else, too large, or fails', async () => {
    const site = await serve({
      '/': '<link rel=icon href=/a><link rel=icon href=/b><link rel=icon href=/c>',
      '/a': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '/b': Buffer.concat([PNG, Buffer.alloc(200_000)]),
      '/c': (_, response) => response.writeHead(500).end(),
      '/favicon.ico': '<!doctype html><title>Not found</title>',
    })

    expect(await find({ feedUrl: `${site.url}/feed` })).toBeUndefined()
    expect(site.requests).toEqual(['/robots.txt', '/', '/a', '/b', '/c', '/favicon.ico'])
  })

  it('is looked for without reading a page that robots.txt forbids', async () => {
    const site = await serve({ '/robots.txt': 'User-agent: *\nDisallow: /', '/favicon.ico': ICO })

    const icon = await find({ feedUrl: `${site.url}/feed` })

    expect(icon?.mimeType).toBe('image/x-icon')
    expect(site.requests).toEqual(['/robots.txt', '/favicon.ico'])
  })

  it('is not fetched from inside, whoever names it', async () => {
    const inside = await serve({ '/i.png': PNG, '/favicon.ico': ICO })
    const { port } = new URL(inside.url)
    const site = await serve({
      '/': `<link rel=icon href="http://127.0.0.2:${port}/i.png"><link rel=icon href="http://[::ffff:127.0.0.3]:${port}/i.png">`,
      '/favicon.ico': (_, response) =>
        response.writeHead(302, { location: `http://127.0.0.4:${port}/i.png` }).end(),
    })
    const collector = collecting({ allowAddresses: ['127.0.0.1/32'] })

    const icon = await collector.findIcon(
      locationsOf({ iconUrl: `http://127.0.0.5:${port}/i.png`, feedUrl: `${site.url}/feed` }),
      never(),
    )

    expect(icon).toBeUndefined()
    expect(inside.requests).toEqual([])
  })
})

describe('looking for icons', () => {
  it('goes through the sources that are due, and notes when to look again', async () => {
    const due = ['tide', 'harbor'].map((sourceId) => locationsOf({ sourceId }))
    const saved: unknown[] = []
    const store = {
      listDueIcons: () => Promise.resolve(due.slice(saved.length)),
      saveIcon: (...icon: unknown[]) => {
        saved.push(icon)
        return Promise.resolve(icon[1] !== undefined)
      },
    }
    const icon = { mimeType: 'image/png', bytes: PNG } as const

    const changed = await refreshIcons(
      { store, now: () => 1_000, findIcon: async ({ sourceId }) => (sourceId === 'tide' ? icon : undefined) },
      never(),
    )

    const again = 1_000 + 7 * 24 * 3_600_000
    expect(changed).toBe(1)
    expect(saved).toEqual([
      ['tide', icon, 1_000, again],
      ['harbor', undefined, 1_000, again],
    ])
  })

  it('goes on while a site hangs, and asks each host for one at a time', async () => {
    const sites = ['tide', 'quay', 'tide', 'pier', 'tide'].map((host, index) =>
      locationsOf({ sourceId: `${host}-${index}`, siteUrl: `https://${host}.example/` }),
    )
    const left = new Set(sites.map(({ sourceId }) => sourceId))
    const running = new Map<string, number>()
    const most = new Map<string, number>()
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const store = {
      listDueIcons: () => Promise.resolve(sites.filter(({ sourceId }) => left.has(sourceId))),
      saveIcon: (sourceId: string) => {
        left.delete(sourceId)
        // What hangs ends once all other hosts are through.
        if (left.size === 3) release()
        return Promise.resolve(true)
      },
    }
    const findIcon = async ({ sourceId, siteUrl }: IconLocations): Promise<undefined> => {
      const host = siteUrl ?? ''
      running.set(host, (running.get(host) ?? 0) + 1)
      most.set(host, Math.max(most.get(host) ?? 0, running.get(host) ?? 0))
      if (sourceId === 'tide-0') await released
      await Promise.resolve()
      running.set(host, (running.get(host) ?? 0) - 1)
    }

    const changed = await refreshIcons({ store, now: () => 0, findIcon }, never())

    expect(changed).toBe(5)
    expect([...most.values()]).toEqual([1, 1, 1])
  })

  it('ends with the signal', async () => {
    const store = {
      listDueIcons: () => Promise.resolve([locationsOf({})]),
      saveIcon: () => Promise.resolve(false),
    }
    const stop = new AbortController()

    const looking = refreshIcons(
      { store, now: () => 0, findIcon: async () => (stop.abort(), undefined) },
      stop.signal,
    )

    await expect(looking).rejects.toThrow('aborted')
  })
})

async function find(changes: Partial<IconLocations>) {
  const collector = collecting()
  return collector.findIcon(locationsOf(changes), never())
}

function locationsOf(changes: Partial<IconLocations>): IconLocations {
  return { sourceId: 'tide', iconUrl: null, siteUrl: null, feedUrl: 'http://127.0.0.1:1/feed', ...changes }
}
