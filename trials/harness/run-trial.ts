import { randomOf } from '../../test/random.ts'
import type { Result } from './report.ts'
import type { Trial } from './trial.ts'

/** Runs a trial. An error that it does not expect counts as broken. */
export async function runTrial(
  trial: Trial,
  { isShort, folder, seed }: { readonly isShort: boolean; readonly folder: string; readonly seed: number },
): Promise<Result> {
  const started = performance.now()
  const times = isShort ? trial.times.short : trial.times.full
  const seconds = (): number => (performance.now() - started) / 1000
  try {
    const outcome = await trial.run({ times, folder, random: randomOf(seed) })
    return { trial, ...outcome, seconds: seconds() }
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { trial, tried: times, broken: [`the trial failed: ${why}`], seconds: seconds() }
  }
}
