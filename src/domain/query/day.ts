import type { EpochMs } from '../time.ts'

/**
 * Reads the moment that a day, month or year starts (`2026-01-31`, `2026-01`, `2026`), or an RFC 3339 time.
 *
 * @returns `undefined` for anything else, and for a day that no calendar has
 */
export function parseDay(text: string): EpochMs | undefined {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)
  if (parts !== null) {
    const iso = `${parts[1]}-${parts[2] ?? '01'}-${parts[3] ?? '01'}`
    const at = Date.parse(`${iso}T00:00:00Z`)
    return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? undefined : at
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i.test(text)) return undefined
  const at = Date.parse(text.toUpperCase())
  const printable = at >= Date.parse('0000-01-01T00:00:00Z') && at <= Date.parse('9999-12-31T23:59:59.999Z')
  return printable ? at : undefined
}
