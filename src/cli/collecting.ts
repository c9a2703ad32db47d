import type { Config } from '../config/config.ts'
import { counted } from '../model/counted.ts'
import { retentionPolicy } from '../model/retention-policy.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../model/time.ts'
import { type ClockState, ClockCheck } from '../pipeline/clock-check.ts'
import { IdSource } from '../pipeline/identify/ids.ts'
import { refreshIcons } from '../pipeline/pictures/icons.ts'
import { Thumbnails } from '../pipeline/pictures/thumbnails.ts'
import { createQueue, type Queue } from '../pipeline/queue.ts'
import { pruneOld, type Retained } from '../pipeline/retention.ts'
import { createRuleBook } from '../pipeline/rules/compile-rule.ts'
import { Publications } from '../pipeline/schedule/rhythm.ts'
import { createSchedule, type Schedule, type ScheduleOptions } from '../pipeline/schedule/schedule.ts'
import { LiveStories } from '../pipeline/stories/live-stories.ts'
import { TextPrints } from '../pipeline/stories/text-prints.ts'
import { visitSource } from '../pipeline/visit-source.ts'
import type { ArrivalDeps, Visit } from '../pipeline/visit/digest-arrival.ts'
import type { FetchDeps } from '../pipeline/visit/fetch-visit.ts'
import { NetworkCheck } from '../pipeline/visit/network-check.ts'
import { createCollector } from '../sources/sources.ts'
import type { Shrink } from '../sources/thumbnails/shrinker.ts'
import { failed, notRequested } from '../sources/visit.ts'
import type { Store } from '../store/store.ts'

export interface Work {
  /**
   * Sources on which the previous thread had to be ended. Their next visit fails without a request, which delays the
   * one after.
   */
  readonly held: Set<string>
  /** Called when a source's content is about to be read or digested. */
  readonly begin: (sourceId: string) => void
  readonly end: (sourceId: string) => void
}

const HELD = failed(
  { code: 'parse', message: 'what it sent could not be digested: it took very long, or all memory' },
  notRequested(''),
)

/** The first half of visits, and all other requests to servers. One for each process. */
export function openFetching(config: Config, store: Store, now: Clock = Date.now, work?: Work) {
  const collector = createCollector({
    ...config.collect,
    onAnswer: work?.begin,
    discussions: (sourceId, from, limit) => store.listDiscussions(sourceId, from, limit),
    now,
  })
  const deps: FetchDeps = {
    store,
    collect: async (source, state, signal) =>
      work?.held.delete(source.id) === true ? HELD : collector.collect(source, state, signal),
    readArticle: (url, source, signal) => collector.readArticle(url, source, signal),
    rules: createRuleBook(config.rules),
    retention: retentionPolicy(config.retention, config.sources),
    now,
  }
  return {
    deps,
    /** @param written the store of the process that saves icons and thumbnails, with the clock of `savedAt` */
    pictures: (written: Store, savedAt = now) => ({
      /** Fetches the icons that are due. Rejects on abort. @returns how many sources have a new icon */
      refreshIcons: (signal: AbortSignal) =>
        refreshIcons(
          {
            store: written,
            now: savedAt,
            findIcon: (location, until) => collector.findIcon(location, until),
          },
          signal,
        ),
      thumbnails: (loadShrinker: () => Promise<Shrink | undefined>): Pick<Thumbnails, 'refresh'> =>
        new Thumbnails({
          store: written,
          now: savedAt,
          loadShrinker,
          fetchPicture: (url, signal) => collector.fetchPicture(url, signal),
        }),
    }),
    close: () => collector.close(),
  }
}

export type Fetching = ReturnType<typeof openFetching>

/** Visits that end within this time are saved in one group. */
const GATHER_MS = 25

/** The second half of visits. Only one process at a time runs it. */
export function openDigesting(config: Config, store: Store, now: Clock = Date.now) {
  const stories = new LiveStories(store, now)
  const ids = new IdSource(store)
  const textPrints = new TextPrints(store)
  const clock = new ClockCheck()
  const retention = retentionPolicy(config.retention, config.sources)
  const deps: ArrivalDeps & { readonly queue: Queue } = {
    store,
    stories,
    textPrints,
    rules: createRuleBook(config.rules),
    ids,
    queue: createQueue(store, {
      now,
      gatherMs: GATHER_MS,
      onRollback() {
        stories.reload()
        ids.forget()
        textPrints.clear()
      },
    }),
    publications: new Publications(store),
    network: new NetworkCheck(),
    clock,
    retention,
    now,
    random: Math.random,
    halfLifeMs: config.ranking.halfLifeHours * HOUR_MS,
  }
  return {
    deps,
    /** Deletes items by the retention settings, in steps between visits. */
    async prune(signal?: AbortSignal): Promise<Retained> {
      const policy = { ...retention, deletesKeptMs: config.changes.keepDays * DAY_MS }
      const retained = await pruneOld(policy, deps, signal)
      // Saved after each deletion, so that after a crash only later items must be read again.
      await stories.keep()
      return retained
    },
    /** What the visits say about this machine's clock. */
    clock: (): ClockState => clock.stateAt(now(), null),
    /** Saves the snapshot for the next start. */
    keep: () => stories.keep(),
  }
}

/** Both halves in one process: for a store that is not shared, and for `collect`. */
export interface Collecting
  extends ReturnType<Fetching['pictures']>, Pick<ReturnType<typeof openDigesting>, 'clock' | 'prune'> {
  readonly schedule: Schedule
  /** Saves the snapshot for the next start and closes connections to sources; the store stays open. */
  close(): Promise<void>
}

/** Runs a visit. */
export type WatchVisit = (
  answered: () => void,
  visit: (answered: () => void) => Promise<Visit>,
) => Promise<Visit>

export const justVisit: WatchVisit = (answered, visit) => visit(answered)

interface Listeners extends Pick<ScheduleOptions, 'onVisit' | 'onError'> {
  readonly work?: Work
  /** Wraps each visit, for metrics; default: just runs it. */
  readonly watch?: WatchVisit
}

export async function openCollecting(
  config: Config,
  store: Store,
  { watch = justVisit, work, ...listeners }: Listeners,
  now: Clock = Date.now,
): Promise<Collecting> {
  const fetching = openFetching(config, store, now, work)
  const digesting = openDigesting(config, store, now)
  const deps = { ...fetching.deps, ...digesting.deps }
  const schedule = createSchedule({
    sources: config.sources,
    states: await store.listSourceStates(),
    visit: (source, state, signal, answered) =>
      watch(answered, (whenAnswered) => visitSource(source, state, deps, signal, whenAnswered)).finally(() =>
        work?.end(source.id),
      ),
    concurrency: config.collect.concurrency,
    perHost: config.collect.perHost,
    reload: () => store.listSourceStates(),
    now,
    ...listeners,
  })
  return {
    ...fetching.pictures(store),
    ...digesting,
    schedule,
    async close() {
      await digesting.keep()
      await fetching.close()
    },
  }
}

/** Describes a visit's result in one line, for logs and summaries. */
export function describeVisit(visit: Visit): string {
  const { collected } = visit
  switch (collected.kind) {
    case 'failed':
      return `${visit.sourceId}: failed (${collected.error.code}): ${collected.error.message}`
    case 'unchanged':
      return `${visit.sourceId}: unchanged`
    case 'entries':
      return `${visit.sourceId}: ${visit.listed} entries, ${visit.added} new, ${visit.edited} edited${describePages(visit.pages)}`
  }
}

/** Empty if there was no page to read. */
function describePages(pages: Visit['pages']): string {
  if (pages === undefined || pages.read + pages.failed + pages.waiting === 0) return ''
  const failed = pages.failed === 0 ? '' : `, ${pages.failed} failed (${pages.failure ?? 'unknown'})`
  const waiting = pages.waiting === 0 ? '' : `, ${pages.waiting} left for the next visits`
  return `; pages: ${pages.read} read${failed}${waiting}`
}

/** Describes for logs what retention deleted, one line per reason, and why it spared old items. */
export function describeRetained(
  { byAge, surplus, spared, clock }: Retained,
  { retention: { days, maxItemsPerSource }, sources }: Pick<Config, 'retention' | 'sources'>,
): { readonly deleted: readonly string[]; readonly warning: string | undefined } {
  const hasOwn = sources.some((source) => source.retention !== undefined)
  const orOwn = hasOwn ? ', or by the limits of their source' : ''
  const deleted = [
    ...(byAge === 0
      ? []
      : [`retention: ${counted(byAge, 'item')} deleted, neither new nor edited for ${days} days${orOwn}`]),
    ...(surplus === 0
      ? []
      : [`retention: ${counted(surplus, 'item')} deleted, above ${maxItemsPerSource} of one source${orOwn}`]),
  ]
  const warning =
    clock.kind === 'wrong'
      ? describeWrongClock(clock)
      : `retention: ${counted(spared, 'item')} not deleted because of age, until a server says what time it is: ${clock.message}`
  return { deleted, warning: clock.kind === 'wrong' || spared > 0 ? warning : undefined }
}

export function describeWrongClock({ message }: ClockState): string {
  return `the clock is wrong, so nothing is deleted because of its age: ${message}`
}
