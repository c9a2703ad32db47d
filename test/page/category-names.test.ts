import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseOpml } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importSources } from '../../src/cli/commands/import.ts'
import { loadConfig } from '../../src/config/load.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { ask } from '../api/ask.ts'
import { aDraft, aFirstVisit, NOW } from '../store/drafts.ts'
import { openService, type Service } from './open-service.ts'

const LIST = `<opml version="2.0"><body><outline text="AI &amp; Research">
  <outline text="One" type="rss" xmlUrl="https://one.example/feed"/>
</outline></body></opml>`

let cwd: string
let service: Service
let stop: () => Promise<void>

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-names-'))
  writeFileSync(join(cwd, 'list.opml'), LIST)
  const io = { stdout: { write: () => true }, stderr: { write: () => true } }
  importSources('list.opml', {}, { io, cwd, env: {}, now: () => NOW, exit: () => undefined })
  const { sources } = loadConfig({ cwd, env: {} })
  const store = await openSqliteStore(join(cwd, 'digest.db'), { now: () => NOW })
  await store.syncSources(sources, NOW)
  await store.saveVisit(aFirstVisit('one', { 1: aDraft('one', { category: sources[0]?.category ?? '' }) }))
  service = await openService({ store, now: () => NOW })
  stop = async () => {
    await service.close()
    await store.close()
    rmSync(cwd, { recursive: true })
  }
})

afterAll(() => stop())

describe('the folder of an imported OPML file', () => {
  it('keeps its spelling when the sources are exported', async () => {
    const { text } = await ask(`${service.base}/sources.opml`)

    const folders = parseOpml(text).body?.outlines ?? []
    expect(folders.map((folder) => [folder.text, folder.title])).toEqual([['AI & Research', 'AI & Research']])
  })

  it('is a slug in filters, with its name beside it', async () => {
    const categories = await ask(`${service.base}/api/categories`)
    const sources = await ask(`${service.base}/api/sources?fields=id,category,categoryName`)
    const items = await ask(`${service.base}/api/items?category=ai-and-research&fields=category`)

    expect(categories.json).toMatchObject({
      items: [{ name: 'ai-and-research', displayName: 'AI & Research' }],
    })
    expect(sources.json).toMatchObject({
      items: [{ id: 'one', category: 'ai-and-research', categoryName: 'AI & Research' }],
    })
    expect(items.json).toMatchObject({ items: [{ category: 'ai-and-research' }] })
  })

  it.each([
    '/api/items?category=AI%20%26%20Research',
    '/api/items?category=-sports,ai+and+research',
    '/api/sources?category=Ai+%26+research',
    '/api/search?q=category:%22AI%20%26%20Research%22',
    '/api/changes?category=AI%20%26%20Research',
    '/api/suggest?q=rese',
    '/api/suggest?q=category:ai',
  ])('is found by its name too: %s', async (address) => {
    const { json } = await ask(service.base + address)

    expect(json).toMatchObject({ count: 1 })
  })

  it('is the title of a feed by its name, and a name that nothing has finds nothing', async () => {
    const feed = await ask(`${service.base}/feed/json?category=AI%20%26%20Research,-sports`)
    const nothing = await ask(`${service.base}/api/items?category=%25,-AI%20%26%20Research`)

    expect(feed.json).toMatchObject({
      title: 'Digest: AI & Research, without sports',
      feed_url: `${service.base}/feed/json?category=-sports,ai-and-research`,
    })
    expect(nothing.json).toMatchObject({ count: 0, query: { category: ['%', '-ai-and-research'] } })
  })

  it.each(['/', '/list?category=ai-and-research', '/sources', '/source?id=one', '/article?id=1', '/stats'])(
    'is shown by its name at %s',
    async (address) => {
      const { text } = await ask(service.base + address)

      const shown = text.slice(0, text.indexOf('<script type="application/json"'))
      expect(shown).toContain('AI &amp; Research')
      expect(shown).not.toContain('Ai and research')
    },
  )
})
