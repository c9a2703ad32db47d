import type { Story } from '../../api/types.ts'

/** What a summary is judged by. */
type Summarised = Pick<Story['items'][number], 'id' | 'title' | 'summary'>

/** Summaries that are shown, at most. */
const MAX_KNOWN = 4

/** A summary says something new if at least this part of its words was in no earlier one. */
const NEW_PART = 0.5

/** A shorter summary says little. */
const MIN_WORDS = 4

/**
 * Chooses the reports whose summaries say together what is known, the newest first. A summary is left out if earlier ones
 * said most of it, or if a newer one that is shown says it too.
 *
 * @param reports oldest first
 */
export function newestFacts<Report extends Summarised>(reports: readonly Report[]): Report[] {
  const said = reports.filter(({ title, summary }) => summary !== null && summary !== title)
  return withoutRepeats(withoutRepeats(said).toReversed()).slice(0, MAX_KNOWN)
}

/** Those with enough words that none before them has. */
function withoutRepeats<Report extends Summarised>(reports: readonly Report[]): Report[] {
  const known = new Set<string>()
  return reports.filter(({ summary }) => {
    const words = wordsOf(summary ?? '')
    const fresh = [...words].filter((word) => !known.has(word))
    for (const word of fresh) known.add(word)
    return words.size >= MIN_WORDS && fresh.length >= NEW_PART * words.size
  })
}

/** Words of three letters or more, numbers, and the characters of Chinese. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{sc=Han}|\p{L}[\p{L}\p{M}]{2,}|\p{N}[\p{N}.,]*/gu) ?? [])
}
