import { print } from '../../bench/harness/print.ts'
import { parseQuery } from '../../src/search/query/parse.ts'
import { CAPTURED_QUERIES } from './captured-queries.ts'
import { collectCaptured } from './captured-store.ts'
import { CORPUS } from './collections.ts'

/** Runs the 40 queries on the captured feeds, and prints how many give the right item first. */
export async function evaluateCaptured(): Promise<void> {
  const captured = await collectCaptured()
  if (captured === undefined) {
    console.warn(`SKIPPED: no captured feeds in ${CORPUS} (DIGEST_CORPUS)`)
    return
  }
  const misses: string[] = []
  for (const [text, ...expectedUrls] of CAPTURED_QUERIES) {
    const { node } = parseQuery(text)
    if (node === undefined) throw new RangeError(`the query '${text}' has no words`)
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
