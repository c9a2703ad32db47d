/** Runs what it is given one after the other, in the order of asking. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()

  return (work) => {
    const result = last.then(work)
    // A failure belongs to who asked; the next in line starts all the same.
    last = result.catch(() => undefined)
    return result
  }
}
