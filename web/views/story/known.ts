import type { Story } from '../../api/types.ts'

type Summarised = Pick<Story['items'][number], 'id' | 'title' | 'summary'>

const MAX_KNOWN = 4

/** A summary is new if at least this share of its words is in no earlier one. */
const NEW_PART = 0.5

/** A shorter summary says little. */
const MIN_WORDS = 4

/**
 * Chooses the reports whose summaries together give the facts, newest first. Skips a summary if earlier ones said most
 * of it, or if a newer shown one repeats it.
 *
 * @param reports oldest first
 */
export function newestFacts<Report extends Summarised>(reports: readonly Report[]): Report[] {
  const said = reports.filter(({ title, summary }) => summary !== null && summary !== title)
  return withoutRepeats(withoutRepeats(said).toReversed()).slice(0, MAX_KNOWN)
}

/** The reports with enough words that no earlier one has. */
function withoutRepeats<Report extends Summarised>(reports: readonly Report[]): Report[] {
  const known = new Set<string>()
  return reports.filter(({ summary }) => {
    const words = wordsOf(summary ?? '')
    const fresh = [...words].filter((word) => !known.has(word))
    for (const word of fresh) known.add(word)
    return words.size >= MIN_WORDS && fresh.length >= NEW_PART * words.size
  })
}

/** Words of three or more letters, numbers, and Chinese characters. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{sc=Han}|\p{L}[\p{L}\p{M}]{2,}|\p{N}[\p{N}.,]*/gu) ?? [])
}
