import { randomOf } from '../../test/random.ts'
import type { Result } from './report.ts'
import type { Trial } from './trial.ts'

export interface TrialOptions {
  readonly isShort: boolean
  /** At most this many times. */
  readonly most?: number
  readonly folder: string
  readonly seed: number
}

/** Runs a trial. An error that it does not expect counts as broken. */
export async function runTrial(
  trial: Trial,
  { isShort, most = Infinity, folder, seed }: TrialOptions,
): Promise<Result> {
  const started = performance.now()
  const times = Math.min(most, isShort ? trial.times.short : trial.times.full)
  const seconds = (): number => (performance.now() - started) / 1000
  try {
    const outcome = await trial.run({ times, folder, random: randomOf(seed) })
    return { trial, ...outcome, seconds: seconds() }
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { trial, tried: times, broken: [`the trial failed: ${why}`], seconds: seconds() }
  }
}
