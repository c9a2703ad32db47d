import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RouteDeps } from '../deps.ts'
import { apiDocsRoute } from './api-docs.ts'
import { articleRoute } from './article.ts'
import { categoriesRoute } from './categories.ts'
import { feedHealthRoute } from './feed-health.ts'
import { feedRoutes } from './feeds.ts'
import { healthRoute, probesRoute } from './health.ts'
import { itemsRoute } from './items.ts'
import { opmlRoute } from './opml.ts'
import { iconRoute, thumbnailRoute } from './pictures.ts'
import { searchRoute } from './search.ts'
import { sourcesRoute } from './sources.ts'
import { activityRoute, statsRoute } from './stats.ts'
import { storyRoute } from './story.ts'
import { suggestRoute } from './suggest.ts'
import { trendingRoute } from './trending.ts'

/** Every route, in the order in which the interface's description lists them. */
export const routes: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  await app.register(itemsRoute, deps)
  await app.register(searchRoute, deps)
  await app.register(suggestRoute, deps)
  await app.register(trendingRoute, deps)
  await app.register(articleRoute, deps)
  await app.register(storyRoute, deps)
  await app.register(categoriesRoute, deps)
  await app.register(feedRoutes, deps)
  await app.register(feedHealthRoute, deps)
  await app.register(sourcesRoute, deps)
  await app.register(opmlRoute, deps)
  await app.register(iconRoute, deps)
  await app.register(thumbnailRoute, deps)
  await app.register(statsRoute, deps)
  await app.register(activityRoute, deps)
  await app.register(healthRoute, deps)
  await app.register(probesRoute, deps)
  await app.register(apiDocsRoute, deps)
}
