import { setMaxListeners } from 'node:events'
import type { Source, SourceState } from '../../model/source.ts'
import type { Clock, EpochMs } from '../../model/time.ts'
import { LEASE_MS, type VisitLeases } from '../../store/visit-leases.ts'
import { hostOf, registrableDomain } from '../../url/host.ts'
import { createPause } from './pause.ts'
import { type Answered, createVisitSlots } from './visit-slots.ts'

export interface LeasedVisitsOptions {
  readonly sources: readonly Source[]
  readonly leases: VisitLeases
  readonly visit: (
    source: Source,
    state: SourceState,
    signal: AbortSignal,
    answered: Answered,
  ) => Promise<void>
  /** Concurrent visits that do not wait for a slow server, >= 1. */
  readonly concurrency: number
  /** Concurrent visits to one site, >= 1. */
  readonly perHost: number
  readonly now: Clock
  /** Called for a visit whose arrival could not be kept. This node visits the source again after its interval. */
  readonly onError: (source: Source, cause: unknown) => void
  /** Called when the leases can no longer be read or written. They are asked for until they can. */
  readonly onLeasesFailed: (cause: unknown) => void
}

/** Interval of looking for due sources. */
const LOOK_EVERY_MS = 500

const RENEW_EVERY_MS = LEASE_MS / 4

interface LeasedVisit {
  readonly state: SourceState
  readonly site: string
}

/**
 * Visits due sources, of those that this node can lease, until the signal; returns when the last visit ended. Other nodes do
 * the same with the same store.
 */
export async function runLeasedVisits(options: LeasedVisitsOptions, signal: AbortSignal): Promise<void> {
  const { leases, now, concurrency, perHost } = options
  const sources = new Map(
    options.sources.filter(({ enabled }) => enabled).map((source) => [source.id, source]),
  )
  /** Visits that are under way or wait for a slot, by source. */
  const visits = new Map<string, LeasedVisit>()
  /** Until when this node leaves a source alone. */
  const leftUntil = new Map<string, EpochMs>()
  const { pause, wake } = createPause()
  let isFailing = false
  const slots = createVisitSlots(options, visitOne, wake)
  const renewing = setInterval(() => void renew(), RENEW_EVERY_MS)
  setMaxListeners(0, signal)

  async function visitOne(source: Source, answered: Answered): Promise<void> {
    const leased = visits.get(source.id)
    try {
      if (leased === undefined || signal.aborted) return
      await options.visit(source, leased.state, signal, answered)
    } catch (cause) {
      leftUntil.set(source.id, now() + source.everyMs)
      if (!signal.aborted) options.onError(source, cause)
    } finally {
      visits.delete(source.id)
    }
  }

  /** Leases sites of due sources and queues visits to them. @returns how many */
  async function takeDue(): Promise<number> {
    const due = await leases.listDue()
    if (due.length === 0) return 0
    const chosen = choose(due, await leases.listTaken())
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
      const source = sources.get(state.sourceId)
      if (source === undefined || visits.has(source.id)) continue
      if ((leftUntil.get(source.id) ?? 0) > now()) continue
      const site = siteOf(source, state)
      const count = ofSite.get(site) ?? 0
      if (taken.has(site) || count >= perHost) continue
      ofSite.set(site, count + 1)
      chosen.set(source.id, site)
    }
    return chosen
  }

  async function renew(): Promise<void> {
    const sites = new Set([...visits.values()].map(({ site }) => site))
    // If it fails, the next look for due sources fails too, and reports it.
    if (sites.size > 0) await leases.renew([...sites]).catch(() => undefined)
  }

  let lookAt = -Infinity
  while (!signal.aborted) {
    if (performance.now() >= lookAt && slots.waiting <= concurrency / 2) {
      const taken = await takeDue().then(
        (count) => {
          isFailing = false
          return count
        },
        (cause: unknown) => {
          if (!isFailing) options.onLeasesFailed(cause)
          isFailing = true
          return 0
        },
      )
      lookAt = performance.now() + (taken > 0 ? 0 : LOOK_EVERY_MS)
    }
    slots.start()
    await pause(Math.max(0, lookAt - performance.now()) || LOOK_EVERY_MS, signal)
  }
  while (visits.size > 0) {
    slots.start()
    await pause(LOOK_EVERY_MS, signal)
  }
  clearInterval(renewing)
  // They end by themselves if this fails.
  await leases.release().catch(() => undefined)
}

/** What a lease is for: hosts of one registrable domain share limits, and often a server. */
function siteOf({ url }: Source, { location }: SourceState): string {
  return registrableDomain(hostOf(location?.movedTo ?? url))
}
