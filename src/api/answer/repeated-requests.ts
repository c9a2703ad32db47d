import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Answers, PlanKey } from './answers.ts'
import { type SendContext, pairs, writeAnswer } from './send.ts'

/** Remembered addresses, some 0.5 kB each. */
const MAX_ADDRESSES = 5_000

/** Characters of an address. Longer ones are rare and take much memory. */
const MAX_LENGTH = 500

/**
 * Answers a repeated request from the cache of answers, before Fastify routes it and validates its query. A page costs
 * 24 µs in place of 52 (docs/decisions/027). Hooks check keys and limits, so do not use it with those.
 */
export class RepeatedRequests {
  readonly #plans = new LRUCache<string, PlanKey>({ max: MAX_ADDRESSES })
  readonly #answers: Answers
  readonly #context: Pick<SendContext, 'now' | 'isPrivate'>
  readonly #headers: readonly string[]

  /** @param headers those of every answer */
  constructor(
    answers: Answers,
    context: Pick<SendContext, 'now' | 'isPrivate'>,
    headers: Readonly<Record<string, string>>,
  ) {
    this.#answers = answers
    this.#context = context
    this.#headers = pairs(headers)
  }

  /**
   * @param url path and query as they came
   * @param plan of an answer that depends on nothing of the request but its address
   */
  remember(baseUrl: string, url: string, { key, tickMs, items, itemId }: PlanKey): void {
    const address = baseUrl + url
    if (address.length <= MAX_LENGTH) this.#plans.set(address, { key, tickMs, items, itemId })
  }

  /** @returns false if there is no cached answer; nothing is written then, and Fastify has to answer */
  answer(request: IncomingMessage, response: ServerResponse, baseUrl: string): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const plan = this.#plans.get(baseUrl + (request.url ?? ''))
    const answer = plan && this.#answers.kept(plan)
    if (answer === undefined) return false
    const headers = [...this.#headers, 'x-request-id', randomUUID()]
    const head = { status: 200, headers, vary: undefined }
    return writeAnswer(this.#context, { request, response, baseUrl }, head, answer)
  }
}
