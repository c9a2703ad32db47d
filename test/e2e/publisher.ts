import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of feeds. */
export interface Publisher {
  /** The address of the feed of this name. The feed `broken` is a failure of the server. */
  readonly urlOf: (name: string) => string
  /** The settings' lines for sources that visit these feeds. */
  readonly settingsFor: (names: readonly string[]) => string
  /** The names of the feeds that were asked for, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

const ARTICLE = `<!doctype html><title>Ferries run again</title><article><h1>Ferries run again</h1>${'<p>The ferries between the harbour and the island run again since this morning, as the harbour office has said in the evening before.</p>'.repeat(8)}</article>`

/** Serves any number of feeds, each with one item, "Item of NAME", and `article.html`. */
export async function openPublisher(): Promise<Publisher> {
  const asked: string[] = []
  const server = createServer(({ url = '/' }, response) => {
    const name = url.slice(1)
    asked.push(name)
    response.statusCode = name === 'broken' ? 500 : 200
    if (name === 'article.html') {
      response.setHeader('content-type', 'text/html')
      response.end(ARTICLE)
      return
    }
    response.setHeader('content-type', 'application/rss+xml')
    response.end(
      `<rss version="2.0"><channel><title>${name}</title><item><title>Item of ${name}</title><link>https://${name}.example/1</link></item></channel></rss>`,
    )
  })
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  const { port } = server.address() as AddressInfo
  const urlOf = (name: string): string => `http://127.0.0.1:${port}/${name}`
  return {
    urlOf,
    asked,
    settingsFor: (names) =>
      [
        'collect: { allowAddresses: [127.0.0.0/8], thumbnails: false }',
        'sources:',
        ...names.map((name) => `  - { id: ${name}, url: "${urlOf(name)}" }`),
        '',
      ].join('\n'),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
