import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Answers, PlanKey } from './answers.ts'
import { type SendContext, pairs, writeAnswer } from './send.ts'

/** Addresses that are remembered: some 0.5 kB each. */
const MAX_ADDRESSES = 5_000

/** Longer ones are rare, and would take the place of many. */
const MAX_LENGTH = 500

/**
 * Answers a request that came before from what is kept, before Fastify routes it and its query is read and checked anew:
 * a page costs 24 µs in place of 52. Only for services that every request may ask: keys and limits are checked by hooks.
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

  /** @returns false, and nothing is written, where the request has to be answered as any other */
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
