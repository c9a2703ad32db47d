import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { RouteDeps } from '../deps.ts'
import type { Answers, PlanKey } from './answers.ts'

/** Addresses remembered, about 0.5 kB each. */
const MAX_ADDRESSES = 5_000

/** Longer addresses are rare and take much memory. */
const MAX_LENGTH = 500

/**
 * Answers a repeated request from the cache before its query is parsed again. Keys, limits and origins have been
 * checked by then, as for every request (docs/decisions/027).
 *
 * @returns remembers the plan of an answer that depends only on the request's address
 */
export function answerRepeated(
  app: FastifyInstance,
  answers: Answers,
  { baseUrlOf, send }: Pick<RouteDeps, 'baseUrlOf' | 'send'>,
  onFound: () => void,
): (request: FastifyRequest, plan: PlanKey) => void {
  const plans = new LRUCache<string, PlanKey>({ max: MAX_ADDRESSES })
  const addressOf = (request: FastifyRequest): string => baseUrlOf(request) + request.originalUrl

  app.addHook('preValidation', async (request, reply) => {
    if (request.is404) return
    const plan = plans.get(addressOf(request))
    const answer = plan && answers.kept(plan)
    if (answer === undefined) return
    onFound()
    await send(request, reply, answer)
  })

  return (request, { key, tickMs, items, itemId, isOfSearch }) => {
    const address = addressOf(request)
    if (address.length <= MAX_LENGTH) plans.set(address, { key, tickMs, items, itemId, isOfSearch })
  }
}
