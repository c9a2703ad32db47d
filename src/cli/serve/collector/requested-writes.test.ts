import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { newSqliteFixture } from '../../../../test/store/sqlite-fixture.ts'
import type { RequestedWrites } from '../../../store/store.ts'
import { answerWrite, type WriteRequest, writeRequests, type WriteResult } from './requested-writes.ts'

const EDITION = { digest: 'morning', date: '2026-02-02', madeAt: 1, storyCount: 0, body: '{"title":"Grüße"}' }
const KEY = { digest: 'morning', date: '2026-02-02', target: 'mail ann@example.org' }

/** Requests that travel as between threads, to a store or to none. */
function connect(store: RequestedWrites | undefined) {
  const { port1: near, port2: far } = new MessageChannel()
  far.on(
    'message',
    (request: WriteRequest) => void answerWrite(store, request).then((answer) => far.postMessage(answer)),
  )
  const requests = writeRequests((request) => near.postMessage(request))
  near.on('message', (answer: WriteResult) => requests.take(answer))
  return { requests, close: () => near.close() }
}

describe('writes that another thread does', () => {
  it('are done when they are confirmed, in any number at once', async () => {
    const fixture = await newSqliteFixture()
    const [store, reader] = [await fixture.open(), await fixture.openReader()]
    const { requests, close } = connect(store)
    const { writes } = requests

    await writes.saveEdition(EDITION, [KEY.target])
    const claims = await Promise.all([writes.claimDelivery(KEY, 0, 5), writes.claimDelivery(KEY, 0, 5)])

    expect(claims.toSorted()).toEqual([false, true])
    expect(await reader.findEdition('morning')).toEqual(EDITION)
    close()
  })

  it('fail with the reason of the store, or where there is none', async () => {
    const fixture = await newSqliteFixture()
    const store = await fixture.open()
    await store.close()
    const closed = connect(store)
    const none = connect(undefined)

    await expect(closed.requests.writes.keepDigests(['a'], 1)).rejects.toMatchObject({ code: 'storeFailed' })
    await expect(none.requests.writes.keepDigests(['a'], 1)).rejects.toThrow('no store open yet')
    closed.close()
    none.close()
  })

  it('fail when the thread ends before it confirms them', async () => {
    const requests = writeRequests(() => undefined)
    const write = requests.writes.keepDigests(['a'], 1)

    requests.fail()

    await expect(write).rejects.toThrow('the collector ended before it confirmed a write')
  })
})
