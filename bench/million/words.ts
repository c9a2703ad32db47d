/**
 * Invented words of several languages that follow Zipf's law: the word of rank r is drawn about once in
 * r · ln(300,000) words. Frequent words are short. The first ones are real function words of the language.
 */
const VOCABULARY = 300_000
const HAN_CHARACTERS = 3_000
const HAN_FIRST = 0x4e00

/** In the order of their frequency. */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: 'the of and to in a is that for on with as it was at by from his be has are an its will they after not',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er',
  fr: 'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont',
  es: 'de la que el en y a los del se las por un para con no una su al es lo como más pero sus le',
  it: 'di e che la il un a è per in una sono non con si da del le dei come al ha gli della alla nel',
}

const ONSETS = 'b c d f g h j k l m n p r s t v w z br st'.split(' ')
const VOWELS = 'a e i o u'.split(' ')
const SYLLABLES = ONSETS.flatMap((onset) => VOWELS.map((vowel) => onset + vowel))

/** The languages with an alphabet. Each has its own words. */
const LETTER_LANGUAGES = Object.keys(FUNCTION_WORDS)
const ENDINGS: Readonly<Record<string, readonly string[]>> = { en: ['s', 'ed', 'ing'], de: ['en', 'e'] }

/** Share of rarer words that get an inflection. */
const INFLECTED = 0.12
/** No function word has this rank or a higher one. */
const FIRST_CONTENT_RANK = 60

/** Draws words of one language. */
export interface Language {
  readonly code: string
  /** @param rank 1 is the most frequent */
  word(rank: number): string
  /** @returns a rank by Zipf's law, not below `least` */
  rank(random: () => number, least?: number): number
  /** Joins words to a text, some of them inflected. */
  text(ranks: Iterable<number>, random: () => number): string
}

export function languageOf(code: string): Language {
  return code === 'zh' ? hanLanguage() : letterLanguage(code)
}

/** Draws the rank of a content word. */
export function contentRank(language: Language, random: () => number): number {
  return language.rank(random, FIRST_CONTENT_RANK)
}

function letterLanguage(code: string): Language {
  const frequent = (FUNCTION_WORDS[code] ?? FUNCTION_WORDS['en'] ?? '').split(' ')
  const place = Math.max(0, LETTER_LANGUAGES.indexOf(code))
  const words: (string | undefined)[] = []
  const endings = ENDINGS[code] ?? ['s']
  const word = (rank: number): string =>
    (words[rank] ??= frequent[rank - 1] ?? syllables(rank * LETTER_LANGUAGES.length + place))
  return {
    code,
    word,
    rank: zipf(VOCABULARY),
    text: (ranks, random) => {
      let text = ''
      for (const rank of ranks) {
        const inflected = rank > FIRST_CONTENT_RANK && random() < INFLECTED
        const ending = inflected ? (endings[Math.floor(random() * endings.length)] ?? '') : ''
        text += (text === '' ? '' : ' ') + word(rank) + ending
      }
      return text
    },
  }
}

/** A word is two characters; texts have no spaces, and a comma after every dozen words. */
function hanLanguage(): Language {
  const word = (rank: number): string =>
    String.fromCharCode(
      HAN_FIRST + (rank % HAN_CHARACTERS),
      HAN_FIRST + ((Math.imul(rank, 7_919) >>> 0) % HAN_CHARACTERS),
    )
  return {
    code: 'zh',
    word,
    rank: zipf(VOCABULARY / 4),
    text: (ranks) => {
      let text = ''
      let count = 0
      for (const rank of ranks) {
        count += 1
        text += word(rank) + (count % 12 === 0 ? '，' : '')
      }
      return text
    },
  }
}

/** The distribution function of 1/r is about ln(r + 1) / ln(size + 1). */
function zipf(size: number): Language['rank'] {
  const whole = Math.log(size + 1)
  return (random, least = 1) => {
    const low = Math.log(least)
    return Math.min(size, Math.floor(Math.exp(low + random() * (whole - low))))
  }
}

/** Different numbers give different words; larger ones give longer words. */
function syllables(number: number): string {
  let word = ''
  // Digits from 1: a word has no leading zero that would make it equal to a shorter one.
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / SYLLABLES.length))
    word += SYLLABLES[(rest - 1) % SYLLABLES.length] ?? ''
  return word
}
