import { print } from '../../bench/harness/print.ts'
import { parseQuery } from '../../src/search/query/parse.ts'
import { CAPTURED_QUERIES } from './captured-queries.ts'
import { collectCaptured } from './captured-store.ts'
import { CORPUS } from './collections.ts'

/** Asks the captured feeds each of the 40 queries, and prints how many give the right item first. */
export async function evaluateCaptured(): Promise<void> {
  const captured = await collectCaptured()
  if (captured === undefined) {
    console.warn(`SKIPPED: the captured feeds, which are not in ${CORPUS} (DIGEST_CORPUS)`)
    return
  }
  const misses: string[] = []
  for (const [text, ...expectedUrls] of CAPTURED_QUERIES) {
    const { node } = parseQuery(text)
    if (node === undefined) throw new RangeError(`nothing to look for in ${text}`)
    const { items, selection } = await captured.search(node)
    const at = items.findIndex(({ url }) => expectedUrls.some((expected) => url.includes(expected)))
    const line = `right at ${at < 0 ? '-' : at + 1} of ${selection.total}; first is ${items[0]?.url ?? 'nothing'}`
    if (at !== 0) misses.push(`  ${text}: ${line}`)
  }
  await captured.close()
  const right = CAPTURED_QUERIES.length - misses.length
  print(`captured feeds: the right item first for ${right} of ${CAPTURED_QUERIES.length} queries`)
  for (const miss of misses) print(miss)
}
