export const RULE_FIELDS = ['title', 'content', 'author', 'url', 'tags', 'language', 'source'] as const
export type RuleField = (typeof RULE_FIELDS)[number]

/** Test of a text: words, or a regular expression of RE2. */
export type TextTest =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly ignoresCase: boolean }

/** Condition of a rule. An empty `all` always holds. */
export type RuleCondition =
  | { readonly kind: 'field'; readonly field: RuleField; readonly anyOf: readonly TextTest[] }
  | { readonly kind: 'all' | 'any'; readonly of: readonly RuleCondition[] }
  | { readonly kind: 'not'; readonly of: RuleCondition }

/** Replaces every occurrence of `replace` by `by`. */
export interface Rewrite {
  readonly replace: TextTest
  /** For a pattern, `$1` to `$9` are its groups, `$&` is the whole match, `$$` a dollar sign. */
  readonly by: string
}

/** The effects of a rule. Absent fields change nothing. */
export interface RuleAction {
  /** Whether the entry is kept. The first rule with a verdict decides. */
  readonly verdict?: 'keep' | 'drop'
  readonly category?: string
  readonly region?: string
  /** Tags that replace the entry's own. */
  readonly tags?: readonly string[]
  readonly addTags?: readonly string[]
  /** Replaces the source's weight, 0.25..4. */
  readonly weight?: number
  readonly title?: Rewrite
  readonly url?: Rewrite
}

/** An operator's rule for the entries of one source or of all. */
export interface Rule {
  /** Its position in the settings, with its name if it has one: `rules[2] (no adverts)`. */
  readonly label: string
  readonly when: RuleCondition
  readonly action: RuleAction
}
