/** Languages other than English whose names of months and days occur in feeds. */
export const LANGUAGES =
  'de fr es pt it nl sv nb da fi pl cs sk sl hr sr ro hu tr ru uk bg el ca eu et lv lt is id vi sq mk he fa ar ar-MA ar-LB hi th bn ur ka hy az ms ta'.split(
    ' ',
  )

/** Numbers the words of a list. Spellings of one word are separated by `|`. */
function numbered(list: string, first: number): ReadonlyMap<string, number> {
  return new Map(
    list
      .split(' ')
      .flatMap((spellings, at) => spellings.split('|').map((name) => [name, first + at] as const)),
  )
}

export const ENGLISH_MONTHS = numbered(
  'jan|january feb|february mar|march apr|april may jun|june jul|july aug|august sep|sept|september oct|october nov|november dec|december',
  1,
)

const ENGLISH_DAYS = numbered(
  'sun|sunday mon|monday tue|tues|tuesday wed|weds|wednesday thu|thur|thurs|thursday fri|friday sat|saturday',
  0,
)

/** Short names in German, Dutch, Romanian and Indonesian that servers write and the runtime lacks. */
const OTHERS: readonly [string, number][] = [
  ['mrz', 3],
  ['maa', 3],
  ['noi', 11],
  ['agt', 8],
  ['ags', 8],
]

/** Names of months in the languages loaded so far. */
const months = new Map<string, number>(OTHERS)
const days = new Map<string, number>()
let languagesRead = 0

/** Gives 1..12. English is tried first, then the other languages in the order of `LANGUAGES`. */
export function monthNumber(word: string): number | undefined {
  const key = foldWord(word)
  return ENGLISH_MONTHS.get(key) ?? (ENGLISH_DAYS.has(key) ? undefined : findInLanguages(months, key))
}

/** Gives 0 for Sunday to 6. A word may be a day in one language and a month in another, for example `mar`. */
export function weekdayNumber(word: string): number | undefined {
  const key = foldWord(word)
  return ENGLISH_DAYS.get(key) ?? findInLanguages(days, key)
}

/** Removes case, accents and dots: `Déc.` gives `dec`. */
function foldWord(word: string): string {
  return (
    word
      .normalize('NFD')
      // Thai vowels are marks too, and distinguish มี.ค. from ม.ค.
      .replace(/[\u0300-\u036f.]/g, '')
      .toLowerCase()
  )
}

/**
 * Looks a word up in one language after another. A language is read from the runtime's data only if the
 * earlier ones do not have the word: reading takes milliseconds, and most feeds use English.
 */
function findInLanguages(names: ReadonlyMap<string, number>, key: string): number | undefined {
  for (;;) {
    const value = names.get(key)
    const language = LANGUAGES[languagesRead]
    if (value !== undefined || language === undefined) return value
    readLanguage(language)
    languagesRead++
  }
}

function readLanguage(language: string): void {
  for (const width of ['long', 'short'] as const) {
    const options = { timeZone: 'UTC', calendar: 'gregory', month: width } as const
    const alone = new Intl.DateTimeFormat(language, options)
    // Many languages inflect the name beside a day: июль, but 13 июля.
    const dated = new Intl.DateTimeFormat(language, { ...options, day: 'numeric', weekday: width })
    for (let month = 0; month < 12; month++) {
      for (const format of [alone, dated]) {
        const name = partOf(format, Date.UTC(2024, month, 15), 'month')
        addName(months, name, month + 1)
        // Servers in Russia and Ukraine write the first three letters: `ноя`, `жов`.
        if (/^\p{Script=Cyrillic}{4}/u.test(name)) addName(months, name.slice(0, 3), month + 1)
      }
    }
    // 7 January 2024 was a Sunday.
    for (let day = 0; day < 7; day++) addName(days, partOf(dated, Date.UTC(2024, 0, 7 + day), 'weekday'), day)
  }
}

function partOf(format: Intl.DateTimeFormat, at: number, part: 'month' | 'weekday'): string {
  return format.formatToParts(at).find(({ type }) => type === part)?.value ?? ''
}

function addName(names: Map<string, number>, name: string, value: number): void {
  // تشرين الثاني
  const key = foldWord(name).replace(' ', '')
  if (/^\p{L}[\p{L}\p{M}]*$/u.test(key) && !names.has(key)) names.set(key, value)
}
