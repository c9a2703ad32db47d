import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ServerObserver } from '../deps.ts'
import type { Answers, PlanKey } from './answers.ts'
import { type SendContext, pairs, writeAnswer } from './send.ts'

/** Remembered addresses, some 0.5 kB each. */
const MAX_ADDRESSES = 5_000

/** Characters of an address. Longer ones are rare and take much memory. */
const MAX_LENGTH = 500

/** What is known of an address: its route and the answer that it depends on. */
interface KnownAddress extends PlanKey {
  readonly route: string | undefined
}

/**
 * Answers a repeated request from the cache of answers, before Fastify routes it and validates its query. A page costs
 * 24 µs in place of 52 (docs/decisions/027). Hooks check keys and limits, so do not use it with those.
 */
export class RepeatedRequests {
  readonly #plans = new LRUCache<string, KnownAddress>({ max: MAX_ADDRESSES })
  readonly #answers: Answers
  readonly #context: Pick<SendContext, 'now' | 'isPrivate'>
  readonly #headers: readonly string[]
  readonly #observer: ServerObserver | undefined

  /** @param headers those of every answer */
  constructor(
    answers: Answers,
    context: Pick<SendContext, 'now' | 'isPrivate'>,
    headers: Readonly<Record<string, string>>,
    observer?: ServerObserver,
  ) {
    this.#answers = answers
    this.#context = context
    this.#headers = pairs(headers)
    this.#observer = observer
  }

  /**
   * @param url path and query as they came
   * @param route of the address, for the observer
   * @param plan of an answer that depends on nothing of the request but its address
   */
  remember(baseUrl: string, url: string, route: string | undefined, plan: PlanKey): void {
    const address = baseUrl + url
    if (address.length > MAX_LENGTH) return
    const { key, tickMs, items, itemId, isOfSearch } = plan
    this.#plans.set(address, { route, key, tickMs, items, itemId, isOfSearch })
  }

  /** @returns false if there is no cached answer; nothing is written then, and Fastify has to answer */
  answer(request: IncomingMessage, response: ServerResponse, baseUrl: string): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const startedAt = this.#observer === undefined ? 0 : performance.now()
    const plan = this.#plans.get(baseUrl + (request.url ?? ''))
    const answer = plan && this.#answers.kept(plan)
    if (plan === undefined || answer === undefined) return false
    const headers = [...this.#headers, 'x-request-id', randomUUID()]
    const head = { status: 200, headers, vary: undefined }
    if (!writeAnswer(this.#context, { request, response, baseUrl }, head, answer)) return false
    this.#observer?.answerFound(true)
    this.#observer?.requestEnded(plan.route, response.statusCode, startedAt)
    return true
  }
}
