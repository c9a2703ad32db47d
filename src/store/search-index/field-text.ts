import { forEachHyphenated } from '../../domain/text/hyphens.ts'
import { type Token, type WordForm, wordForms, words } from '../../domain/text/words.ts'
import type { SearchDocument } from './document.ts'

/** The words of one text of a document. */
export interface FieldText {
  readonly tokens: readonly Token[]
  /** Words with a hyphen as one: each stands alone behind the text, since in a phrase a word is meant as typed. */
  readonly hyphenated: readonly WordForm[]
}

export function fieldText(text: string, language: string | null): FieldText {
  const hyphenated: WordForm[] = []
  const formOf = wordForms(language)
  forEachHyphenated(text, (_, __, joined) => hyphenated.push(formOf(joined)))
  return { tokens: words(text, language), hyphenated }
}

/** Summary and content; one text where the content begins with the summary: what stands in both must not count twice. */
export function bodyTexts({ content, summary }: SearchDocument, chars: number): string[] {
  const whole = content.slice(0, chars)
  return continues(whole, summary.replace(/\s*(…|\.\.\.)$/, '')) ? [whole] : [summary, whole]
}

/** The first words of several texts, `most` of them together. */
export function cutWords(texts: readonly FieldText[], most: number): FieldText[] {
  let left = most
  return texts.map(({ tokens, hyphenated }) => {
    const kept = tokens.slice(0, left)
    left -= kept.length
    return { tokens: kept, hyphenated }
  })
}

/** Whether a text begins with another, white space aside: summaries are one line. */
function continues(text: string, start: string): boolean {
  let at = 0
  for (const word of start.split(/\s+/)) {
    while (/\s/.test(text.charAt(at))) at += 1
    if (!text.startsWith(word, at)) return false
    at += word.length
  }
  return true
}
