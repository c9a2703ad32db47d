/** Approximate duration of a step of indexing or merging. A response waits for at most one step. */
export const STEP_MS = 2

/** Runs work to its end. Other work of the event loop runs between its steps. */
export async function inSteps<T>(steps: Generator<undefined, T>, stepMs = STEP_MS): Promise<T> {
  for (let until = performance.now() + stepMs; ;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() < until) continue
    await new Promise(setImmediate)
    until = performance.now() + stepMs
  }
}

/** Runs work to its end at once. */
export function toEnd<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
