import { setMaxListeners } from 'node:events'
import type { Source, SourceState } from '../../model/source.ts'
import type { Clock, EpochMs } from '../../model/time.ts'
import { LEASE_MS, type VisitLeases } from '../../store/visit-leases.ts'
import { hostOf, registrableDomain } from '../../url/host.ts'
import { createPause } from './pause.ts'
import { type Answered, createVisitSlots } from './visit-slots.ts'

export interface VisitLoopOptions {
  readonly sources: readonly Source[]
  readonly leases: VisitLeases
  /** Whether other nodes lease sources of the same store. */
  readonly isShared: boolean
  /** Calls `answered` when the visit no longer waits for a server. */
  readonly visit: (
    source: Source,
    state: SourceState,
    signal: AbortSignal,
    answered: Answered,
  ) => Promise<void>
  /** Concurrent visits that do not wait for a slow server, >= 1. */
  readonly concurrency: number
  /** Concurrent visits to one host, and of nodes to one site, >= 1. */
  readonly perHost: number
  readonly now: Clock
  /** Called for a visit whose result could not be kept. This node visits the source again after its interval. */
  readonly onError: (source: Source, cause: unknown) => void
  /** Called when the leases can no longer be read or written. They are asked for until they can, unless it throws. */
  readonly onLeasesFailed: (cause: unknown) => void
}

/** Visits due sources, of those that this node can lease. A source has one visit at a time. */
export interface VisitLoop {
  /** Due sources whose visit waits for room. */
  readonly waiting: number
  /** Visits sources when they are due, until the signal; returns when the last visit ended. */
  run(signal: AbortSignal): Promise<void>
  /** Visits what is due now, and returns when these visits ended. */
  runOnce(signal: AbortSignal): Promise<void>
}

/** Interval of looking for due sources. On one machine a look takes about 1 ms for 100,000 sources. */
const LOOK_EVERY_MS = 500

const RENEW_EVERY_MS = LEASE_MS / 4

interface LeasedVisit {
  readonly state: SourceState
  readonly site: string
}

export function createVisitLoop(options: VisitLoopOptions): VisitLoop {
  const { leases, now, concurrency, perHost, isShared } = options
  const sources = new Map(
    options.sources.filter(({ enabled }) => enabled).map((source) => [source.id, source]),
  )
  /** Visits that are under way or wait for a slot, by source. */
  const visits = new Map<string, LeasedVisit>()
  /** Until when this node leaves a source alone. */
  const leftUntil = new Map<string, EpochMs>()
  const { pause, wake } = createPause()
  let ending = new AbortController().signal
  let isFailing = false
  const slots = createVisitSlots(options, visitOne, wake)

  async function visitOne(source: Source, answered: Answered): Promise<void> {
    const leased = visits.get(source.id)
    try {
      if (leased === undefined || ending.aborted) return
      await options.visit(source, leased.state, ending, answered)
    } catch (cause) {
      leftUntil.set(source.id, now() + source.everyMs)
      if (!ending.aborted) options.onError(source, cause)
    } finally {
      visits.delete(source.id)
    }
  }

  /** Leases sites of due sources and queues visits to them. @returns how many */
  async function takeDue(): Promise<number> {
    const due = await leases.listDue()
    if (due.length === 0) return 0
    const chosen = isShared ? choose(due, await leases.listTaken()) : chooseAll(due)
    if (chosen.size === 0) return 0
    const ours = await leases.take([...new Set(chosen.values())])
    const ids = [...chosen].flatMap(([id, site]) => (ours.has(site) ? id : []))
    let taken = 0
    for (const state of ids.length === 0 ? [] : await leases.findDue(ids)) {
      const source = sources.get(state.sourceId)
      const site = chosen.get(state.sourceId)
      if (source === undefined || site === undefined) continue
      visits.set(source.id, { state, site })
      slots.add(source)
      taken++
    }
    return taken
  }

  /** Chooses as many due sources as there is room for, so that other nodes find some too. @returns sites by source */
  function choose(due: readonly SourceState[], taken: ReadonlySet<string>): ReadonlyMap<string, string> {
    const ofSite = new Map<string, number>()
    for (const { site } of visits.values()) ofSite.set(site, (ofSite.get(site) ?? 0) + 1)
    const chosen = new Map<string, string>()
    for (const state of due) {
      if (chosen.size >= concurrency - slots.waiting) break
      const source = sourceToVisit(state)
      if (source === undefined) continue
      const site = siteOf(source, state)
      const count = ofSite.get(site) ?? 0
      if (taken.has(site) || count >= perHost) continue
      ofSite.set(site, count + 1)
      chosen.set(source.id, site)
    }
    return chosen
  }

  /** Each source is its own site where no other node visits: hosts wait for slots. */
  function chooseAll(due: readonly SourceState[]): ReadonlyMap<string, string> {
    return new Map(
      due.filter((state) => sourceToVisit(state) !== undefined).map(({ sourceId }) => [sourceId, sourceId]),
    )
  }

  function sourceToVisit({ sourceId }: SourceState): Source | undefined {
    return visits.has(sourceId) || (leftUntil.get(sourceId) ?? 0) > now() ? undefined : sources.get(sourceId)
  }

  /** As `takeDue`; what fails is reported once, until it succeeds again. */
  async function tryToTakeDue(): Promise<number> {
    try {
      const taken = await takeDue()
      isFailing = false
      return taken
    } catch (cause) {
      if (!isFailing) options.onLeasesFailed(cause)
      isFailing = true
      return 0
    }
  }

  async function renew(): Promise<void> {
    const sites = new Set([...visits.values()].map(({ site }) => site))
    // If it fails, the next look for due sources fails too, and reports it.
    if (sites.size > 0) await leases.renew([...sites]).catch(() => undefined)
  }

  async function looking(signal: AbortSignal): Promise<void> {
    let lookAt = -Infinity
    while (!signal.aborted) {
      if (performance.now() >= lookAt && (!isShared || slots.waiting <= concurrency / 2)) {
        const taken = await tryToTakeDue()
        lookAt = performance.now() + (isShared && taken > 0 ? 0 : LOOK_EVERY_MS)
      }
      slots.start()
      await pause(Math.max(0, lookAt - performance.now()) || LOOK_EVERY_MS, signal)
    }
  }

  async function untilAllEnded(): Promise<void> {
    const { signal } = new AbortController()
    while (visits.size > 0) {
      slots.start()
      await pause(LOOK_EVERY_MS, signal)
    }
  }

  async function leasing(signal: AbortSignal, look: () => Promise<unknown>): Promise<void> {
    ending = signal
    setMaxListeners(0, signal)
    const renewing = setInterval(() => void renew(), RENEW_EVERY_MS)
    try {
      await look()
      await untilAllEnded()
    } finally {
      clearInterval(renewing)
      // They end by themselves if this fails.
      await leases.release().catch(() => undefined)
    }
  }

  return {
    get waiting() {
      return slots.waiting
    },
    run: (signal) => leasing(signal, () => looking(signal)),
    runOnce: (signal) => leasing(signal, tryToTakeDue),
  }
}

/** What a lease is for: hosts of one registrable domain share limits, and often a server. */
function siteOf({ url }: Source, { location }: SourceState): string {
  return registrableDomain(hostOf(location?.movedTo ?? url))
}
