import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit } from '../store/drafts.ts'
import { ask } from './ask.ts'
import { collectedOf } from './collected.ts'
import { serve } from './serve.ts'
import { NOW } from './world.ts'

const WEBP = Buffer.alloc(1_200, 'webp')

const collected = collectedOf(async (writer) => {
  await writer.syncSources([aSource('paper')], NOW)
  const drafts = { 1: aDraft('one', { imageUrl: 'https://paper.example/1.jpg' }), 2: aDraft('two') }
  await writer.saveVisit(aFirstVisit('paper', drafts))
  await save(writer, 1)
})

describe('/thumbnails/ITEM', () => {
  it('is the picture, as nothing else could be taken for, and kept by browsers', async () => {
    const reply = await ask(`${collected.base}/thumbnails/1`, { headers: { 'accept-encoding': 'br, gzip' } })

    expect(reply.status).toBe(200)
    expect(reply.bytes.equals(WEBP)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=604800, immutable',
    })
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  it('is not sent again to who has it', async () => {
    const { headers } = await ask(`${collected.base}/thumbnails/1`)

    const again = await ask(`${collected.base}/thumbnails/1`, {
      headers: { 'if-none-match': headers['etag'] ?? '' },
    })

    expect(again.status).toBe(304)
    expect(again.bytes).toHaveLength(0)
  })

  it.each([
    '2',
    '99',
    '-1',
    '1.0',
    '1e0',
    '01x',
    '9'.repeat(30),
    'https%3A%2F%2Fpaper.example%2F1.jpg',
    '..%2f..%2fetc%2fpasswd',
  ])('is 404 for %.40s', async (item) => {
    const reply = await ask(`${collected.base}/thumbnails/${item}`)

    expect({ status: reply.status, code: (reply.json as { code: string }).code }).toEqual({
      status: 404,
      code: 'notFound',
    })
  })

  it('can only be read', async () => {
    const post = await ask(`${collected.base}/thumbnails/1`, { method: 'POST' })
    const head = await ask(`${collected.base}/thumbnails/1`, { method: 'HEAD' })

    expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(head.headers['content-length']).toBe('1200')
  })

  it('does not count against the limit of requests', async () => {
    const limited = await serve(collected.reader, { rateLimit: { max: 2, perMs: 60_000 } })

    const replies = await Promise.all(Array.from({ length: 9 }, () => ask(`${limited.base}/thumbnails/1`)))

    await limited.close()
    expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(200))
  })

  it('asks for the key where one is needed, and takes the cookie of the page', async () => {
    const hash = createHash('sha256').update('open sesame').digest('hex')
    const locked = await serve(collected.reader, { apiKeys: [{ hash, name: 'reader', scope: 'all' }] })

    const without = await ask(`${locked.base}/thumbnails/1`)
    const withCookie = await ask(`${locked.base}/thumbnails/1`, {
      headers: { cookie: `digest-key=${encodeURIComponent('open sesame')}` },
    })

    await locked.close()
    expect([without.status, withCookie.status]).toEqual([401, 200])
    expect(withCookie.headers['cache-control']).toBe('private, max-age=604800, immutable')
  })
})

describe('hasThumbnail', () => {
  it.each(['fields=id,hasThumbnail', 'include=thumbnail'])('is told where asked for: %s', async (choice) => {
    expect(await thumbnailsOf(choice)).toEqual([
      [1, true],
      [2, false],
    ])
  })

  it.each(['fields=id,hasThumbnail', 'include=thumbnail'])(
    'is told of an article too: %s',
    async (choice) => {
      const [first, second] = await Promise.all(
        [1, 2].map((id) => ask(`${collected.base}/api/article?id=${id}&${choice}`)),
      )
      const plain = await ask(`${collected.base}/api/article?id=1`)

      expect(first?.json).toMatchObject({ id: 1, hasThumbnail: true })
      expect(second?.json).toMatchObject({ id: 2, hasThumbnail: false })
      expect(plain.json).not.toHaveProperty('hasThumbnail')
    },
  )

  it('is left out where not asked for, so that an item is as it was', async () => {
    expect(await thumbnailsOf('limit=5')).toEqual([
      [1, undefined],
      [2, undefined],
    ])
  })

  it('turns as soon as there is one', async () => {
    await thumbnailsOf('fields=id,hasThumbnail')

    await save(collected.writer, 2)
    await collected.reader.refresh()

    expect(await thumbnailsOf('fields=id,hasThumbnail')).toEqual([
      [1, true],
      [2, true],
    ])
    const article = await ask(`${collected.base}/api/article?id=2&include=thumbnail`)
    expect(article.json).toMatchObject({ hasThumbnail: true })
  })
})

async function save(writer: Store, itemId: number): Promise<void> {
  await writer.saveThumbnails(
    [{ itemId, imageUrl: 'https://paper.example/1.jpg', bytes: WEBP, nextCheckAt: NOW }],
    NOW,
  )
}

async function thumbnailsOf(choice: string): Promise<unknown[]> {
  const { json } = await ask(`${collected.base}/api/items?${choice}`)
  const { items } = json as { items: { id: number; hasThumbnail?: boolean }[] }
  return items.toSorted((a, b) => a.id - b.id).map(({ id, hasThumbnail }) => [id, hasThumbnail])
}
