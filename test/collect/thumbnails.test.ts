import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawPicture } from '../../sample/images/picture.ts'
import { encodePng, pngChunk } from '../../sample/images/png.ts'
import { type ItemPicture, MAX_THUMBNAIL_BYTES, type ThumbnailRecord } from '../../src/model/picture.ts'
import { DAY_MS, HOUR_MS } from '../../src/model/time.ts'
import { Thumbnails } from '../../src/pipeline/pictures/thumbnails.ts'
import { isPicture } from '../../src/sources/thumbnails/fetch-picture.ts'
import { loadShrinker, type Shrink } from '../../src/sources/thumbnails/shrinker.ts'
import { never, type Pages, serve } from './loopback.ts'
import { collecting } from './visiting.ts'

const PICTURE = drawPicture('a picture')
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

/** Noise says more than any photograph: the worst that a picture can be to make small. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

describe('a thumbnail', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    'is made of %s: a small WebP, four by three',
    async (format) => {
      const small = await made(await noise(350, 150).toFormat(format).toBuffer())

      const { format: kind, width, height } = await sharp(small).metadata()
      expect([kind, width / height]).toEqual(['webp', 4 / 3])
      expect(small?.length).toBeLessThanOrEqual(MAX_THUMBNAIL_BYTES)
    },
  )

  it('is larger where that costs little', async () => {
    expect(await sharp(await made(PICTURE)).metadata()).toMatchObject({ width: 144, height: 108 })
  })

  it('has the first frame of what moves, turned as its metadata say, and none of them', async () => {
    const frames = Buffer.concat([Buffer.alloc(30_000, 255), Buffer.alloc(30_000, 0)])
    const moving = sharp(frames, { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } })
    const film = await made(await moving.gif({ delay: [100, 100] }).toBuffer())
    const turned = sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
    const photo = await made(
      await turned
        .withExif({ IFD0: { Copyright: 'somebody' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    )

    const { dominant } = await sharp(film).stats()
    const of = await sharp(photo).metadata()
    expect(dominant.r).toBeGreaterThan(200)
    expect([of.exif, of.orientation, of.icc, of.xmp, of.pages]).toEqual(Array(5).fill(undefined))
  })
})

describe('a picture that is hostile or none', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['claims 60,000 x 60,000 pixels and has one', () => bomb(60_000, 60_000)],
    ['has 49 million pixels in 50 kB', () => noiseless(7_000, 7_000)],
    ['claims 60,000 x 60,000 pixels as GIF', () => gifOf(60_000, 60_000)],
    ['ends in its middle', () => PICTURE.subarray(0, PICTURE.length / 2)],
    ['ends after its first bytes', () => PICTURE.subarray(0, 20)],
    ['is damaged', () => Buffer.concat([PICTURE.subarray(0, 200), Buffer.alloc(900, 7)])],
    ['begins as AVIF and is none', () => Buffer.from('\0\0\0\x1cftypavif\0\0\0\0mif1miafMA1B', 'latin1')],
    ['begins as JPEG and is SVG', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SVG)])],
    ['is a pixel that counts readers', () => encodePng(1, 1, Buffer.alloc(4))],
    ['is a line', () => noise(900, 20).png().toBuffer()],
    ['is SVG', () => Buffer.from(SVG)],
    ['is TIFF', () => noise(20, 20).tiff().toBuffer()],
    ['is empty', () => Buffer.alloc(0)],
  ])('gives nothing where it %s', async (_, bytes) => {
    const begun = process.memoryUsage().rss

    expect((await made(await bytes()))?.length).toBeUndefined()

    expect(process.memoryUsage().rss - begun).toBeLessThan(200_000_000)
  })

  it.each(['svg', 'pdf', 'tiff', 'heic', 'ico', 'html', 'magick'])(
    'never reaches the decoder as %s',
    (kind) => {
      const begins: Record<string, string> = {
        svg: SVG,
        pdf: '%PDF-1.7 and more than enough',
        tiff: 'II*\0 and more than enough',
        heic: '\0\0\0\x18ftypheic\0\0\0\0heicmif1',
        ico: '\0\0\x01\0\x01\0 and more than enough',
        html: '<!doctype html><script>alert(1)</script>',
        magick: 'push graphic-context viewbox 0 0 640 480',
      }

      expect(isPicture(Buffer.from(begins[kind] ?? '', 'latin1'))).toBe(false)
    },
  )
})

describe('fetching a picture', () => {
  it('goes by its bytes, whatever the server calls them', async () => {
    expect(
      await fetched({ '/p': (_, response) => response.setHeader('content-type', 'text/html').end(PICTURE) }),
    ).toEqual(PICTURE)
    expect(await fetched({ '/p': SVG })).toBeUndefined()
    expect(
      await fetched({
        '/p': (_, response) =>
          response.setHeader('content-type', 'image/jpeg').end('<script>alert(1)</script>'),
      }),
    ).toBeUndefined()
  })

  it('is left to the site, whose robots.txt may forbid it', async () => {
    const site = await serve({ '/robots.txt': 'User-agent: *\nDisallow: /p', '/p': PICTURE })

    expect(await collecting().fetchPicture(`${site.url}/p`, never())).toBeUndefined()
    expect(site.requests).toEqual(['/robots.txt'])
  })

  it('ends at 5 MB, told or not, and with the time that a visit has', async () => {
    const huge = Buffer.concat([PICTURE, Buffer.alloc(6_000_000)])
    const drip: Pages[string] = (_, response) => {
      response.write(PICTURE.subarray(0, 50))
    }

    expect(await fetched({ '/p': huge })).toBeUndefined()
    expect(
      await fetched({
        '/p': (_, response) => {
          response.write(huge)
          response.end()
        },
      }),
    ).toBeUndefined()
    expect(await fetched({ '/p': drip }, { timeoutMs: 300 })).toBeUndefined()
    expect(await fetched({ '/p': (_, response) => response.writeHead(500).end(PICTURE) })).toBeUndefined()
  })

  it('does not lead inside, not by a redirect either', async () => {
    const inside = await serve({ '/p': PICTURE })
    const { port } = new URL(inside.url)
    const site = await serve({
      '/p': (_, response) => response.writeHead(302, { location: `http://127.0.0.2:${port}/p` }).end(),
    })
    const collector = collecting({ allowAddresses: ['127.0.0.1/32'] })

    for (const url of [
      `${site.url}/p`,
      `http://127.0.0.3:${port}/p`,
      `http://[::ffff:127.0.0.4]:${port}/p`,
      'file:///p',
    ])
      expect(await collector.fetchPicture(url, never())).toBeUndefined()
    expect(inside.requests).toEqual([])
  })
})

describe('looking for pictures', () => {
  it('goes through what is due, and notes what could not be had and when to look again', async () => {
    const looking = refreshWith(['a', 'gone', 'b'])

    const added = await looking.refresh()

    expect(added).toBe(2)
    expect(looking.requests).toEqual(['a', 'gone', 'b'])
    expect(
      looking.saved.map(({ itemId, bytes, nextCheckAt }) => [itemId, bytes?.toString(), nextCheckAt]),
    ).toEqual([
      [1, 'small a', 6 * HOUR_MS],
      [2, undefined, 6 * HOUR_MS],
      [3, 'small b', 6 * HOUR_MS],
    ])
    expect(looking.since).toBe(-2 * DAY_MS)
  })

  it('asks once for a picture that several items have', async () => {
    const looking = refreshWith(['logo', 'logo', 'gone', 'logo', 'gone'])

    expect(await looking.refresh()).toBe(3)
    expect(looking.requests).toEqual(['logo', 'gone'])
  })

  it('asks for 600 an hour, and for the rest in the next', async () => {
    const looking = refreshWith(Array.from({ length: 650 }, (_, at) => `p${at}`))

    const first = await looking.refresh()
    const soon = await looking.refresh(HOUR_MS - 1)
    const next = await looking.refresh(HOUR_MS)

    expect([first, soon, next]).toEqual([600, 0, 50])
  })

  it('decodes one at a time', async () => {
    let running = 0
    let most = 0
    const looking = refreshWith(['a', 'b', 'c', 'd'], async (picture) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return picture
    })

    await looking.refresh()

    expect(most).toBe(1)
  })

  it('loads what makes them small when the first is due, and asks for none where there is no such thing', async () => {
    const none = refreshWith([])
    const without = refreshWith(['a'], undefined, async () => undefined)

    expect([await none.refresh(), await without.refresh()]).toEqual([0, 0])

    expect([none.loads, without.loads]).toEqual([0, 1])
    expect(without.requests).toEqual([])
  })

  it('ends with the signal', async () => {
    const stop = new AbortController()
    const looking = refreshWith(['a'], async (picture) => (stop.abort(), picture))

    await expect(looking.refresh(0, stop.signal)).rejects.toThrow('aborted')
  })
})

/** Items whose pictures have these names, over a store that forgets nothing; `gone` cannot be had. */
function refreshWith(
  names: readonly string[],
  shrink: Shrink = async (picture) => Buffer.from(`small ${picture.toString()}`),
  loadShrinker: () => Promise<Shrink | undefined> = async () => shrink,
) {
  const requests: string[] = []
  const saved: ThumbnailRecord[] = []
  let clock = 0
  const looking = {
    requests,
    saved,
    since: Number.NaN,
    loads: 0,
    refresh(now = 0, signal = never()) {
      clock = now
      return thumbnails.refresh(signal)
    },
  }
  const thumbnails = new Thumbnails({
    now: () => clock,
    loadShrinker: () => (looking.loads++, loadShrinker()),
    fetchPicture: async (url) => {
      requests.push(url)
      return url === 'gone' ? undefined : Buffer.from(url)
    },
    store: {
      listDuePictures: async (from, _, limit) => {
        looking.since = from
        return names
          .map((imageUrl, at): ItemPicture => ({ itemId: at + 1, imageUrl }))
          .filter(({ itemId }) => !saved.some((record) => record.itemId === itemId))
          .slice(0, limit)
      },
      saveThumbnails: async (records) => {
        saved.push(...records)
        return records.filter(({ bytes }) => bytes !== undefined).length
      },
    },
  })
  return looking
}

async function made(picture: Buffer): Promise<Buffer | undefined> {
  const shrink = await loadShrinker()
  if (shrink === undefined) throw new Error('sharp has no build for this platform')
  return shrink(picture)
}

async function fetched(
  pages: Pages,
  options: Parameters<typeof collecting>[0] = {},
): Promise<Buffer | undefined> {
  const site = await serve(pages)
  return collecting(options).fetchPicture(`${site.url}/p`, never())
}

/** A PNG of one pixel whose header says otherwise. */
function bomb(width: number, height: number): Buffer {
  const png = encodePng(1, 1, Buffer.alloc(4))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(8 + 25)])
}

/** A PNG of one colour, honest and much larger than its bytes. */
function noiseless(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: 'red' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer()
}

/** A GIF that claims this size and has the data of one pixel. */
function gifOf(width: number, height: number): Buffer {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  gif.writeUInt16LE(width, 6)
  gif.writeUInt16LE(height, 8)
  // Behind the palette and the control block: the frame's own size.
  gif.writeUInt16LE(width, 32)
  gif.writeUInt16LE(height, 34)
  return gif
}
