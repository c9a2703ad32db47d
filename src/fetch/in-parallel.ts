/**
 * Runs `task` for each of `inputs`, `atOnce` at a time, and gives the results in their order. After the first that
 * throws no further one begins. It bounds one list of equal tasks. `politeness.ts` bounds the requests of all tasks
 * to one host, with a pause between; the schedule's slots bound visits and leave waiting for slow servers uncounted.
 */
export async function inParallel<I, O>(
  inputs: readonly I[],
  atOnce: number,
  task: (input: I) => Promise<O>,
): Promise<O[]> {
  const outputs: O[] = []
  let next = 0
  let failed = false

  async function work(): Promise<void> {
    while (!failed && next < inputs.length) {
      const index = next++
      const input = inputs[index]
      if (input === undefined) continue
      try {
        outputs[index] = await task(input)
      } catch (cause) {
        failed = true
        throw cause
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(atOnce, inputs.length) }, work))
  return outputs
}
