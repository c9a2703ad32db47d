import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { FetchResult } from '../../src/model/entry.ts'
import type { Source, SourceState } from '../../src/model/source.ts'
import { type Collector, type CollectorOptions, createCollector } from '../../src/sources/sources.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A web site on loopback: its answers by path, everything else 404. */
export interface Site {
  readonly url: string
  /** Paths that were asked for, in order. */
  readonly requests: string[]
  close(): Promise<void>
}

export type Pages = Readonly<Record<string, string | Buffer | Handler>>

export async function openSite(pages: Pages): Promise<Site> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const page = pages[path] ?? pages[path.split('?')[0] ?? '']
    if (page === undefined) response.writeHead(404).end()
    else if (typeof page === 'function') page(request, response)
    else response.end(page)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** As `openSite`, for the test that asks for it: closed when that has ended. */
export async function serve(pages: Pages): Promise<Site> {
  const site = await openSite(pages)
  onTestFinished(() => site.close())
  return site
}

/** A collector that may visit loopback. */
export function openCollector(options: CollectorOptions = {}): Collector {
  return createCollector({ allowAddresses: ['127.0.0.0/8'], timeoutMs: 60_000, ...options })
}

export function aSource(changes: Partial<Source> & Pick<Source, 'url'>): Source {
  return {
    id: 'paper',
    name: 'Paper',
    type: 'feed',
    category: 'general',
    region: null,
    language: null,
    weight: 1,
    enabled: true,
    everyMs: 60_000,
    ...changes,
  }
}

/** What is known after a visit that brought entries. */
export function stateAfter(collected: FetchResult): SourceState {
  return {
    sourceId: 'paper',
    validators: collected.kind === 'failed' ? { etag: null, lastModified: null } : collected.validators,
    documentHash: collected.kind === 'entries' ? collected.documentHash : null,
    siteUrl: null,
    nextVisitAt: null,
    lastVisitAt: null,
    consecutiveErrors: 0,
  }
}

export function never(): AbortSignal {
  return new AbortController().signal
}
