/** What a hook opens before the tests run. @throws where it is asked for before that */
export function initialized<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('it opens when the tests begin')
  return one
}
