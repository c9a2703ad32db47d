import type { SearchField } from '../../model/search.ts'
import { forEachHyphenated } from '../../text/hyphens.ts'
import { type Token, type WordForm, wordForms, words } from '../../text/words.ts'
import type { SearchDocument } from '../../store/search-source.ts'

/** The texts of an item that words are found in; the body is its summary and its content. */
export type TextField = 'title' | 'labels' | 'body' | 'author'

/**
 * Where a field's words stand in an item's one row of positions: so a position tells its field, and no phrase
 * reaches from one field into the next. What most items have comes first, where a position takes one byte.
 */
interface FieldRange {
  readonly field: TextField
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

const TITLE: FieldRange = { field: 'title', first: 0, end: 39 }
const LABELS: FieldRange = { field: 'labels', first: 40, end: 60 }
const BODY: FieldRange = { field: 'body', first: 61, end: 59_000 }
/** For titles of scripts whose every character is a position. */
const LONG_TITLE: FieldRange = { field: 'title', first: 59_001, end: 61_000 }
const MANY_LABELS: FieldRange = { field: 'labels', first: 61_001, end: 63_000 }
const AUTHOR: FieldRange = { field: 'author', first: 63_001, end: 65_000 }

/** Where a field of `words` words goes. */
export function fieldRange(field: TextField, words: number): FieldRange {
  switch (field) {
    case 'title':
      return words <= TITLE.end ? TITLE : LONG_TITLE
    case 'labels':
      return words <= LABELS.end - LABELS.first ? LABELS : MANY_LABELS
    case 'body':
      return BODY
    case 'author':
      return AUTHOR
  }
}

/** Which field a position is in. */
export function fieldAt(position: number): TextField {
  if (position < LABELS.first) return 'title'
  if (position < BODY.first) return 'labels'
  if (position <= BODY.end) return 'body'
  if (position <= LONG_TITLE.end) return 'title'
  return position <= MANY_LABELS.end ? 'labels' : 'author'
}

/** Fields of the query language that words are found in; the others name an item's properties. */
export type WordField = Extract<SearchField, 'title' | 'author'>

export function isWordField(field: SearchField | undefined): field is WordField | undefined {
  return field === undefined || field === 'title' || field === 'author'
}

/** How much a word counts, by where and how often it stands; docs/search.md tells how these were chosen. */
export interface Tuning {
  readonly weights: Readonly<Record<TextField, number>>
  /** Words of a usual title, and of a usual summary with its content: a word in a shorter text counts more. */
  readonly usualWords: { readonly title: number; readonly body: number }
  /** How much that length matters, 0..1. */
  readonly lengthShare: { readonly title: number; readonly body: number }
  /** Occurrences, weighted, at which a word counts half of what it can. */
  readonly saturation: number
  /** Of a pair of characters that only happen to meet, across the border of two words. */
  readonly acrossWords: number
  /** For the word as typed, over its other forms. */
  readonly exactForm: number
  /** For a title with all the query's words in their order. */
  readonly titlePhrase: number
  /** What items count for what they are, whatever is asked. */
  readonly prior: {
    /** For some words: who types them looks for what is told now, and by many. */
    readonly words: PriorTuning
    /** For a sentence, or in a relaxed search: it names one event or matter, whenever that was. */
    readonly sentence: PriorTuning
  }
  /** Among the best answers of a sentence. */
  readonly proximity: {
    /** Exponent of the part of the query's rarity that an item has. */
    readonly coordination: number
    /** For words side by side as in the query, times the rarity of the less telling one. */
    readonly pairs: number
    /** For an item of the time when most of the best answers were published. */
    readonly event: number
    /** For an item of the month that the query names. */
    readonly month: number
  }
  /** Pseudo-relevance feedback from the best hits of a sentence or a relaxed query. */
  readonly relevanceFeedback: {
    /** Hits whose words are used; 0 turns it off. */
    readonly documents: number
    /** Words that are added to the query. */
    readonly words: number
    /** The weight of the added words together, as a share of the weight of the query's words. */
    readonly weight: number
  }
  /** Score regularization of the best hits of a sentence or a relaxed query. */
  readonly regularization: {
    /** How many of the best hits are ordered anew. */
    readonly hits: number
    /** How many of its nearest hits each is compared with. */
    readonly neighbours: number
    /** The weight of the neighbours' score, 0..1; the rest is the hit's own. */
    readonly weight: number
  }
}

export interface PriorTuning {
  /** What the oldest items count beside the newest, 0..1. */
  readonly floor: number
  /** What twice as many publishers that report the story add, >= 0. */
  readonly doubling: number
}

export const TUNING: Tuning = {
  weights: { title: 4, labels: 1, body: 1, author: 1 },
  usualWords: { title: 10, body: 60 },
  lengthShare: { title: 0.5, body: 0.75 },
  saturation: 1.8,
  acrossWords: 0.5,
  exactForm: 1.3,
  titlePhrase: 1.5,
  prior: { words: { floor: 0.5, doubling: 0.1 }, sentence: { floor: 0.95, doubling: 0.01 } },
  proximity: { coordination: 0.3, pairs: 0.3, event: 0.25, month: 0.5 },
  relevanceFeedback: { documents: 10, words: 25, weight: 0.2 },
  regularization: { hits: 30, neighbours: 5, weight: 0.5 },
}

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
