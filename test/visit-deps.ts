import { openLiveStories } from '../src/jobs/live-stories.ts'
import { createEngagementScale } from '../src/jobs/engagement.ts'
import { createIdSource } from '../src/jobs/ids.ts'
import { createPublications } from '../src/jobs/publications.ts'
import { createQueue } from '../src/jobs/queue.ts'
import { createRuleBook } from '../src/digest/rules/rule-book.ts'
import { createSketches } from '../src/jobs/sketches.ts'
import type { VisitDeps } from '../src/jobs/visit-source.ts'
import type { Rule } from '../src/domain/rule.ts'
import { type Clock, HOUR_MS } from '../src/domain/time.ts'
import type { Store } from '../src/store/store.ts'

/** What a visit needs beside a collector, made of a store: nothing is left to chance. */
export function visitDepsOf(
  store: Store,
  now: Clock,
  rules: readonly Rule[] = [],
): Omit<VisitDeps, 'collect'> {
  return {
    store,
    stories: openLiveStories(store, now),
    engagement: createEngagementScale(store, now),
    sketches: createSketches(store),
    rules: createRuleBook(rules),
    ids: createIdSource(store),
    queue: createQueue(store, { now }),
    publications: createPublications(store),
    now,
    random: () => 0,
    halfLifeMs: 12 * HOUR_MS,
  }
}
