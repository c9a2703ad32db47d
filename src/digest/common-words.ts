import { COMMON_WORDS } from '../domain/text/common-words.ts'

const LANGUAGES_OF: ReadonlyMap<string, readonly string[]> = languagesByWord()

/** This many words of a language, and twice as many as of any other, leave no doubt. */
const ENOUGH = 3

/**
 * Says whether a text is plainly in a language, by its most frequent words alone. For texts in the language
 * that was expected this saves asking the detector, which costs five times as much.
 *
 * @returns `false` where there is any doubt, also for languages without a word list
 */
export function isPlainly(language: string, text: string): boolean {
  if (language === 'zh' || language === 'ja' || language === 'ko') return isInScriptOf(language, text)
  if (!(language in COMMON_WORDS)) return false
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().split(/[^a-zà-öø-ÿ]+/)) {
    for (const one of LANGUAGES_OF.get(word) ?? []) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  const own = counts.get(language) ?? 0
  if (own < ENOUGH) return false
  for (const [other, count] of counts) if (other !== language && 2 * count > own) return false
  return true
}

/** Characters of the script that leave no doubt. */
const ENOUGH_DENSE = 8
const KANA = /[\u3041-\u30fa]/g
const HANGUL = /[\uac00-\ud7a3]/g
const HAN = /[\u3400-\u9fff]/g

/** Kana are Japanese, Hangul Korean, Han without either Chinese; Latin letters among them are names. */
function isInScriptOf(language: 'zh' | 'ja' | 'ko', text: string): boolean {
  const kana = text.match(KANA)?.length ?? 0
  const hangul = text.match(HANGUL)?.length ?? 0
  const han = text.match(HAN)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  if (kana + hangul + han < Math.max(ENOUGH_DENSE, latin)) return false
  if (language === 'ja') return kana >= ENOUGH && hangul === 0
  return language === 'ko' ? hangul >= ENOUGH_DENSE && kana === 0 : kana + hangul === 0
}

function languagesByWord(): Map<string, string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, words] of Object.entries(COMMON_WORDS)) {
    for (const word of words.split(' ')) languages.set(word, [...(languages.get(word) ?? []), language])
  }
  return languages
}
