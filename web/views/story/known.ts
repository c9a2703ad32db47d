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
 * Chooses the reports whose summaries say together what is known, the newest first. A summary that mostly repeats
 * earlier ones is left out.
 *
 * @param reports oldest first
 */
export function newestFacts<Report extends Summarised>(reports: readonly Report[]): Report[] {
  const known = new Set<string>()
  const facts = reports.filter(({ title, summary }) => {
    if (summary === null || summary === title) return false
    const words = wordsOf(summary)
    const fresh = [...words].filter((word) => !known.has(word))
    for (const word of fresh) known.add(word)
    return words.size >= MIN_WORDS && fresh.length >= NEW_PART * words.size
  })
  return facts.slice(-MAX_KNOWN).toReversed()
}

/** Words of three letters or more, numbers, and the characters of Chinese. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{sc=Han}|\p{L}[\p{L}\p{M}]{2,}|\p{N}[\p{N}.,]*/gu) ?? [])
}
