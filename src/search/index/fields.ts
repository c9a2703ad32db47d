import type { HitParts } from '../../model/hit-parts.ts'
import type { SearchField } from '../../model/search.ts'
import type { SearchDocument } from '../../store/search-source.ts'

/** The indexed fields of an item. `text` is its summary and content. */
export type TextField = HitParts['words'][number]['fields'][number]

/**
 * Positions of a field's words. All fields of an item share one sequence of positions: a position determines its field,
 * and phrases do not match across fields. Fields of most items come first, where a position takes one byte.
 */
interface FieldRange {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

const TITLE: FieldRange = { first: 0, end: 39 }
const LABELS: FieldRange = { first: 40, end: 60 }
const TEXT: FieldRange = { first: 61, end: 59_000 }
/** For long titles in scripts with one position per character. */
const LONG_TITLE: FieldRange = { first: 59_001, end: 61_000 }
const MANY_LABELS: FieldRange = { first: 61_001, end: 63_000 }
const AUTHOR: FieldRange = { first: 63_001, end: 65_000 }

/** The positions for a field of `words` words. */
export function fieldRange(field: TextField, words: number): FieldRange {
  switch (field) {
    case 'title':
      return words <= TITLE.end ? TITLE : LONG_TITLE
    case 'labels':
      return words <= LABELS.end - LABELS.first ? LABELS : MANY_LABELS
    case 'text':
      return TEXT
    case 'author':
      return AUTHOR
  }
}

export function fieldAt(position: number): TextField {
  if (position < LABELS.first) return 'title'
  if (position < TEXT.first) return 'labels'
  if (position <= TEXT.end) return 'text'
  if (position <= LONG_TITLE.end) return 'title'
  return position <= MANY_LABELS.end ? 'labels' : 'author'
}

/** Fields of the query language that contain words. The others are properties of an item. */
export type WordField = Extract<SearchField, 'title' | 'author'>

export function isWordField(field: SearchField | undefined): field is WordField | undefined {
  return field === undefined || field === 'title' || field === 'author'
}

/** Parameters of the ranking. docs/search.md explains how they were chosen. */
export interface Tuning {
  readonly weights: Readonly<Record<TextField, number>>
  /** Usual number of words of a title and of a text. A word in a shorter text counts more. */
  readonly usualWords: { readonly title: number; readonly text: number }
  /** Strength of the length normalisation, 0..1 (b of BM25). */
  readonly lengthShare: { readonly title: number; readonly text: number }
  /** Weighted occurrences at which a word reaches 50 % of its maximum (k1 of BM25). */
  readonly saturation: number
  /** Weight of a pair of characters across two adjacent words. */
  readonly acrossWords: number
  /** Factor for the word as typed, relative to its inflections. */
  readonly exactForm: number
  /** Factor for a title with all words of the query in order. */
  readonly titlePhrase: number
  /** Factor for a title with exactly the words of the query. It outweighs any age and any text of another item. */
  readonly exactTitle: number
  /** The query-independent factors of items. */
  readonly prior: {
    /** For one word: readers want recent, widely reported items. Between one and four words it is interpolated. */
    readonly word: PriorTuning
    /** For four words or more, or a relaxed search, which name one event at any time. */
    readonly sentence: PriorTuning
  }
  /** Exponent of the share of the query's idf that an item has. For reranking the best hits of a sentence. */
  readonly coordination: number
  /** Score regularization of the best hits of a sentence or a relaxed query. */
  readonly regularization: {
    /** Number of nearest hits that each hit is compared with. */
    readonly neighbours: number
    /** Weight of the neighbours' mean score, 0..1. The rest is the weight of the hit's own score. */
    readonly weight: number
  }
}

export interface PriorTuning {
  /** Factor of the oldest items, 0..1. The factor of the newest is 1. */
  readonly floor: number
  /** Added to the factor per doubling of the story's coverage, >= 0. */
  readonly doubling: number
}

export const TUNING: Tuning = {
  weights: { title: 4, labels: 1, text: 1, author: 1 },
  usualWords: { title: 10, text: 60 },
  lengthShare: { title: 0.5, text: 0.75 },
  saturation: 1.8,
  acrossWords: 0.5,
  exactForm: 1.3,
  titlePhrase: 1.5,
  exactTitle: 8,
  prior: { word: { floor: 0.5, doubling: 0.1 }, sentence: { floor: 0.95, doubling: 0.01 } },
  coordination: 0.3,
  regularization: { neighbours: 8, weight: 0.6 },
}

/** Returns summary and content, or only the content if it begins with the summary, so that no word counts twice. */
export function bodyTexts({ content, summary }: SearchDocument, chars: number): string[] {
  const whole = content.slice(0, chars)
  return continues(whole, summary.replace(/\s*(…|\.\.\.)$/, '')) ? [whole] : [summary, whole]
}

/** Whether a text begins with another, ignoring white space, since summaries are one line. */
function continues(text: string, start: string): boolean {
  return withoutSpace(text.slice(0, 2 * start.length)).startsWith(withoutSpace(start))
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '')
}
