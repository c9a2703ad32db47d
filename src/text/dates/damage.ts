/** Hyphens and minus signs of Unicode. Dashes are not among them: ranges have those. */
const MINUS = /[\u2010\u2011\u2212\uFE63\uFF0D]/g

/** A time with seconds, then an offset with a dash of Unicode. */
const DASH = /(?<=:\d{2}:\d{2}\s?)[\u2012-\u2015](?=\d{2}:?\d{2}$)/

/** A day or a year, then a time and an offset whose `+` was read as a blank, as in the query of an address. */
const LOST_PLUS =
  /(?<=\d{4}(?:-\d{2}-\d{2})?[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) {1,2}(?=(?:0\d|1[0-4]):?(?:00|15|30|45)$)/

/** A time with points instead of colons after a day or a year. */
const POINTS = /(?<=\d{4}(?:-\d{2}-\d{2})?[T ,]\s?)(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.])/

/** The attribute of the `time` element, in which Drupal wraps dates. */
const DATETIME = /<time\b[^<>]*\bdatetime\s*=\s*["']?([^"'<>]{4,60})/i

/** Repairs what templates, editors and addresses do to dates. */
export function repairedDate(text: string): string {
  const plain = text.includes('<') ? (DATETIME.exec(text)?.[1] ?? text.replace(/<[^<>]*>/g, ' ')) : text
  return plain
    .trim()
    .replace(MINUS, '-')
    .replace(DASH, '-')
    .replace(/\uFF0B|%2b/i, '+')
    .replace(LOST_PLUS, '+')
    .replace(POINTS, (_, hour: string, minute: string, second?: string) =>
      second === undefined ? `${hour}:${minute}` : `${hour}:${minute}:${second}`,
    )
}
