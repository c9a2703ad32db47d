import type { SearchField } from '../../domain/search.ts'

/** The texts of an item that words are found in. */
export type TextField = 'title' | 'summary' | 'labels' | 'author' | 'content'

/**
 * Where a field's words stand in an item's one row of positions: so a position tells its field, and no phrase
 * reaches from one field into the next. Title and summary come first, where a position takes one byte.
 */
interface FieldPlace {
  readonly field: TextField
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

const TITLE: FieldPlace = { field: 'title', first: 0, end: 40 }
/** For titles of scripts whose every character is a position. */
const LONG_TITLE: FieldPlace = { field: 'title', first: 60_000, end: 65_000 }
const SUMMARY: FieldPlace = { field: 'summary', first: 41, end: 600 }
const LABELS: FieldPlace = { field: 'labels', first: 601, end: 1_000 }
const AUTHOR: FieldPlace = { field: 'author', first: 1_001, end: 1_100 }
const CONTENT: FieldPlace = { field: 'content', first: 1_101, end: 59_000 }

/** Where a field of `words` words goes; the title's gap is why 39 fit. */
export function placeOf(field: TextField, words: number): FieldPlace {
  switch (field) {
    case 'title':
      return words < TITLE.end ? TITLE : LONG_TITLE
    case 'summary':
      return SUMMARY
    case 'labels':
      return LABELS
    case 'author':
      return AUTHOR
    case 'content':
      return CONTENT
  }
}

/** Which field a position is in. */
export function fieldAt(position: number): TextField {
  if (position < TITLE.end || position >= LONG_TITLE.first) return 'title'
  if (position < SUMMARY.end) return 'summary'
  if (position < LABELS.end) return 'labels'
  return position < AUTHOR.end ? 'author' : 'content'
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
  /** What is learned from the best answers of a relaxed query. */
  readonly feedback: {
    /** How many answers; 0 turns it off. */
    readonly documents: number
    readonly words: number
    /** What all those words count together, over all words of the query. */
    readonly weight: number
  }
}

export const TUNING: Tuning = {
  weights: { title: 4, summary: 1, labels: 1, author: 1, content: 1 },
  usualWords: { title: 10, body: 120 },
  lengthShare: { title: 0.5, body: 0.75 },
  saturation: 1.8,
  acrossWords: 0.5,
  exactForm: 1.3,
  titlePhrase: 1.5,
  feedback: { documents: 10, words: 25, weight: 0.4 },
}
