import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { client, failure, listen } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'

const RSS = '<?xml version="1.0"?><rss version="2.0"><channel><item><title>One</title></item></channel></rss>'

/** Ways to end a transfer early: the head, how the body is framed, and how the connection ends. */
const WAYS: Readonly<Record<string, { head: string; frame: (body: Buffer) => Buffer; isReset?: true }>> = {
  'a length that is too large': { head: 'Content-Length: 100000', frame: (body) => body },
  'a reset after a length that is too large': {
    head: 'Content-Length: 100000',
    frame: (body) => body,
    isReset: true,
  },
  'no last chunk': { head: 'Transfer-Encoding: chunked', frame: chunk },
  'a chunk that is larger than what it has': {
    head: 'Transfer-Encoding: chunked',
    frame: (body) => Buffer.concat([Buffer.from(`${(body.length + 9).toString(16)}\r\n`), body]),
  },
  'a last chunk that is none': {
    head: 'Transfer-Encoding: chunked',
    frame: (body) => Buffer.concat([chunk(body), Buffer.from('end\r\n')]),
  },
  'a length that is too large, in an odd answer': {
    head: 'X-Odd : v\r\nContent-Length: 100000',
    frame: (body) => body,
  },
}

describe('an answer that ends early', () => {
  it.each(Object.keys(WAYS))('is read if its document is complete, and named if not: %s', async (way) => {
    const whole = await served(way, RSS)
    const cut = await served(way, RSS.slice(0, -20))

    const { body } = await client().get({ url: whole, headers: {} }, never())
    const failed = await failure(client(), cut)

    expect(body.toString()).toBe(RSS)
    expect(failed).toMatchObject({ code: 'truncated', message: /ended its answer early, after \d+ bytes/ })
    expect(failed.exchange.status).toBe(200)
  })

  it.each([
    ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title></feed>\n'],
    ['Atom with a prefix', '<a:feed xmlns:a="http://www.w3.org/2005/Atom"></a:feed>'],
    ['RDF', '<!-- <html> --><rdf:RDF xmlns="x"><item/></rdf:RDF>'],
    ['a comment after the end', `${RSS}\n<!-- cached at noon -->\n`],
    ['a warning below the end', `${RSS}\n<br />\n<b>Warning</b>: Undefined variable $x`],
    ['a script below the end', `${RSS}<script>count()</script>`],
    ['the last chunk as text', `${RSS}\r\n0\r\n\r\n`],
    ['blanks in the last tag', '<rss><channel/></rss  >\r\n'],
    ['upper case', '<RSS><channel/></RSS>'],
    ['a doctype', '<!DOCTYPE html>\n<html><body>Hi</body></html>'],
    ['a sitemap', '<urlset><url/></urlset>'],
    ['JSON', '{"version":"https://jsonfeed.org/version/1","items":[]}'],
    ['JSON with a byte order mark', '\uFEFF[{"a":1}]\n'],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(RSS, 'utf16le')])],
  ])('is complete: %s', async (_, document) => {
    const url = await served('a length that is too large', document)

    const { body } = await client().get({ url, headers: {} }, never())

    expect(body).toEqual(Buffer.from(document))
  })

  it.each([
    ['nothing', ''],
    ['text', 'User-agent: *'],
    ['the tag of an entry at the end', '<rss><channel><item></item>'],
    ['the tag of another root', '<feed><entry></rss>'],
    ['the closing tag in a comment', '<rss><channel><!-- </rss>'],
    ['half a closing tag', '<rss><channel></channel></rs'],
    ['JSON within an entry', '{"items":[{"id":"1"}'],
    ['one tag alone', '<rss/>'],
  ])('is not complete: %s', async (_, document) => {
    const url = await served('a length that is too large', document)

    expect(await failure(client(), url)).toMatchObject({ code: 'truncated' })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('is decompressed before: %s', async (coding, compress) => {
    // Long enough that a part of it can be decompressed.
    const long = RSS.replace('One', Array.from({ length: 20_000 }, (_, n) => n * n).join(' '))
    const packed = compress(Buffer.from(long))
    const whole = await served('no last chunk', packed, coding)
    const cut = await served('no last chunk', packed.subarray(0, packed.length / 2), coding)

    const { body } = await client().get({ url: whole, headers: {} }, never())

    expect(body.toString()).toBe(long)
    expect(await failure(client(), cut)).toMatchObject({ code: 'truncated' })
  })

  it('counts by its status where the body does not matter', async () => {
    const error = await listen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 503 Busy\r\nContent-Length: 99\r\n\r\nwait')),
    )
    const moved = await listen((socket) =>
      socket.once('data', () =>
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ${error}/\r\nContent-Length: 99\r\n\r\nthere`),
      ),
    )

    expect(await failure(client(), moved)).toMatchObject({ code: 'http5xx' })
  })
})

/** A server that ends its answer early in this way. @returns its address */
function served(way: string, document: string | Buffer, coding = 'identity'): Promise<string> {
  const { head, frame, isReset } = WAYS[way] ?? { head: '', frame: (body: Buffer) => body }
  const answer = Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\n${head}\r\n\r\n`),
    frame(Buffer.from(document)),
  ])
  return listen((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.write(answer, () => (isReset === true ? socket.resetAndDestroy() : socket.end())),
    )
  })
}

function chunk(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
}
