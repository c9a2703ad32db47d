import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import * as z from 'zod'
import { DELETE_REASONS, PUT_REASONS } from '../../model/change.ts'
import { DigestError } from '../../model/errors.ts'
import { getOrInsert } from '../../model/get-or-insert.ts'
import { SECOND_MS } from '../../model/time.ts'
import type { ChangePage, ReadStore } from '../../store/read-store.ts'
import { Answer, JSON_TYPE } from '../answer/answer.ts'
import { changesBody, encodeChanges, storeName } from '../follow/change-rows.ts'
import { LiveChanges, responseStream } from '../follow/live-changes.ts'
import { attributeShape } from '../query/filters.ts'
import { itemFilter, resolveStory } from '../query/item-query.ts'
import { projectionShape } from '../query/list-query.ts'
import { changeNumber, someOf, text, wholeNumber } from '../query/parameters.ts'
import { canonicalQuery } from '../query/query-string.ts'
import { ChangesBody } from '../schemas/change.ts'
import { LIST_FIELDS } from '../schemas/item.ts'
import { CONFLICT, GONE, json, PROBLEMS } from '../schemas/problem.ts'
import type { AddRoute } from './route.ts'

const PATH = '/api/changes'

/** Changes per read of an event stream. */
const STREAM_PAGE = 500

const ChangesQuery = z.strictObject({
  since: changeNumber().describe(
    'The number of the last change that the caller has: `nextSince` of the answer before. 0 is none; `now` skips what there is.',
  ),
  storeId: text({ min: 1, max: 100 })
    .optional()
    .describe('The `storeId` of the answer before: another collection is then refused with `409`.'),
  ...attributeShape,
  reasons: someOf([...PUT_REASONS, ...DELETE_REASONS])
    .optional()
    .describe(
      'Only changes for one of these reasons; without, for all but `scored`, which counts only with `minScore` or `minPoints`.',
    ),
  wait: wholeNumber({ min: 0, max: 60 }, 0)
    .default(0)
    .describe('Seconds to wait for a change where there is none yet.'),
  limit: wholeNumber({ min: 1, max: 1000 }, 100).default(100).describe('Maximum number of changes.'),
  ...projectionShape(LIST_FIELDS),
})

type ChangesQuery = z.output<typeof ChangesQuery>

/** GET /api/changes: new, changed and deleted items, for callers who keep a copy. */
export const changesRoute: AddRoute = (app, { store, send }) => {
  const streams = new Map<string, LiveChanges>()
  const closing = new AbortController()
  app.addHook('preClose', (done) => {
    closing.abort()
    for (const live of streams.values()) live.endAll()
    done()
  })

  function liveChanges(query: ChangesQuery): LiveChanges {
    const key = canonicalQuery(query, ['since', 'storeId', 'wait', 'limit'])
    const read = (since: number) => readRows(store, { ...query, limit: STREAM_PAGE }, since)
    return getOrInsert(streams, key, () => new LiveChanges(store, read, () => streams.delete(key)))
  }

  async function stream(request: FastifyRequest, reply: FastifyReply, query: ChangesQuery): Promise<void> {
    const since = lastEventId(request) ?? sinceOf(store, query)
    // Errors must be answered as problems, before the stream begins.
    await readPage(store, { ...query, limit: 1 }, since)
    const events = responseStream(reply)
    const live = liveChanges(query)
    reply.raw.once('close', () => live.leave(events))
    await live.follow(events, since).catch(() => events.end())
  }

  app.get(
    PATH,
    {
      schema: {
        operationId: 'listChanges',
        tags: ['items'],
        summary: 'What changed',
        description:
          'Items that are new, changed or gone since a change number, each once, at its last change. `since=0` gives all items. With `Accept: text/event-stream` the same rows come as server-sent events while the caller listens.',
        querystring: ChangesQuery,
        response: {
          200: json('Changes, the oldest first.', ChangesBody),
          ...PROBLEMS,
          409: CONFLICT,
          410: GONE,
        },
      },
    },
    async (request, reply) => {
      // The schema has checked it.
      const query = request.query as ChangesQuery
      await checkStore(store, query)
      if (prefersEvents(request)) return stream(request, reply, query)
      const since = sinceOf(store, query)
      const gone = AbortSignal.any([closing.signal, closedSignal(reply)])
      const until = performance.now() + query.wait * SECOND_MS
      let page = await readPage(store, query, since)
      for (let left = query.wait * SECOND_MS; isEmpty(page) && left > 0 && !gone.aborted;) {
        // A change may have come since that read.
        if (store.version().seq === page.latestSeq) await awaitChange(store, left, gone)
        page = await readPage(store, query, since)
        left = until - performance.now()
      }
      // A closing server waits for kept-alive connections.
      if (closing.signal.aborted) reply.header('connection', 'close')
      return send(request, reply, await answerOf(store, query, since, page))
    },
  )
}

function prefersEvents({ headers }: FastifyRequest): boolean {
  const [best] = new Negotiator({ headers }).mediaTypes(['application/json', 'text/event-stream'])
  return best === 'text/event-stream'
}

function isEmpty({ changes, hasMore }: ChangePage): boolean {
  return changes.length === 0 && !hasMore
}

/** Waits for a new version of the store, at most `ms`. */
function awaitChange(store: Pick<ReadStore, 'onChange'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const stop = store.onChange(end)
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

/** @throws DigestError('conflict') if the caller follows another store */
async function checkStore(store: ReadStore, { storeId: followed }: ChangesQuery): Promise<void> {
  if (followed === undefined) return
  const present = await storeName(store)
  if (followed !== present)
    throw new DigestError(
      'conflict',
      `This collection is ${present}, not ${followed}: it was restored or replaced. Begin again with since=0.`,
    )
}

function sinceOf(store: ReadStore, { since }: ChangesQuery): number {
  return since === 'now' ? store.version().seq : since
}

/** Sent by a client of server-sent events that reconnects. */
function lastEventId({ headers }: FastifyRequest): number | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : undefined
}

async function readPage(store: ReadStore, query: ChangesQuery, since: number): Promise<ChangePage> {
  const filter = await resolveStory(store, itemFilter(query, 0))
  return store.listChanges({ since, filter, limit: query.limit, reasons: reasonsOf(query) })
}

/** With `minScore` and `minPoints`, another score or engagement takes an item into the filter or out of it. */
function reasonsOf({ reasons, minScore, minPoints }: ChangesQuery) {
  if (reasons !== undefined) return reasons
  const usual =
    minScore === undefined && minPoints === undefined
      ? PUT_REASONS.filter((reason) => reason !== 'scored')
      : PUT_REASONS
  return [...usual, ...DELETE_REASONS]
}

async function readRows(store: ReadStore, query: ChangesQuery, since: number) {
  const page = await readPage(store, query, since)
  return { ...page, rows: await encodeChanges(store, page, query) }
}

async function answerOf(
  store: ReadStore,
  query: ChangesQuery,
  since: number,
  page: ChangePage,
): Promise<Answer> {
  const rows = await encodeChanges(store, page, query)
  const bytes = changesBody(await storeName(store), rows, { ...page, since })
  return new Answer({ bytes, mimeType: JSON_TYPE, maxAgeSeconds: 0 })
}

function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return closed.signal
}
