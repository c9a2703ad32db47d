import type { FastifyInstance } from 'fastify'
import { type InnerToken, isInner } from './access/inner-token.ts'
import type { ServerObserver } from './deps.ts'

/** The page's files have hashes in their names, so each build has others. */
const ASSETS = '/assets/'

/** Reports each request that Fastify answered, except those of the page to the service itself. */
export function observeRequests(app: FastifyInstance, observer: ServerObserver, inner: InnerToken): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInner(request, inner)) {
      const { url } = request.routeOptions
      const route = url?.startsWith(ASSETS) ? `${ASSETS}*` : url
      observer.requestEnded(route, reply.raw.statusCode, performance.now() - reply.elapsedTime)
    }
    done()
  })
}
