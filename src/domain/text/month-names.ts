/**
 * Names of the months in a language, by the runtime's own data: each as it stands alone, and as beside a day, where
 * many languages bend it (июль, but 13 июля). Neither folded nor each once.
 *
 * @param tell told of each name, and of its month, 0 for January
 */
export function forEachMonthName(
  language: string,
  width: 'long' | 'short',
  tell: (name: string, month: number) => void,
): void {
  const options = { timeZone: 'UTC', calendar: 'gregory', month: width } as const
  const alone = new Intl.DateTimeFormat(language, options)
  const dated = new Intl.DateTimeFormat(language, { ...options, day: 'numeric', weekday: width })
  for (let month = 0; month < 12; month += 1) {
    const day = Date.UTC(2024, month, 15)
    for (const format of [alone, dated]) {
      const name = format.formatToParts(day).find(({ type }) => type === 'month')?.value
      if (name !== undefined) tell(name, month)
    }
  }
}
