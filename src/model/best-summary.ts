/** The parts of a report that decide its summary. */
interface Summarised {
  readonly title: string
  readonly summary: string | null
  readonly language: string | null
}

/** Minimum characters of a good summary; with fewer, another report's may be better. */
const MIN_SUMMARY = 80

/** Returns the lead's own summary; the longest in its language if that is missing, short, or repeats the title. */
export function bestSummary(lead: Summarised, reports: readonly Summarised[]): string {
  const own = usable(lead)
  if (own.length >= MIN_SUMMARY) return own
  const others = reports.filter(({ language }) => language === lead.language).map(usable)
  return others.reduce((best, summary) => (summary.length > best.length ? summary : best), own)
}

function usable({ summary, title }: Summarised): string {
  return summary === null || sameText(summary, title) ? '' : summary
}

function sameText(one: string, other: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return plain(one) === plain(other)
}
