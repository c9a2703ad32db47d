import type { SearchField } from '../../model/search.ts'
import type { WordField } from '../index/fields.ts'
import type { Segment, TermVariant } from '../index/segment.ts'

/** A word of the query, or a pair of characters of a word, with its terms in each segment. */
export interface PlanUnit {
  /** As typed. */
  readonly text: string
  readonly folded: string
  readonly prefix: boolean
  /** Distance from the first unit of its phrase, in positions. */
  readonly offset: number
  /** By segment. */
  readonly variants: readonly (readonly TermVariant[])[]
  /** Its idf. The pairs of one word share the word's idf. */
  readonly weight: number
  readonly field: WordField | undefined
}

/** A query with its terms in the index. */
export type Plan =
  /** Units at their distances. A single word has one unit. */
  | { readonly kind: 'words'; readonly units: readonly PlanUnit[] }
  | { readonly kind: 'test'; readonly passes: (id: number) => boolean }
  | { readonly kind: 'not'; readonly child: Plan }
  | { readonly kind: 'and'; readonly children: readonly Plan[] }
  | {
      readonly kind: 'or'
      readonly children: readonly Plan[]
      /** Set for the two spellings of a hyphenated word: as one word, and as its parts. */
      readonly spellings?: true
    }

/** Tests of an item's properties other than words. */
export interface ItemTests {
  property(field: SearchField, text: string, prefix: boolean): (id: number) => boolean
  published(kind: 'before' | 'after', at: number): (id: number) => boolean
}

/** What planning needs of the index. */
export interface PlanSource {
  readonly segments: readonly Segment[]
  /** The terms of a word, by segment. */
  variantsOf(text: string, folded: string): readonly (readonly TermVariant[])[]
  readonly documents: number
  readonly tests: ItemTests
  /** Replaces a computed weight. Called for each unit, in the order of the query. */
  weigh(weight: number): number
}
