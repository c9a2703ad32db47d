import { words } from '../text/words.ts'

export interface Report {
  readonly title: string
  readonly summary: string
  /** Plain text; empty if there is none. */
  readonly text: string
  readonly language: string | null
}

/**
 * Counts for each word the reports that have it in title, summary or text, in any inflection. Inflections of one word
 * count as the first one.
 *
 * @param given words, in the order of ties
 * @param language of the story, for inflections
 * @returns words of several reports, the most frequent first
 */
export function countReports(
  given: readonly string[],
  language: string | null,
  reports: readonly Report[],
): { readonly word: string; readonly reports: number }[] {
  const spellings = new Map<string, string>()
  for (const word of given) {
    const stems = stemsOf(word, language).join(' ')
    if (!spellings.has(stems)) spellings.set(stems, word)
  }
  const counts = new Map([...spellings.values()].map((word) => [word, 0]))
  const stemsByLanguage = new Map<string | null, Map<string, readonly string[]>>()
  for (const report of reports) {
    const inLanguage =
      stemsByLanguage.get(report.language) ??
      new Map([...counts.keys()].map((word) => [word, stemsOf(word, report.language)]))
    stemsByLanguage.set(report.language, inLanguage)
    const present = new Set(stemsOf(`${report.title}\n${report.summary}\n${report.text}`, report.language))
    for (const [word, stems] of inLanguage)
      if (stems.every((stem) => present.has(stem))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .map(([word, reports]) => ({ word, reports }))
    .filter((one) => one.reports > 1)
    .toSorted((a, b) => b.reports - a.reports)
}

function stemsOf(text: string, language: string | null): string[] {
  return words(text, language).flatMap(({ whole, stem }) => (whole ? [stem] : []))
}
