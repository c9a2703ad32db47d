import type { QueryNode, SearchField } from '../../model/search.ts'
import type { WordField } from '../index/fields.ts'
import type { Segment, TermVariant } from '../index/segment.ts'

/** A word of the query, or one pair of characters of it, with what it means in each segment. */
export interface PlanUnit {
  /** As typed. */
  readonly text: string
  readonly folded: string
  readonly prefix: boolean
  /** After the first of its phrase. */
  readonly offset: number
  /** By segment. */
  readonly variants: readonly (readonly TermVariant[])[]
  /**
   * Its idf, times its share of the word that it is a pair of, times its number of repetitions in the query.
   */
  readonly weight: number
  /** How often the query has it. */
  readonly times: number
  readonly field: WordField | undefined
}

/** A query prepared for the present index. */
export type Plan =
  /** Units at their distances; a single word has one. */
  | { readonly kind: 'words'; readonly units: readonly PlanUnit[] }
  | { readonly kind: 'test'; readonly passes: (id: number) => boolean }
  | { readonly kind: 'not'; readonly child: Plan }
  | { readonly kind: 'and'; readonly children: readonly Plan[] }
  | {
      readonly kind: 'or'
      readonly children: readonly Plan[]
      /** Given where they are a word with a hyphen: as one word, and its parts. */
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
  /** What a word means, by segment. */
  variantsOf(text: string, folded: string): readonly (readonly TermVariant[])[]
  /** Documents that are not gone. */
  readonly documents: number
  readonly tests: ItemTests
}

export type WordNode = Extract<QueryNode, { readonly kind: 'word' | 'phrase' }>
