import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCollecting } from '../../../src/cli/collecting.ts'
import { configOf } from '../../../src/cli/options.ts'
import type { Source } from '../../../src/model/source.ts'
import type { ReadStore } from '../../../src/store/read-store.ts'
import { openSqliteReadStore, openSqliteStore } from '../../../src/store/sqlite/open.ts'
import { escapeHtmlAndQuotes as escape } from '../../../src/text/html/escape-html.ts'
import { aSource, openSite, type Pages } from '../../collect/loopback.ts'
import { sampled } from '../../sampled.ts'
import { VECTORS } from './vectors.ts'

/** Stands in every title, so that a search finds all and has something to highlight. */
export const MARKER = 'zebra'

/** What is collected from sources that put hostile markup into every field, each source into one. */
export interface HostileWorld {
  readonly store: ReadStore
  readonly sources: readonly Source[]
  close(): Promise<void>
}

/** Fields that a feed has, and how each is written with a vector in it. */
const FIELDS: Readonly<Record<string, (vector: string, index: number) => string>> = {
  title: (vector, n) => item(n, { title: `${MARKER} ${vector}` }),
  summary: (vector, n) => item(n, { description: `${MARKER} ${vector}`, content: undefined }),
  content: (vector, n) => item(n, { content: `<p>${MARKER}</p>${vector}` }),
  author: (vector, n) => item(n, { author: vector }),
  url: (vector, n) => item(n, { link: addressIn(vector) }),
  category: (vector, n) => item(n, { category: vector }),
  enclosure: (vector, n) =>
    item(n, {}).replace(
      '</item>',
      `<enclosure url="${escape(addressIn(vector))}" type="${escape(vector)}" length="1"/><comments>${escape(addressIn(vector))}</comments>
       <media:thumbnail url="${escape(addressIn(vector))}"/><media:content url="https://news.example/${n}.png" type="${escape(vector)}"/></item>`,
    ),
}

/** Articles whose own pages have vectors: what a source with full text reads. */
const PAGE_FIELD = 'page'
const MAX_PAGES_PER_VISIT = 20

/** Every way that a text or an address goes. What is in another place goes one of them, and what is its own treats all vectors alike. */
const WITH_ALL = ['title', 'content', 'url', 'atom']
const SAMPLE = sampled(VECTORS, 3, (vector) => vector)

/** What a source of the world has in its place. */
export function vectorsOf(sourceId: string): readonly string[] {
  return WITH_ALL.includes(sourceId) ? VECTORS : SAMPLE
}

export async function openHostileWorld(): Promise<HostileWorld> {
  const feeds = Object.entries(FIELDS).map(([field, write]) => {
    // Articles of their own: one under the same address would be taken for one that is known.
    const items = vectorsOf(field)
      .map(write)
      .map((one) => one.replaceAll('//news.example/', `//${field}.example/`))
    return [`/${field}`, rss(items)] as const
  })
  const pages: Pages = {
    ...Object.fromEntries(feeds),
    '/atom': atom(vectorsOf('atom')),
    '/json': jsonFeed(vectorsOf('json')),
    [`/${PAGE_FIELD}`]: (request, response) => {
      const base = `http://${request.headers.host}`
      response.end(rss(SAMPLE.map((_, n) => item(n, { link: `${base}/article?${n}`, content: undefined }))))
    },
    '/article': (request, response) => {
      const vector = SAMPLE[Number(request.url?.split('?')[1])] ?? ''
      response.setHeader('content-type', 'text/html; charset=utf-8').end(articlePage(vector))
    },
  }
  const site = await openSite(pages)
  const folder = await mkdtemp(join(tmpdir(), 'digest-hostile-'))
  const file = join(folder, 'digest.db')
  const now = Date.now
  const writer = await openSqliteStore(file, { now })
  const sources = [...Object.keys(FIELDS), 'atom', 'json', PAGE_FIELD].map((field) =>
    aSource({
      id: field,
      name: field,
      url: `${site.url}/${field}`,
      ...(field === PAGE_FIELD ? { content: 'full' as const } : {}),
    }),
  )
  await writer.syncSources(sources, now())
  const settings = configOf({ data: folder })
  const collect = { ...settings.collect, allowAddresses: ['127.0.0.0/8'], perHost: 8, timeoutMs: 60_000 }
  const failed: unknown[] = []
  const visit = async (visited: readonly Source[], rounds: number): Promise<void> => {
    const collecting = await openCollecting({ ...settings, sources: visited, collect }, writer, {
      onVisit: ({ collected }) => collected.kind === 'failed' && failed.push(collected.error),
      onError: (_, cause) => failed.push(cause),
    })
    for (let round = 0; round < rounds; round++)
      await collecting.schedule.runOnce('all', new AbortController().signal)
    await collecting.close()
  }
  await visit(sources, 1)
  // The pages of articles come over several visits.
  const ofPages = sources.filter(({ id }) => id === PAGE_FIELD)
  await visit(ofPages, Math.ceil(SAMPLE.length / MAX_PAGES_PER_VISIT) - 1)
  if (failed.length > 0) throw new Error('a hostile source could not be collected', { cause: failed[0] })
  const store = await openSqliteReadStore(file, { now })
  return {
    store,
    sources,
    async close() {
      await store.close()
      await writer.close()
      await site.close()
      await rm(folder, { recursive: true })
    },
  }
}

interface Parts {
  readonly title?: string
  readonly link?: string
  readonly description?: string
  readonly content?: string | undefined
  readonly author?: string
  readonly category?: string
}

function item(index: number, parts: Parts): string {
  const { title, link, description, content, author, category } = {
    title: `${MARKER} ${index}`,
    link: `https://news.example/${index}`,
    description: 'Plain.',
    content: '<p>Plain.</p>',
    author: 'Ada Quill',
    category: 'plain',
    ...parts,
  }
  const encoded = content === undefined ? '' : `<content:encoded>${escape(content)}</content:encoded>`
  return `<item><guid isPermaLink="false">n${index}</guid><title>${escape(title)}</title><link>${escape(link)}</link>
    <description>${escape(description)}</description>${encoded}<dc:creator>${escape(author)}</dc:creator>
    <category>${escape(category)}</category></item>`
}

function rss(items: readonly string[]): string {
  return `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Hostile</title>${items.join('\n')}</channel></rss>`
}

/** Text of each kind that Atom knows. */
function atom(vectors: readonly string[]): string {
  const entries = vectors.map(
    (vector, n) => `<entry><id>urn:n${n}</id><title type="html">${escape(`${MARKER} ${vector}`)}</title>
      <link href="https://atom.example/${n}"/><link rel="enclosure" href="${escape(addressIn(vector))}" type="${escape(vector)}"/>
      <author><name>${escape(vector)}</name><uri>${escape(addressIn(vector))}</uri></author>
      <category term="${escape(vector)}" label="${escape(vector)}"/><summary type="html">${escape(vector)}</summary>
      <content type="${n % 2 === 0 ? 'xhtml' : 'html'}">${n % 2 === 0 ? `<div>${vector}</div>` : escape(vector)}</content></entry>`,
  )
  return `<feed xmlns="http://www.w3.org/2005/Atom"><title>Hostile</title>${entries.join('\n')}</feed>`
}

function jsonFeed(vectors: readonly string[]): string {
  const items = vectors.map((vector, n) => ({
    id: `n${n}`,
    url: `https://json.example/${n}`,
    external_url: addressIn(vector),
    title: `${MARKER} ${vector}`,
    content_html: vector,
    summary: vector,
    image: addressIn(vector),
    authors: [{ name: vector, url: addressIn(vector) }],
    tags: [vector],
    attachments: [{ url: addressIn(vector), mime_type: vector }],
  }))
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Hostile', items })
}

/** A page long enough to be taken for an article, with the vector in its midst and in its metadata. */
function articlePage(vector: string): string {
  const text =
    '<p>The ferry will run every hour from Monday, the harbor office said, after a winter of storms.</p>'
  return `<html><head><meta property="og:title" content="${escape(vector)}"><meta name="author" content="${escape(vector)}">
    <meta property="og:image" content="${escape(addressIn(vector))}"><meta name="description" content="${escape(vector)}"></head>
    <body><article>${text.repeat(5)}<div><p>${vector}</p></div>${text.repeat(5)}</article></body></html>`
}

/** The address in a vector that has one, else the vector. */
function addressIn(vector: string): string {
  return /(?:href|src)="([^"]*:[^"]*)"/.exec(vector)?.[1] ?? vector
}
