import { describe, expect, it } from 'vitest'
import { aSource } from '../a-source.ts'
import { ask } from './ask.ts'
import { collectedOf } from './collected.ts'
import { serve } from './serve.ts'
import { NOW } from './world.ts'

const PNG = { mimeType: 'image/png', bytes: Buffer.alloc(3_000, 'png') } as const

const collected = collectedOf(async (writer) => {
  await writer.syncSources([aSource('alpha'), aSource('beta')], NOW)
  await writer.saveIcon('alpha', PNG, NOW, NOW)
})

describe('/icons/SOURCE', () => {
  it('is the picture, as nothing else could be taken for', async () => {
    const reply = await ask(`${collected.base}/icons/alpha`, { headers: { 'accept-encoding': 'br, gzip' } })

    expect(reply.status).toBe(200)
    expect(reply.bytes.equals(PNG.bytes)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=86400',
    })
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  it('is not sent again to who has it, and is to who has another', async () => {
    const { headers } = await ask(`${collected.base}/icons/alpha`)
    const known = { headers: { 'if-none-match': headers['etag'] ?? '' } }

    const again = await ask(`${collected.base}/icons/alpha`, known)
    await collected.writer.saveIcon('alpha', { ...PNG, bytes: Buffer.from('another') }, NOW, NOW)
    const changed = await ask(`${collected.base}/icons/alpha`, known)

    expect(again.status).toBe(304)
    expect(again.bytes).toHaveLength(0)
    expect(changed.status).toBe(200)
  })

  it.each(['beta', 'nobody', '..%2f..%2fetc%2fpasswd', "'%20OR%201=1--", 'alpha%00', 'x'.repeat(90)])(
    'is 404 for %.40s',
    async (source) => {
      const reply = await ask(`${collected.base}/icons/${source}`)

      expect({ status: reply.status, code: (reply.json as { code: string }).code }).toEqual({
        status: 404,
        code: 'notFound',
      })
    },
  )

  it('can only be read', async () => {
    const post = await ask(`${collected.base}/icons/alpha`, { method: 'POST' })
    const options = await ask(`${collected.base}/icons/alpha`, { method: 'OPTIONS' })
    const head = await ask(`${collected.base}/icons/alpha`, { method: 'HEAD' })

    expect(post.status).toBe(405)
    expect(post.headers['allow']).toBe('GET, HEAD, OPTIONS')
    expect(options.status).toBe(204)
    expect(head.headers['content-length']).toBe('3000')
  })

  it('is what /api/sources points to, under the base URL', async () => {
    const other = await serve(collected.reader, { baseUrl: 'https://news.example.org/digest' })

    const here = await iconUrls(collected.base)
    const there = await iconUrls(other.base)

    await other.close()
    expect(here).toEqual([`${collected.base}/icons/alpha`, null])
    expect(there).toEqual(['https://news.example.org/digest/icons/alpha', null])
  })

  it('reaches /api/sources as soon as it is found', async () => {
    await iconUrls(collected.base)

    await collected.writer.saveIcon('beta', PNG, NOW, NOW)
    await collected.reader.refresh()

    expect(await iconUrls(collected.base)).toEqual([
      `${collected.base}/icons/alpha`,
      `${collected.base}/icons/beta`,
    ])
  })
})

async function iconUrls(base: string): Promise<(string | null)[]> {
  const { json } = await ask(`${base}/api/sources`)
  return (json as { items: { iconUrl: string | null }[] }).items.map(({ iconUrl }) => iconUrl)
}
