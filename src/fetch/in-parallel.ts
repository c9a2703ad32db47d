/**
 * Runs `task` for each of `inputs`, `atOnce` at a time, and gives the results in the order of the inputs. After a
 * task rejects, no further one begins. Other limits: `politeness.ts` bounds the requests of all tasks to one host,
 * with a pause between. The schedule's slots bound visits, and do not count visits that wait for a slow server.
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
