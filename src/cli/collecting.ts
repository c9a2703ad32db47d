import { createCollector } from '../collect/collect.ts'
import type { Config } from '../config/config.ts'
import { createRuleBook } from '../digest/rules/rule-book.ts'
import { type Clock, HOUR_MS } from '../domain/time.ts'
import { createEngagementScale } from '../jobs/engagement.ts'
import { refreshIcons } from '../jobs/icons.ts'
import { createIdSource } from '../jobs/ids.ts'
import { openLiveStories } from '../jobs/live-stories.ts'
import { createPublications } from '../jobs/publications.ts'
import { createQueue } from '../jobs/queue.ts'
import { pruneOld } from '../jobs/retention.ts'
import { createSchedule, type Schedule, type ScheduleOptions } from '../jobs/schedule.ts'
import { createSketches } from '../jobs/sketches.ts'
import { type VisitDeps, visitSource } from '../jobs/visit-source.ts'
import type { Store } from '../store/store.ts'

/** All that collecting needs, wired: for `serve`'s worker and for `collect` alike. */
export interface Collecting {
  readonly schedule: Schedule
  /** Deletes what retention says, one visit's write at most in its way. @returns how many items went */
  prune(): Promise<number>
  /** Looks for the icons that are due. Rejects on abort. @returns how many sources have another one now */
  refreshIcons(signal: AbortSignal): Promise<number>
  /** Keeps what the next start needs and closes connections to sources; the store stays open. */
  close(): Promise<void>
}

/** Time in which visits that end are saved together. */
const GATHER_MS = 25

type Listeners = Pick<ScheduleOptions, 'onVisit' | 'onError'>

export async function openCollecting(
  config: Config,
  store: Store,
  listeners: Listeners,
  now: Clock = Date.now,
): Promise<Collecting> {
  const collector = createCollector({
    ...config.collect,
    discussions: (sourceId, from, limit) => store.listDiscussions(sourceId, from, limit),
    now,
  })
  const stories = openLiveStories(store, now)
  const ids = createIdSource(store)
  const deps: VisitDeps = {
    store,
    collect: (source, state, signal) => collector.collect(source, state, signal),
    readArticle: (url, source, signal) => collector.readArticle(url, source, signal),
    stories,
    engagement: createEngagementScale(store, now),
    sketches: createSketches(store),
    rules: createRuleBook(config.rules),
    ids,
    queue: createQueue(store, {
      now,
      gatherMs: GATHER_MS,
      onLost() {
        stories.reload()
        ids.forget()
      },
    }),
    publications: createPublications(store),
    now,
    random: Math.random,
    halfLifeMs: config.ranking.halfLifeHours * HOUR_MS,
  }
  const schedule = createSchedule({
    sources: config.sources,
    states: await store.listSourceStates(),
    visit: (source, state, signal, answered) => visitSource(source, state, deps, signal, answered),
    concurrency: config.collect.concurrency,
    perHost: config.collect.perHost,
    reload: () => store.listSourceStates(),
    now,
    ...listeners,
  })
  return {
    schedule,
    async prune() {
      const gone = await pruneOld(config.retention, deps)
      // As often as old items go: after a crash only what came since must be read anew.
      await stories.keep()
      return gone
    },
    refreshIcons: (signal) =>
      refreshIcons({ store, now, findIcon: (place, until) => collector.findIcon(place, until) }, signal),
    async close() {
      await stories.keep()
      await collector.close()
    },
  }
}
