/** Makes a function that runs its tasks one after another. A failed task does not stop the next. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const running = last.then(work)
    last = running.catch(() => undefined)
    return running
  }
}
