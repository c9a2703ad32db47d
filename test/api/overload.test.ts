import { Client } from 'undici'
import { describe, expect, it } from 'vitest'
import { openSearch, type Search } from '../../src/search/search.ts'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { serve } from './serve.ts'
import { openWorld } from './world.ts'

const ANSWER_MS = 20

describe('more questions than can be answered', () => {
  const api = apiOf(openWorld)

  it('are answered or refused, while probes and answers that are kept go on', async () => {
    const { store } = api.world
    const search = openSearch(store.searchSource)
    const slow: Search = {
      ...search,
      find(...query) {
        const until = Date.now() + ANSWER_MS
        while (Date.now() < until);
        return search.find(...query)
      },
    }
    const served = await serve(store, {}, undefined, slow)
    // A connection that is there already: a new one would have to be accepted first.
    const reader = new Client(served.base)
    const statusOf = async (path: string): Promise<number> => {
      const { statusCode, body } = await reader.request({ method: 'GET', path })
      await body.dump()
      return statusCode
    }
    await statusOf('/api/items')

    let answered = 0
    const questions = Array.from({ length: 150 }, async (_, n) => {
      const { status, headers, json } = await ask(`${served.base}/api/search?q=river${n}`)
      answered += 1
      return { status, headers, json }
    })
    const statuses = [await statusOf('/api/items'), await statusOf('/readyz')]
    const answeredBefore = answered
    const replies = await Promise.all(questions)

    expect(statuses).toEqual([200, 200])
    expect(answeredBefore).toBeLessThan(150)
    const refused = replies.filter(({ status }) => status === 503)
    expect(replies.filter(({ status }) => status === 200).length + refused.length).toBe(150)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(150)
    expect(refused[0]?.json).toMatchObject({ code: 'overloaded', title: 'Too many requests at once' })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(served.log).toEqual([])
    expect((await ask(`${served.base}/api/search?q=river`)).status).toBe(200)
    await reader.close()
    await served.close()
  })
})
