import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RouteDeps } from '../deps.ts'
import { activityRoute } from './activity.ts'
import { apiDocsRoute } from './api-docs.ts'
import { articleRoute } from './article.ts'
import { atomRoute } from './atom.ts'
import { categoriesRoute } from './categories.ts'
import { feedHealthRoute } from './feed-health.ts'
import { healthRoute } from './health.ts'
import { iconRoute } from './icon.ts'
import { itemsRoute } from './items.ts'
import { jsonFeedRoute } from './json-feed.ts'
import { opmlRoute } from './opml.ts'
import { probesRoute } from './probes.ts'
import { rssRoute } from './rss.ts'
import { searchRoute } from './search.ts'
import { sourcesRoute } from './sources.ts'
import { statsRoute } from './stats.ts'
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
  await app.register(rssRoute, deps)
  await app.register(atomRoute, deps)
  await app.register(jsonFeedRoute, deps)
  await app.register(feedHealthRoute, deps)
  await app.register(sourcesRoute, deps)
  await app.register(opmlRoute, deps)
  await app.register(iconRoute, deps)
  await app.register(statsRoute, deps)
  await app.register(activityRoute, deps)
  await app.register(healthRoute, deps)
  await app.register(probesRoute, deps)
  await app.register(apiDocsRoute, deps)
}
