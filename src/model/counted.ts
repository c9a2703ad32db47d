/** A number in words: `1 item`, `2 items`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** Formats a number with its unit: `1 source`, `1,234 sources`. */
type Counted = (count: number, one: string, many: string) => string

/** Formats numbers in a language, with its plural forms: `0 source` in French. */
export function countedIn(locale: string): Counted & { readonly form: Counted } {
  const plural = new Intl.PluralRules(locale)
  const form: Counted = (count, one, many) => (plural.select(count) === 'one' ? one : many)
  const counted: Counted = (count, one, many) => `${count.toLocaleString(locale)} ${form(count, one, many)}`
  return Object.assign(counted, { form })
}
