import { isObject, type JsonObject } from '../model/json-object.ts'
import { listOf, mapValues } from './json-value.ts'
import { FILTERS_BY_NAME } from './query/filters.ts'

/** Examples of parameters by name, for the OpenAPI document. */
export const PARAMETER_EXAMPLES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries(FILTERS_BY_NAME).map(([name, { example }]) => [name, example])),
  sort: 'newest',
  limit: 20,
  offset: 0,
  cursor: 'WzEsImFiY2RlZmdoaWprIiwxNzcyOTA1NTAwMDAwLDEyMyxudWxsXQ',
  fields: ['id', 'name'],
  include: ['content'],
  maxChars: 2000,
  q: '"solar power" -subsidy',
  explain: true,
  match: 'all',
  since: 120,
  storeId: 'urn:uuid:0c3b27e0-6a7c-4c04-a2ab-6f7d6d5ac0a5',
  reasons: ['added', 'edited'],
  wait: 0,
  hours: 24,
  id: 123,
  url: 'https://example.org/ferry-opens?utm_source=feed',
  related: 5,
  status: ['failing', 'gone'],
}

export const PATH_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/items': { fields: ['id', 'title', 'url'] },
  '/api/search': { fields: ['id', 'title', 'relevance'], sort: 'relevance' },
  '/api/changes': { since: 0, fields: ['id', 'title', 'url'] },
  '/api/trending': { fields: ['id', 'title', 'trend'] },
  '/api/article': { fields: ['id', 'title', 'contentText'] },
  '/api/story': { id: 45, fields: ['title', 'items.title', 'items.url'] },
  '/api/stats': { fields: ['items', 'byDay'], include: ['activity'] },
  '/api/suggest': { q: 'solar po' },
  '/api/sources': { q: 'times' },
  '/digest/{name}': { name: 'morning' },
  '/digest/{name}/{date}': { name: 'morning', date: '2026-03-07' },
  '/digest/{name}/feed': { name: 'morning' },
  '/icons/{source}': { source: 'hacker-news' },
  '/thumbnails/{item}': { item: '123' },
}

/** Examples of text fields by name. Other fields have an example beside their schema. */
const TEXTS: Readonly<Record<string, string>> = {
  url: 'https://example.org/ferry-opens',
  title: 'Ferry line opens after two years',
  summary: 'The first ferry left the harbour at dawn, with 200 people on board.',
  author: 'Ada Quill',
  source: 'example-times',
  id: 'example-times',
  sourceId: 'example-times',
  sourceName: 'The Example Times',
  source_name: 'The Example Times',
  name: 'The Example Times',
  category: 'technology',
  region: 'us',
  language: 'en',
  languages: 'en',
  tags: 'ferry',
  alsoIn: 'hacker-news',
  imageUrl: 'https://example.org/ferry.jpg',
  image: 'https://example.org/ferry.jpg',
  commentsUrl: 'https://example.org/ferry-opens/comments',
  comments_url: 'https://example.org/ferry-opens/comments',
  mimeType: 'audio/mpeg',
  mime_type: 'audio/mpeg',
  contentHtml: '<p>The first ferry left the harbour at dawn.</p>',
  content_html: '<p>The first ferry left the harbour at dawn.</p>',
  contentText: 'The first ferry left the harbour at dawn.',
  content_text: 'The first ferry left the harbour at dawn.',
  feedUrl: 'https://example.org/feed.xml',
  source_url: 'https://example.org/feed.xml',
  siteUrl: 'https://example.org/',
  home_page_url: 'https://news.example/',
  feed_url: 'https://news.example/feed/json',
  next_url: 'https://news.example/feed/json?cursor=WzEsImFiYyJd',
  about: 'https://news.example/docs',
  anchor: 'https://news.example/api',
  iconUrl: 'https://news.example/icons/example-times',
  description: 'What our sources published, newest first.',
  nextCursor: 'WzEsImFiY2RlZmdoaWprIiwxNzcyOTA1NTAwMDAwLDEyMyxudWxsXQ',
  word: 'ferry',
  words: 'ferry',
  text: 'solar power',
  from: 'helth policy',
  to: 'health policy',
  message: 'the server did not answer within 20 s',
  version: '1.2.0',
  engine: 'sqlite',
  date: '2026-03-07',
  previousDate: '2026-03-06',
  digest: 'morning',
  timeZone: 'Europe/Berlin',
}

/** Examples of bodies other than JSON, by media type. */
export const TEXT_EXAMPLES: Readonly<Record<string, string>> = {
  'application/rss+xml':
    '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>…</channel></rss>',
  'application/atom+xml':
    '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
  'text/plain': 'User-agent: *',
  'text/html': '<!doctype html><html lang="en">…</html>',
  'text/markdown': '# The morning',
  'text/x-opml': '<?xml version="1.0" encoding="UTF-8"?><opml version="2.0">…</opml>',
}

/**
 * Makes an example from a schema: its words, bounds and names.
 *
 * @param schemas the targets of `$ref`, by name
 */
export function exampleOf(schema: unknown, schemas: JsonObject, name = ''): unknown {
  if (!isObject(schema)) return null
  const reference = schema['$ref']
  if (typeof reference === 'string')
    return exampleOf(schemas[reference.split('/').at(-1) ?? ''], schemas, name)
  if (schema['example'] !== undefined) return schema['example']
  for (const key of ['anyOf', 'oneOf', 'allOf', 'enum']) {
    const [first] = listOf(schema[key])
    if (first !== undefined) return key === 'enum' ? first : exampleOf(first, schemas, name)
  }
  switch (schema['type']) {
    case 'object':
      return mapValues(schema['properties'], (child, field) => exampleOf(child, schemas, field))
    case 'array': {
      const one = exampleOf(schema['items'], schemas, name)
      return Array.from({ length: Number(schema['minItems'] ?? 1) }, () => one)
    }
    case 'string':
      return schema['format'] === 'date-time' ? '2026-03-07T18:00:00.000Z' : (TEXTS[name] ?? '')
    case 'boolean':
      return false
    default:
      return schema['minimum'] ?? 1
  }
}
