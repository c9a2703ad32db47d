import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPublisher } from './publisher.ts'
import { emptyFolder, eventually, runCli, serve, type Serving, startCli } from './run-cli.ts'

interface ItemAnswer {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly score: number
}
interface ListAnswer {
  readonly items: readonly ItemAnswer[]
  readonly total: number
}

describe('a fresh machine without settings', () => {
  const folder = emptyFolder()
  let service: Serving
  let first: ItemAnswer

  beforeAll(async () => {
    service = await serve([], folder)
    const list = await eventually(
      () => get<ListAnswer>('/api/items?limit=50&offset=0&sort=score'),
      ({ total }) => total >= 1_000,
    )
    first = list.items[0] ?? { id: 0, title: '', url: '', score: 0 }
  })

  afterAll(() => service.stop())

  async function get<T>(path: string): Promise<T> {
    const answer = await fetch(service.url + path)
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as T
  }

  it('says on the terminal that the news is invented and what to do next', () => {
    expect(service.output().stdout).toMatch(/invented/)
    expect(service.output().stdout).toMatch(/content-digest init/)
  })

  it('lists real content by score within 30 seconds', async () => {
    const { items } = await get<ListAnswer>('/api/items?limit=50&offset=0&sort=score')

    expect(items).toHaveLength(50)
    const scores = items.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  it('shows its page, with the files that it needs', async () => {
    const page = await fetch(`${service.url}/`)
    const html = await page.text()
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]

    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await fetch(new URL(script ?? '/missing', `${service.url}/`))).status).toBe(200)
  })

  it('finds an item by a word of its title', async () => {
    const word = first.title.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? ''

    const { items } = await get<ListAnswer>(`/api/search?q=${encodeURIComponent(word)}&limit=20`)

    expect(items.length).toBeGreaterThan(0)
  })

  it('has stories that trend', async () => {
    // The newsroom tells its stories over days; a week always has some that several publishers told.
    const { items } = await eventually(
      () => get<ListAnswer>('/api/trending?hours=24&limit=20'),
      (list) => list.items.length > 0,
    )

    expect(items.length).toBeGreaterThan(0)
  })

  it('shows an article by id and by address', async () => {
    const byId = await get<{ id: number; contentHtml: string }>(`/api/article?id=${first.id}`)
    const byUrl = await get<{ id: number }>(
      `/api/article?url=${encodeURIComponent(`${first.url}?utm_source=x`)}`,
    )

    expect(byId.contentHtml.length).toBeGreaterThan(0)
    expect(byUrl.id).toBe(first.id)
  })

  it.each(['/api/health', '/api/sources', '/api/stats', '/api/categories', '/api-docs.json'])(
    'answers %s',
    async (path) => {
      expect(Object.keys(await get<object>(path)).length).toBeGreaterThan(0)
    },
  )

  it.each([
    ['/feed/rss', 'application/rss+xml'],
    ['/feed/atom', 'application/atom+xml'],
  ])('answers %s', async (path, type) => {
    const answer = await fetch(service.url + path)

    expect(answer.headers.get('content-type')).toContain(type)
    expect(await answer.text()).toContain('<title>')
  })

  it('collects from every source of the newsroom', async () => {
    interface Sources {
      readonly items: readonly { readonly id: string; readonly health: { readonly status: string } }[]
    }
    const { items } = await eventually(
      () => get<Sources>('/api/sources'),
      (list) => list.items.every(({ health }) => health.status !== 'new'),
    )

    expect(items.filter(({ health }) => health.status !== 'ok').map(({ id }) => id)).toEqual([])
  })

  it('has a store that other commands use as well, and say so', async () => {
    const texts: string[] = []
    for (const command of ['search the', 'store info', 'backup b.gz', 'doctor', 'collect', 'export']) {
      const { stdout, stderr } = await runCli(command.split(' '), folder)
      texts.push(stdout + stderr)
    }

    expect(texts).toEqual(
      texts.map(() => expect.stringMatching(/newsroom\.db|no digest\.yaml here/) as unknown),
    )
    expect(texts[0]).toContain('items found')
    expect(texts[3]).toContain('of 48 sources are well')
    expect(existsSync(join(folder, 'data', 'digest.db'))).toBe(false)
    expect(service.output().stderr).not.toMatch(/memory leak|negative number/)
  })

  it('ends soon after a SIGTERM, with success, and leaves the whole store in its file', async () => {
    const { code, ms } = await service.stop('SIGTERM')

    expect(code).toBe(0)
    // Far more than it takes, and less than clients would keep their connections for.
    expect(ms).toBeLessThan(30_000)
    const file = join(folder, 'data', 'newsroom.db')
    expect(existsSync(`${file}-wal`)).toBe(false)
    expect(statSync(file).size).toBeGreaterThan(200_000)
  })
})

describe('starting and stopping', () => {
  it('collects into a store only once: a second service is refused with 2, unless it only serves or the first is over', async () => {
    const folder = withSettings(emptyFolder())
    const first = await serve([], folder)

    const second = await runCli(['serve', '--port', '0'], folder)
    const reading = await serve(['--no-collect'], folder)

    expect(second.code).toBe(2)
    expect(second.stderr).toMatch(
      /^another service collects into \S+digest\.db: stop it, or .*--no-collect$/m,
    )
    expect((await fetch(`${reading.url}/api/items`)).status).toBe(200)
    for (const service of [reading, first]) expect((await service.stop()).code).toBe(0)
    await (await serve([], folder)).stop('SIGKILL')
    const last = await serve([], folder)
    expect((await last.stop()).code).toBe(0)
  })

  it('shows what it collects through each service that only serves, also with older settings and when it has been killed', async () => {
    const publisher = await openPublisher()
    const folder = emptyFolder()
    const write = (file: string, names: readonly string[]) =>
      writeFileSync(join(folder, file), publisher.settingsFor(names))
    write('old.yaml', ['first'])
    write('digest.yaml', ['first', 'second'])
    const older = ['--no-collect', '--config', 'old.yaml', '--data', join(folder, 'data')]
    const namesAt = async ({ url }: Serving): Promise<string[]> => {
      const { items } = (await (await fetch(`${url}/api/sources`)).json()) as { items: { id: string }[] }
      return items.map(({ id }) => id).toSorted()
    }
    const alone = await serve(older, folder)
    expect(await namesAt(alone)).toEqual(['first'])
    await alone.stop()
    const collecting = await serve([], folder)

    const serving = await Promise.all([serve(older, folder), serve(['--no-collect'], folder)])
    for (const service of [...serving, collecting])
      expect(await namesAt(service)).toEqual(['first', 'second'])
    write('digest.yaml', ['first', 'second', 'third'])
    const [one, other] = await Promise.all(
      serving.map(({ url }) =>
        eventually(
          async () => (await (await fetch(`${url}/api/items?sort=newest`)).json()) as ListAnswer,
          ({ total }) => total === 3,
        ),
      ),
    )
    await collecting.stop('SIGKILL')

    expect(other?.items).toEqual(one?.items)
    const statuses = serving.map(async ({ url }) => (await fetch(`${url}/api/search?q=third`)).status)
    expect(await Promise.all(statuses)).toEqual([200, 200])
    for (const service of serving) expect((await service.stop()).code).toBe(0)
    await publisher.close()
  })

  it('says that a port is in use, and ends with 2', async () => {
    const taken = createServer()
    await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
    const { port } = taken.address() as AddressInfo

    const { ended, output } = startCli(['serve', '--port', String(port)], {
      cwd: withSettings(emptyFolder()),
    })

    expect(await ended).toEqual({ code: 2, signal: null })
    expect(output().stderr).toMatch(new RegExp(`port ${port}.*in use`))
    await new Promise((closed) => taken.close(closed))
  })

  it('says which address cannot be listened on, and ends with 2', async () => {
    const args = ['serve', '--port', '0', '--host', '203.0.113.9']

    const { code, stderr } = await runCli(args, withSettings(emptyFolder()))

    expect(code).toBe(2)
    expect(stderr).toMatch(/^cannot listen on port 0 of 203\.0\.113\.9 \(EADDRNOTAVAIL\)/m)
    expect(stderr).not.toContain('    at ')
  })

  it('says which folder cannot be made, and ends with 2', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'notes'), 'a file where a folder is wanted')

    const { code, stderr } = await runCli(['serve', '--data', 'notes/below'], folder)

    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^the folder \S+notes\/below cannot be made \(ENOTDIR\); choose another with --data/m,
    )
    expect(stderr).not.toContain('    at ')
  })

  it('leaves a file alone that is not its store, and ends with 2', async () => {
    const folder = emptyFolder()
    const file = join(folder, 'notes.db')
    writeFileSync(file, 'my own notes, not a database')

    const { code, stderr } = await runCli(
      ['serve', '--port', '0', '--store', `sqlite:${file}`],
      withSettings(folder),
    )

    expect(code).toBe(2)
    expect(stderr).toContain('notes.db')
    expect(readFileSync(file, 'utf8')).toBe('my own notes, not a database')
    expect(existsSync(`${file}-wal`)).toBe(false)
  })

  it('names every fault of the settings with its place, and ends with 2', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'digest.yaml'), 'sever: {}\nsources:\n  - { id: a, url: ftp://x.example/ }\n')

    const { code, stderr } = await runCli(['serve'], folder)

    expect(code).toBe(2)
    expect(stderr).toMatch(/digest\.yaml:1:1 .*server/)
    expect(stderr).toMatch(/digest\.yaml:3:\d+ /)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

/** Gives the folder settings with one source that nobody answers for. */
function withSettings(folder: string): string {
  writeFileSync(
    join(folder, 'digest.yaml'),
    'sources:\n  - { id: nobody, name: Nobody, url: "https://nobody.example/feed" }\n',
  )
  return folder
}
