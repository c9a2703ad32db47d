import type { ProcessOptions, TrialContext } from '../harness/trial.ts'

/** @returns what runs a command to its end, which must be a good one */
export function commandRunner(
  { start, broken }: Pick<TrialContext, 'start' | 'broken'>,
  options?: ProcessOptions,
): (...command: readonly string[]) => Promise<void> {
  return async (...command) => {
    const { ended, output } = start(command, options)
    const { code } = await ended
    broken.unless(code === 0, `${command[0]} ended with ${code}: ${output().stderr.slice(-500)}`)
  }
}
