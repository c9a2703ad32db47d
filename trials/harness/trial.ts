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

export interface TrialContext {
  readonly times: number
  /** An empty folder, removed afterwards. */
  readonly folder: string
  /** Numbers from 0 to 1. They are the same in each run of the same seed. */
  readonly random: () => number
}

export interface Outcome {
  readonly tried: number
  /** One line for each time that the promise did not hold. */
  readonly broken: readonly string[]
  /** Figures worth knowing: `slowest restart: 0.8 s`. */
  readonly notes?: readonly string[]
  /** Why it could not be tried here. Nothing was tried then. */
  readonly skipped?: string
}

export function skipped(why: string): Outcome {
  return { tried: 0, broken: [], skipped: why }
}

/** Collects what broke. */
export class Broken {
  readonly lines: string[] = []

  /** Notes `what` unless `holds`. */
  unless(holds: boolean, what: string): void {
    if (!holds) this.lines.push(what)
  }
}
