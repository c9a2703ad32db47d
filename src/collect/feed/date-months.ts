/** Languages whose names of months and days feeds write out, beside English. */
const LANGUAGES =
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

interface Calendar {
  readonly months: ReadonlyMap<string, number>
  readonly days: ReadonlyMap<string, number>
}

/** 1..12; English first, then whatever language knows the word. */
export function monthNumber(word: string): number | undefined {
  const key = foldWord(word)
  return (Object.hasOwn(ENGLISH, key) ? ENGLISH[key] : undefined) ?? calendar().months.get(key)
}

/** 0 for Sunday to 6. */
export function weekdayNumber(word: string): number | undefined {
  const key = foldWord(word)
  return (Object.hasOwn(ENGLISH_DAYS, key) ? ENGLISH_DAYS[key] : undefined) ?? calendar().days.get(key)
}

/** Lower case, without accents and dots: `Déc.` and `dec` are the same word. */
function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase()
}

let known: Calendar | undefined

/** Made from the runtime's own language data, and only when a feed writes a word that English lacks. */
function calendar(): Calendar {
  known ??= readCalendar()
  return known
}

function readCalendar(): Calendar {
  const months = new Map<string, number>()
  const days = new Map<string, number>()
  const learn = (names: Map<string, number>, name: string | undefined, value: number): void => {
    const key = foldWord(name ?? '')
    if (/^\p{L}+$/u.test(key) && !names.has(key)) names.set(key, value)
  }
  for (const language of LANGUAGES) {
    for (const width of ['long', 'short'] as const) {
      const alone = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC', calendar: 'gregory' })
      // Beside a day many languages bend the name: июль, but 13 июля.
      const dated = new Intl.DateTimeFormat(language, {
        day: 'numeric',
        month: width,
        weekday: width,
        timeZone: 'UTC',
        calendar: 'gregory',
      })
      for (let month = 0; month < 12; month++) {
        const at = Date.UTC(2024, month, 15)
        for (const format of [alone, dated]) learn(months, monthPart(format, at), month + 1)
      }
      for (let day = 0; day < 7; day++) {
        const parts = dated.formatToParts(Date.UTC(2024, 0, 7 + day)) // a Sunday
        learn(days, parts.find((part) => part.type === 'weekday')?.value, day)
      }
    }
  }
  return { months, days }
}

function monthPart(format: Intl.DateTimeFormat, at: number): string | undefined {
  return format.formatToParts(at).find((part) => part.type === 'month')?.value
}
