import type { Rule } from '../src/model/rule.ts'
import { type Clock, HOUR_MS } from '../src/model/time.ts'
import { ClockCheck } from '../src/pipeline/clock-check.ts'
import { IdSource } from '../src/pipeline/identify/ids.ts'
import { createQueue } from '../src/pipeline/queue.ts'
import { createRuleBook } from '../src/pipeline/rules/compile-rule.ts'
import { Publications } from '../src/pipeline/schedule/rhythm.ts'
import { LiveStories } from '../src/pipeline/stories/live-stories.ts'
import { TextPrints } from '../src/pipeline/stories/text-prints.ts'
import type { VisitDeps } from '../src/pipeline/visit-source.ts'
import { NetworkCheck } from '../src/pipeline/visit/network-check.ts'
import type { Store } from '../src/store/store.ts'

/** What a visit needs beside a collector, made of a store: nothing is left to chance. */
export function visitDepsOf(
  store: Store,
  now: Clock,
  rules: readonly Rule[] = [],
): Omit<VisitDeps, 'collect'> {
  return {
    store,
    stories: new LiveStories(store, now),
    textPrints: new TextPrints(store),
    rules: createRuleBook(rules),
    ids: new IdSource(store),
    queue: createQueue(store, { now }),
    publications: new Publications(store),
    network: new NetworkCheck(),
    clock: new ClockCheck(),
    retention: { days: 90, maxItemsPerSource: 10_000 },
    now,
    random: () => 0,
    halfLifeMs: 12 * HOUR_MS,
  }
}
