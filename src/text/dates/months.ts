/** Languages other than English whose names of months and days occur in feeds. */
export const LANGUAGES =
  'de fr es pt it nl sv nb da fi pl cs sk sl hr sr ro hu tr ru uk bg el ca eu et lv lt is id vi sq mk he fa ar hi'.split(
    ' ',
  )

const ENGLISH: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  apr: 4,
  may: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  sept: 9,
  oct: 10,
  nov: 11,
  dec: 12,
  january: 1,
  february: 2,
  march: 3,
  april: 4,
  june: 6,
  july: 7,
  august: 8,
  september: 9,
  october: 10,
  november: 11,
  december: 12,
}

const ENGLISH_DAYS: Readonly<Record<string, number>> = {
  sun: 0,
  mon: 1,
  tue: 2,
  tues: 2,
  wed: 3,
  weds: 3,
  thu: 4,
  thur: 4,
  thurs: 4,
  fri: 5,
  sat: 6,
  sunday: 0,
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
}

/** German, Dutch, Romanian and Indonesian short names that servers write and the runtime does not know. */
const OTHERS: readonly [string, number][] = [
  ['mrz', 3],
  ['maa', 3],
  ['noi', 11],
  ['agt', 8],
  ['ags', 8],
]

/** The names of months in the languages that were read so far. */
const months = new Map<string, number>(OTHERS)
const days = new Map<string, number>()
let languagesRead = 0

/** Gives 1..12. English is tried first, then the other languages in the order of `LANGUAGES`. */
export function monthNumber(word: string): number | undefined {
  const key = foldWord(word)
  const english = Object.hasOwn(ENGLISH, key) ? ENGLISH[key] : undefined
  return english ?? (Object.hasOwn(ENGLISH_DAYS, key) ? undefined : findInLanguages(months, key))
}

/** Gives 0 for Sunday to 6. A word may be a day in one language and a month in another, for example `mar`. */
export function weekdayNumber(word: string): number | undefined {
  const key = foldWord(word)
  return (Object.hasOwn(ENGLISH_DAYS, key) ? ENGLISH_DAYS[key] : undefined) ?? findInLanguages(days, key)
}

/** Removes case, accents and dots: `Déc.` gives `dec`. */
function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase()
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
    forEachMonthName(language, width, (name, month) => {
      addName(months, name, month + 1)
      // Servers in Russia and Ukraine write the first three letters: `ноя`, `жов`.
      if (/^\p{Script=Cyrillic}{4}/u.test(name)) addName(months, name.slice(0, 3), month + 1)
    })
    const dated = new Intl.DateTimeFormat(language, {
      timeZone: 'UTC',
      calendar: 'gregory',
      day: 'numeric',
      month: width,
      weekday: width,
    })
    for (let day = 0; day < 7; day++) {
      const at = Date.UTC(2024, 0, 7 + day) // the 7th was a Sunday
      addName(days, dated.formatToParts(at).find(({ type }) => type === 'weekday')?.value, day)
    }
  }
}

function addName(names: Map<string, number>, name: string | undefined, value: number): void {
  const key = foldWord(name ?? '')
  if (/^\p{L}+$/u.test(key) && !names.has(key)) names.set(key, value)
}

/**
 * Visits the names of months in the runtime's language data. Each month has its name alone and its name
 * beside a day, which many languages inflect (июль, but 13 июля). Names are not folded and may repeat.
 *
 * @param visit gets each name and its month, 0 for January
 */
function forEachMonthName(
  language: string,
  width: 'long' | 'short',
  visit: (name: string, month: number) => void,
): void {
  const options = { timeZone: 'UTC', calendar: 'gregory', month: width } as const
  const alone = new Intl.DateTimeFormat(language, options)
  const dated = new Intl.DateTimeFormat(language, { ...options, day: 'numeric', weekday: width })
  for (let month = 0; month < 12; month += 1) {
    const day = Date.UTC(2024, month, 15)
    for (const format of [alone, dated]) {
      const name = format.formatToParts(day).find(({ type }) => type === 'month')?.value
      if (name !== undefined) visit(name, month)
    }
  }
}
