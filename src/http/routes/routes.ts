import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RouteDeps } from '../deps.ts'
import { apiDocsRoute } from './api-docs.ts'
import { healthRoute } from './health.ts'
import { itemsRoute } from './items.ts'

/** Every route, in the order in which the interface's description lists them. */
export const routes: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  await app.register(itemsRoute, deps)
  await app.register(healthRoute, deps)
  await app.register(apiDocsRoute, deps)
}
