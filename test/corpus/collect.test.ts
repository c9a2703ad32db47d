import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CollectSummary } from '../../src/cli/commands/collect.ts'
import { EVERYTHING } from '../../src/model/filter.ts'
import type { Item } from '../../src/model/item.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { openSqliteReadStore } from '../../src/store/sqlite/open.ts'
import { canonicalKey } from '../../src/url/url.ts'
import { ask } from '../api/ask.ts'
import { serve } from '../api/serve.ts'
import { emptyFolder, runCli } from '../e2e/run-cli.ts'
import { initialized } from '../initialized.ts'
import { sampled } from '../sampled.ts'
import { ORACLE_ERRORS } from './conformance/oracle-errors.ts'
import { corpusFile, hasCorpus } from './corpus-folder.ts'
import { countsClicks, readOracle, type OracleFeed } from './oracle.ts'
import { type FileServer, serveFiles } from './serve-files.ts'

/** Collects what `read` serves as `files` with the built command line; the store stays in `folder`. */
async function collect(
  folder: string,
  server: FileServer,
  files: readonly string[],
): Promise<CollectSummary> {
  const sources = files.map(
    (file) => `  - { id: ${slug(file)}, name: "${file}", url: "${server.url}/${file}" }`,
  )
  const settings = `collect: { allowAddresses: [127.0.0.0/8], timeout: 5m }\nsources:\n${sources.join('\n')}\n`
  writeFileSync(join(folder, 'digest.yaml'), settings)
  const { stdout, stderr, code } = await runCli(['collect', '--all', '--json'], folder)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as CollectSummary
}

function slug(file: string): string {
  return `f-${file.replace(/\.\w+$/, '').toLowerCase()}`
}

async function itemsOf(store: ReadStore, source: string): Promise<Item[]> {
  const filter = { ...EVERYTHING, source: { include: [source], exclude: [] } }
  const { ids } = await store.select(filter, 'newest', { limit: 2_000, offset: 0, after: undefined })
  return store.findItems(ids)
}

/** Of the captured feeds, one in so many is collected in most runs. */
const ONE_OF = 5

describe.runIf(hasCorpus('feeds/real'))('captured feeds, collected over loopback', () => {
  const folder = emptyFolder()
  let server: FileServer
  let store: ReadStore | undefined
  let summary: CollectSummary
  let oracle: readonly OracleFeed[] = []
  const collected = new Map<string, Item[]>()

  beforeAll(async () => {
    oracle = sampled(readOracle(), ONE_OF, ({ file }) => file)
    const files = oracle.map(({ file }) => file)
    server = await serveFiles((path) => readFileSync(corpusFile(`feeds/real${path}`)))
    summary = await collect(folder, server, files)
    const opened = await openSqliteReadStore(join(folder, 'data/digest.db'), { now: Date.now })
    store = opened
    for (const file of files) collected.set(file, await itemsOf(opened, slug(file)))
  })

  afterAll(async () => {
    await store?.close()
    await server.close()
  })

  it('reads at least 99 % of the feeds that the oracle reads', () => {
    const readable = oracle.filter(({ items }) => items.length > 0)
    const unread = readable.filter(({ file }) => collected.get(file)?.length === 0)

    console.log(`feeds read: ${readable.length - unread.length} of ${readable.length}`, summary.failures)
    expect(1 - unread.length / readable.length).toBeGreaterThanOrEqual(0.99)
  })

  it('has as many items as the oracle in at least 98 % of the feeds', () => {
    const off = oracle.filter(
      ({ file, items }) =>
        !ORACLE_ERRORS.has(`${file} count`) && collected.get(file)?.length !== items.length,
    )

    const lines = off.map(({ file, items }) => `${file}: ${collected.get(file)?.length} for ${items.length}`)
    console.log(`item counts agree: ${oracle.length - off.length} of ${oracle.length}`, lines)
    expect(1 - off.length / oracle.length).toBeGreaterThanOrEqual(0.98)
  })

  const findsAny = async (ours: readonly Item[], link: string): Promise<boolean> => {
    const found = new Set(await initialized(store).findItemIdsByUrl(link))
    return ours.some(({ id }) => found.has(id))
  }

  it('agrees on title, link and date of at least 98 % of the items', async () => {
    const misses = { title: [] as string[], link: [] as string[], date: [] as string[] }
    let items = 0
    for (const { file, items: expected } of oracle) {
      const ours = collected.get(file) ?? []
      const titles = new Set(ours.map(({ title }) => plain(title)))
      const links = new Set(ours.map(({ url }) => canonicalKey(url) ?? url))
      const dates = new Set(ours.map(({ publishedAt }) => publishedAt))
      for (const { title, link, published, updated } of expected) {
        items++
        if (title && !titles.has(plain(title))) misses.title.push(`${file}: ${title}`)
        const isLinked = !link || countsClicks(link) || links.has(canonicalKey(link) ?? link)
        // A link that is the site has given way to the entry's own file or guid, and still finds the entry.
        if (!isLinked && !(await findsAny(ours, link))) misses.link.push(`${file}: ${link}`)
        const at = published ?? updated
        const same = [published, updated].some((time) => time && dates.has(Date.parse(time)))
        if (at && !same && Date.parse(at) < Date.now()) misses.date.push(`${file}: ${at}`)
      }
    }

    for (const [field, missed] of Object.entries(misses)) {
      console.log(`${field}: ${items - missed.length} of ${items} agree`, missed.slice(0, 40))
      expect(1 - missed.length / items, field).toBeGreaterThanOrEqual(0.98)
    }
  })

  it('finds every item by the url that it has', async () => {
    const opened = initialized(store)
    const items = [...collected.values()].flat()
    const urlById = new Map(items.map(({ id, url }) => [id, url]))
    const misses: string[] = []
    for (const { id, url } of items) {
      const ids = await opened.findItemIdsByUrl(url)
      // Several articles may have one address: the newest stands for it.
      if (!ids.includes(id) || urlById.get(ids[0] ?? 0) !== url) misses.push(`${id}: ${url}`)
    }

    console.log(`found by their url: ${items.length - misses.length} of ${items.length}`, misses.slice(0, 40))
    expect(misses).toEqual([])
  })

  it('shows the article of a url of each feed', async () => {
    const served = await serve(initialized(store))
    const refused: unknown[] = []
    for (const [one] of collected.values()) {
      if (one === undefined) continue
      const query = new URLSearchParams({ url: one.url, related: '0', fields: 'url' })
      const { json } = await ask(`${served.base}/api/article?${query.toString()}`)
      if ((json as Partial<Item>).url !== one.url) refused.push(json)
    }
    await served.close()

    expect(refused).toEqual([])
  })
})

describe.runIf(hasCorpus('feeds/snapshots-2007'))('the same feeds on three days', () => {
  it('doubles nothing, loses nothing, sees edits, and writes nothing for unchanged files', async () => {
    const folder = emptyFolder()
    const days = ['10-03-07', '10-06-07', '10-09-07'].map((day) => corpusFile(`feeds/snapshots-2007/${day}`))
    const files = sampled(readdirSync(days[0] ?? ''), ONE_OF, (file) => file)
    let day = 0
    const server = await serveFiles((path) => readFileSync(`${days[day]}${path}`))
    const summaries: CollectSummary[] = []
    const known = new Map<string, Set<string>>()

    for (; day < days.length; day++) {
      summaries.push(await collect(folder, server, files))
      const store = await openSqliteReadStore(join(folder, 'data/digest.db'), { now: Date.now })
      for (const file of files) {
        const items = await itemsOf(store, slug(file))
        const now = new Set(items.map(({ id }) => String(id)))
        const missing = [...(known.get(file) ?? [])].filter((id) => !now.has(id))
        expect(missing, `${file} on day ${day}`).toEqual([])
        known.set(file, now)
        // One address and one title are one article: twice would be doubled.
        const articles = items.map(({ url, title }) => `${url} ${plain(title)}`)
        const doubled = articles.filter((article, index) => articles.indexOf(article) !== index)
        expect(doubled, `${file} on day ${day}`).toEqual([])
      }
      await store.close()
    }
    day = 2
    const again = await collect(folder, server, files)
    await server.close()

    console.log(
      'three days:',
      summaries.map(({ added, edited, unchanged }) => ({ added, edited, unchanged })),
    )
    expect(summaries[1]?.unchanged).toBe(unchangedFiles(days[0] ?? '', days[1] ?? '', files))
    expect(summaries[2]?.unchanged).toBe(unchangedFiles(days[1] ?? '', days[2] ?? '', files))
    expect(summaries[1]?.edited).toBeGreaterThan(0)
    expect({ added: again.added, edited: again.edited, sighted: again.sighted }).toEqual({
      added: 0,
      edited: 0,
      sighted: 0,
    })
  })
})

function unchangedFiles(before: string, after: string, files: readonly string[]): number {
  return files.filter((file) => readFileSync(join(before, file)).equals(readFileSync(join(after, file))))
    .length
}

/** For comparing: without markup, entities and differences in space. */
function plain(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:#\d+|#x[\da-f]+|\w+);/gi, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
