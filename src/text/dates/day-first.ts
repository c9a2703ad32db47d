const SLASHED = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/
/** Languages with the month first. */
const MONTH_FIRST = /^\s*en(?:[-_](?:us|ca|ph))?\s*$/i
/** Programs that write AM or PM put the month first, in any language. */
const HALF_DAY = /\d\s?[ap]\.?m\b/i

/**
 * Rewrites dates with slashes as ISO 8601 if their document puts the day first: `05/11/2026` beside `25/11/2026`, or in
 * Spanish.
 *
 * @param language of the document, if known
 * @returns the texts in their order; unchanged without slashes, or with the month first
 */
export function withDayFirst<Text extends string | undefined>(
  texts: readonly Text[],
  language = 'en',
): readonly (Text | string)[] {
  const parts = texts.map((text) => SLASHED.exec(text ?? '')?.map(Number) ?? [])
  if (parts.some(([, , second = 0]) => second > 12)) return texts
  const isStated = parts.some(([, first = 0]) => first > 12)
  const isLikely = !MONTH_FIRST.test(language) && !texts.some((text) => HALF_DAY.test(text ?? ''))
  return isStated || isLikely ? texts.map((text) => text?.replace(SLASHED, '$3-$2-$1') ?? text) : texts
}
