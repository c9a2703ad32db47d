import { countEach } from '../../model/group-by.ts'

/**
 * Frequent short words of some languages. A word may belong to several languages and then counts for each.
 */
export const COMMON_WORDS: Readonly<Record<string, string>> = {
  en: 'the of and to for on with is at by as from after over his her its was be has have are will that this how why what who new says said but not it an',
  de: 'der die das und den von zu mit ist auf für im dem nicht ein eine als auch nach bei aus wird sich wie über vor zum zur sind hat werden einen einem einer gegen',
  fr: 'le la les des et du une un est pour dans par sur au aux avec qui que plus ce sont son ses pas sa leur après entre cette mais comme être',
  es: 'el la los las de del y en que un una por con para es su se al como más sus lo sobre pero este entre fue tras según han hasta',
  it: 'il lo la gli di che e è per un una con del della dei delle da non sono nel nella al alla si ha più anche come dal dalla ai dopo',
  pt: 'o os as da do das dos e em que um uma para com não por na no nas mais ao se foi após sobre é são à pelo pela como seu sua',
  nl: 'de het een van en in op te met voor is dat zijn niet aan bij ook door naar uit maar over nog wordt worden na om tot deze heeft',
  sv: 'och att det som är för på av med till den inte om ett har från var kan vid efter så men nu ska under mot hur',
}

const LANGUAGES_OF: ReadonlyMap<string, readonly string[]> = languagesByWord()

/** A text is certain with at least this many words of a language and twice as many as of any other. */
const MIN_WORDS = 3

/** Letters of only one language. Its texts may contain Latin words too, such as names. */
const OWN_LETTERS: Readonly<Record<string, RegExp>> = { ja: /[\u3041-\u30fa]/g, ko: /[\uac00-\ud7af]/g }
const LATIN_WORDS = /[a-z]+/gi
const LETTERS = /\p{L}/gu
const OTHER_LETTERS = /[^\P{L}\p{Script=Latin}]/gu

/**
 * Whether a text is certainly in a language, by its frequent words or letters. The detector takes 5 times as long, and
 * is not needed for texts in the expected language.
 *
 * @returns `false` in case of doubt, and for languages without a word list
 */
export function isPlainly(language: string, text: string): boolean {
  const letters = OWN_LETTERS[language]
  if (letters !== undefined)
    return (text.match(letters)?.length ?? 0) > (text.match(LATIN_WORDS)?.length ?? 0)
  if (!(language in COMMON_WORDS) || !isLatin(text)) return false
  const counts = countEach(wordsOf(text).flatMap((word) => LANGUAGES_OF.get(word) ?? []))
  const own = counts.get(language) ?? 0
  if (own < MIN_WORDS) return false
  for (const [other, count] of counts) if (other !== language && 2 * count > own) return false
  return true
}

/** Whether most letters are Latin: a Japanese text may quote a sentence of English. */
function isLatin(text: string): boolean {
  const others = text.match(OTHER_LETTERS)?.length ?? 0
  return others === 0 || 2 * others < (text.match(LETTERS)?.length ?? 0)
}

/** Whether a text has a frequent word of one language that the other lacks. */
export function hasOwnWord(text: string, language: string, other: string): boolean {
  return wordsOf(text).some((word) => {
    const languages = LANGUAGES_OF.get(word) ?? []
    return languages.includes(language) && !languages.includes(other)
  })
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^a-zà-öø-ÿ]+/)
}

function languagesByWord(): Map<string, string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, words] of Object.entries(COMMON_WORDS)) {
    for (const word of words.split(' ')) languages.set(word, [...(languages.get(word) ?? []), language])
  }
  return languages
}
