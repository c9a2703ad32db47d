import type { SearchField } from '../../domain/search.ts'

/** The texts of an item that words are found in; the body is its summary and its content. */
export type TextField = 'title' | 'labels' | 'body' | 'author'

/**
 * Where a field's words stand in an item's one row of positions: so a position tells its field, and no phrase
 * reaches from one field into the next. What most items have comes first, where a position takes one byte.
 */
interface FieldPlace {
  readonly field: TextField
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

const TITLE: FieldPlace = { field: 'title', first: 0, end: 39 }
const LABELS: FieldPlace = { field: 'labels', first: 40, end: 60 }
const BODY: FieldPlace = { field: 'body', first: 61, end: 59_000 }
/** For titles of scripts whose every character is a position. */
const LONG_TITLE: FieldPlace = { field: 'title', first: 59_001, end: 61_000 }
const MANY_LABELS: FieldPlace = { field: 'labels', first: 61_001, end: 63_000 }
const AUTHOR: FieldPlace = { field: 'author', first: 63_001, end: 65_000 }

/** Where a field of `words` words goes. */
export function placeOf(field: TextField, words: number): FieldPlace {
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
  readonly closeness: {
    /** Exponent of the part of the query's rarity that an item has. */
    readonly coordination: number
    /** For words side by side as in the query, times the rarity of the less telling one. */
    readonly pairs: number
    /** For an item of the time when most of the best answers were published. */
    readonly event: number
    /** For an item of the month that the query names. */
    readonly month: number
  }
  /** What is learned from the best answers of a sentence or a relaxed query. */
  readonly feedback: {
    /** How many answers; 0 turns it off. */
    readonly documents: number
    readonly words: number
    /** What all those words count together, over all words of the query. */
    readonly weight: number
  }
  /** What answers of such a query that tell the same do for each other. */
  readonly support: {
    /** How many of the best. */
    readonly answers: number
    /** How many others each is held against: those most like it. */
    readonly alike: number
    /** How much their worth counts, 0..1: what remains is an answer's own. */
    readonly weight: number
  }
}

export interface PriorTuning {
  /** What the oldest items count beside the newest, 0..1. */
  readonly floor: number
  /** What twice as many publishers that tell the story add, >= 0. */
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
  closeness: { coordination: 0.3, pairs: 0.3, event: 0.25, month: 0.5 },
  feedback: { documents: 10, words: 25, weight: 0.2 },
  support: { answers: 30, alike: 5, weight: 0.5 },
}
