import { isOfNetwork, NETWORK_ADVICE, unreachedByAll } from './advice.ts'
import type { FailureText } from './failure-texts.ts'
import { groupBy } from './group-by.ts'
import type { SourceHealth } from './source-report.ts'
import { type EpochMs, MINUTE_MS, toIso } from './time.ts'

/** Parts of this machine and of the service, for faults that are no source's. */
export const MACHINE_PARTS = ['clock', 'network', 'disk', 'memory', 'files', 'index'] as const
export type MachinePart = (typeof MACHINE_PARTS)[number]

export interface MachineTrouble {
  readonly part: MachinePart
  /** What is wrong, with figures. */
  readonly message: string
}

/** The texts in English. The page has its own translations. */
export const MACHINE_TEXTS: Readonly<Record<MachinePart, FailureText>> = {
  clock: {
    said: 'The clock of this machine is wrong, or was.',
    advice: 'Set it, and run NTP. Nothing is deleted because of its age meanwhile.',
  },
  network: {
    said: 'This machine does not reach the network.',
    advice: `${NETWORK_ADVICE} The sources are most likely well.`,
  },
  disk: {
    said: 'The disk is nearly full.',
    advice: 'Free some space, or lower retention.days and run content-digest store vacuum.',
  },
  memory: {
    said: 'The memory is nearly used up.',
    advice: 'Give the service more memory, or lower collect.concurrency.',
  },
  files: {
    said: 'The service cannot open any more files or connections.',
    advice: 'Raise its limit of open files (LimitNOFILE, ulimit -n), or lower collect.concurrency.',
  },
  index: {
    said: 'The search index is far behind.',
    advice: 'Wait: it catches up by itself. If it stays, check the processor and the log.',
  },
}

/** A full disk stops saving. Checkpointing SQLite's log and writing a new index file take about this much. */
const MIN_FREE_BYTES = 300e6

/** @param where in words: `/api/health` is public, and shows no paths */
export function diskTrouble(where: 'data folder' | 'store', freeBytes: number): MachineTrouble | undefined {
  if (freeBytes >= MIN_FREE_BYTES) return undefined
  return { part: 'disk', message: `the disk of the ${where} has ${megabytes(freeBytes)} MB free` }
}

/** Maximum share of a memory limit (of a container). */
const MAX_SHARE = 0.9
const MIN_FREE_MEMORY_BYTES = 100e6

interface Memory {
  /** Of the whole machine; `undefined` if the system does not report it. */
  readonly freeBytes: number | undefined
  /** Used by this process. */
  readonly ownBytes: number
  /** Limit of this process; `undefined` for none. */
  readonly limitBytes: number | undefined
}

export function memoryTrouble({ freeBytes, ownBytes, limitBytes }: Memory): MachineTrouble | undefined {
  if (limitBytes !== undefined && ownBytes > limitBytes * MAX_SHARE)
    return {
      part: 'memory',
      message: `the service has ${megabytes(ownBytes)} of at most ${megabytes(limitBytes)} MB`,
    }
  if (freeBytes === undefined || freeBytes >= MIN_FREE_MEMORY_BYTES) return undefined
  return { part: 'memory', message: `this machine has ${megabytes(freeBytes)} MB free` }
}

/** @param behind pending changes of the index, if they are so many that searches wait for them */
export function indexTrouble(behind: number | undefined): MachineTrouble | undefined {
  if (behind === undefined) return undefined
  return { part: 'index', message: `it is behind by ${behind} changes` }
}

export interface Visited {
  readonly feedUrl: string
  readonly health: Pick<SourceHealth, 'lastVisitAt' | 'lastError' | 'consecutiveErrors'>
}

/** Clocks are sometimes set back by less. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS
/** Minimum number of hosts whose certificates do not fail by chance. */
const MIN_EXPIRED = 3

/**
 * Detects faults of this machine: if all sources of most hosts fail in a way that its network or clock explains, that
 * is the cause.
 */
export function troubleOfVisits(visited: readonly Visited[], now: EpochMs): MachineTrouble | undefined {
  const last = Math.max(0, ...visited.map(({ health }) => health.lastVisitAt ?? 0))
  const clock = `this machine's clock says ${toIso(now)}`
  if (last - now > CLOCK_TOLERANCE_MS)
    return { part: 'clock', message: `${clock}, but the last visit was at ${toIso(last)}` }

  const byHost = groupBy(visited, ({ feedUrl }) => new URL(feedUrl).host)
  const unreached = [...byHost.values()].filter((sources) =>
    sources.every(({ health }) => isUnreached(health)),
  )
  const expired = unreached.filter((sources) => sources.every(({ health }) => hasExpired(health))).length
  if (expired >= MIN_EXPIRED && expired > byHost.size / 2)
    return {
      part: 'clock',
      message: `${clock}, and the certificates of ${expired} of ${byHost.size} hosts are not valid at that time`,
    }
  const failures = unreached.flatMap(([first]) => first?.health.lastError ?? [])
  const count = unreachedByAll(failures, byHost.size)
  if (count === undefined) return undefined
  return { part: 'network', message: `${count} of ${byHost.size} hosts could not be reached` }
}

function isUnreached({ lastError, consecutiveErrors }: Visited['health']): boolean {
  return consecutiveErrors > 0 && lastError !== null && isOfNetwork(lastError)
}

function hasExpired({ lastError }: Visited['health']): boolean {
  return lastError?.code === 'tls' && /expired|not yet valid/i.test(lastError.message)
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1e6)
}
