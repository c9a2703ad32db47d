/** Every character below this begins a grapheme. */
const FIRST_JOINING = 0x300
/** Characters before a boundary that are examined, UTF-16 units: 64 flags in a row. */
const MAX_BACK = 256

let segmenter: Intl.Segmenter | undefined

/**
 * Gives `at`, or the start of the grapheme that `at` would split: a letter with its accents, an emoji of several
 * characters, a flag (UAX #29).
 */
export function graphemeStart(text: string, at: number): number {
  return graphemeAt(text, at).start
}

/** Gives `at`, or the end of the grapheme that `at` would split. */
export function graphemeEnd(text: string, at: number): number {
  return graphemeAt(text, at).end
}

function graphemeAt(text: string, at: number): { readonly start: number; readonly end: number } {
  if (at <= 0 || at >= text.length || text.charCodeAt(at) < FIRST_JOINING) return { start: at, end: at }
  let from = at - 1
  while (from > 0 && at - from < MAX_BACK && text.charCodeAt(from) >= FIRST_JOINING) from -= 1
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const grapheme = segmenter.segment(text.slice(from, at + MAX_BACK)).containing(at - from)
  const start = from + (grapheme?.index ?? 0)
  return start === at ? { start: at, end: at } : { start, end: start + (grapheme?.segment.length ?? 0) }
}
