import type { SearchField } from '../../model/search.ts'
import type { SearchDocument } from '../../store/search-source.ts'
import { forEachHyphenated } from '../../text/hyphens.ts'
import { type Token, type WordForm, wordForms, words } from '../../text/words.ts'

/** The indexed texts of an item; the body is its summary and its content. */
export type TextField = 'title' | 'labels' | 'body' | 'author'

/**
 * The positions of a field's words. All fields of an item share one sequence of positions, so a position
 * determines its field, and phrases do not match across fields. Fields that most items have come first, where
 * a position takes one byte.
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

/** The positions for a field of `words` words. */
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

/** Fields of the query language that contain words; the others are properties of an item. */
export type WordField = Extract<SearchField, 'title' | 'author'>

export function isWordField(field: SearchField | undefined): field is WordField | undefined {
  return field === undefined || field === 'title' || field === 'author'
}

/** Weights of a word by field and frequency; docs/search.md explains how they were chosen. */
export interface Tuning {
  readonly weights: Readonly<Record<TextField, number>>
  /** Words of a usual title, and of a usual summary with its content: a word in a shorter text counts more. */
  readonly usualWords: { readonly title: number; readonly body: number }
  /** How much that length matters, 0..1. */
  readonly lengthShare: { readonly title: number; readonly body: number }
  /** Weighted occurrences at which a word reaches half of its maximum. */
  readonly saturation: number
  /** Weight of a pair of characters across the border of two words. */
  readonly acrossWords: number
  /** For the word as typed, over its other forms. */
  readonly exactForm: number
  /** For a title with all the query's words in their order. */
  readonly titlePhrase: number
  /** The query-independent factors of items. */
  readonly prior: {
    /** For a query of some words: people want recent, widely reported items. */
    readonly words: PriorTuning
    /** For a sentence, or in a relaxed search: it names one event, at any time. */
    readonly sentence: PriorTuning
  }
  /** For reranking the best hits of a sentence. */
  readonly proximity: {
    /** Exponent of the share of the query's idf that an item has. */
    readonly coordination: number
    /** For words side by side as in the query, times the smaller idf of the two. */
    readonly pairs: number
    /** For an item of the time when most of the best hits were published. */
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
  /** Factor of the oldest items; that of the newest is 1. 0..1. */
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

/** Summary and content; only the content if it begins with the summary, so that no word counts twice. */
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
