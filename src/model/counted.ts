/** A number of things, in words: `1 item`, `2 items`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** Writes a number with its unit: `1 source`, `1,234 sources`. */
export type Counted = (count: number, one: string, many: string) => string

/** Writes numbers as a language does, and chooses the form that it uses with them: French says `0 source`. */
export function countedIn(locale: string): Counted & { readonly form: Counted } {
  const plural = new Intl.PluralRules(locale)
  const form: Counted = (count, one, many) => (plural.select(count) === 'one' ? one : many)
  const counted: Counted = (count, one, many) => `${count.toLocaleString(locale)} ${form(count, one, many)}`
  return Object.assign(counted, { form })
}
