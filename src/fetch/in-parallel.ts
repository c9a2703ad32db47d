/**
 * Runs `task` for each input, `atOnce` at a time, and gives the results in the inputs' order. After a rejection no
 * further task begins. Other limits: `politeness.ts` bounds all requests to one host, with pauses. The schedule's slots
 * bound visits, except those that wait for a slow server.
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
