import { isName, isOfAddress, timesInSummary, timesInTitle } from './terms.ts'

/** Exponent of the idf in the vector of all words. */
export const IDF_POWER = 1.2

/** Factor of names, which are more specific than other words. */
const NAME_BOOST = 1.3

/** By the lowest byte of an entry. */
const USE_WEIGHTS = Float64Array.from({ length: 256 }, (_, use) => {
  const inTitle = isOfAddress(use) ? 1 : timesInTitle(use)
  return (inTitle + Math.sqrt(timesInSummary(use)) / 2) * (isName(use) ? NAME_BOOST : 1)
})

/** Factor of a term's weight from its use in an item. @param entry of `Terms` */
export function useWeight(entry: number): number {
  return USE_WEIGHTS[entry & 0xff] ?? 0
}

/** Weight of a term in the vector of all words. */
export function weightOf(entry: number, idf: number): number {
  return useWeight(entry) * idf ** IDF_POWER
}
