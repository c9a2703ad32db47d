import type { CliProcess, Run, Serving } from '../../test/e2e/run-cli.ts'
import type { MadeStore } from './made-store.ts'
import type { NewsServer } from './news-server.ts'

/** A promise of the service, and what tries to break it. */
export interface Trial {
  /** Names it on the command line. */
  readonly name: string
  /** What is tried, for people. */
  readonly what: string
  /** What must hold each time, for people. */
  readonly promise: string
  /** How many times: in full, and in the short form that runs with the tests. */
  readonly times: { readonly full: number; readonly short: number }
  run(context: TrialContext): Promise<Outcome>
}

/** What a trial works with. All that it starts ends with it. */
export interface TrialContext {
  readonly times: number
  /** An empty folder, removed afterwards. */
  readonly folder: string
  /** Numbers from 0 to 1. They are the same in each run of the same seed. */
  readonly random: () => number
  readonly broken: Broken
  readonly openNews: (feeds: number) => Promise<NewsServer>
  /** A collection with all its side files. @param moreSettings whole lines of YAML */
  readonly makeStore: (feeds: number, moreSettings?: string) => Promise<MadeStore>
  /** Starts a command of the built service. */
  readonly start: (args: readonly string[], options?: ProcessOptions) => CliProcess
  /** Visits every source, and logs each saved visit. */
  readonly collect: (args: readonly string[], options?: ProcessOptions) => CliProcess
  /**
   * As `collect`, to its end, in a process that ran other commands before: for visits that must succeed, or fail with a message.
   * Rejects if the process ends.
   */
  readonly collectWell: (args: readonly string[]) => Promise<Run>
  /** Starts `serve`, and waits until it is ready. */
  readonly serve: (args: readonly string[], options?: ProcessOptions) => Promise<Serving>
  /** Runs when the trial is over; what was given last runs first. */
  readonly afterwards: (cleanUp: () => unknown) => void
}

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of Node.js itself. */
  readonly nodeArgs?: readonly string[]
}

export interface Outcome {
  /** Default `times`. */
  readonly tried?: number
  /** Figures worth knowing: `slowest restart: 0.8 s`. */
  readonly notes?: readonly string[]
  /** Why it could not be tried here. Nothing was tried then. */
  readonly skipped?: string
}

/** Collects what broke: one line for each time that the promise did not hold. */
export class Broken {
  readonly lines: string[] = []

  /** Notes `what` unless `holds`. */
  unless(holds: boolean, what: string): void {
    if (!holds) this.lines.push(what)
  }

  /** Notes each fault with when it was found. */
  add(when: string, faults: readonly string[]): void {
    for (const fault of faults) this.lines.push(`${when}: ${fault}`)
  }
}

export function skipped(why: string): Outcome {
  return { skipped: why }
}
