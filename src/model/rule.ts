/** What a condition looks at. */
export type RuleField = 'title' | 'content' | 'author' | 'url' | 'tags' | 'language' | 'source'

/** What a text is held against: words as people write them, or a regular expression of RE2. */
export type TextTest =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly ignoresCase: boolean }

/** Condition of a rule; `all` of nothing always holds. */
export type RuleCondition =
  | { readonly kind: 'field'; readonly field: RuleField; readonly anyOf: readonly TextTest[] }
  | { readonly kind: 'all' | 'any'; readonly of: readonly RuleCondition[] }
  | { readonly kind: 'not'; readonly of: RuleCondition }

/** Every occurrence of `replace` becomes `by`. */
export interface Rewrite {
  readonly replace: TextTest
  /** For a pattern, `$1` to `$9` are its groups, `$&` is the whole match, `$$` a dollar sign. */
  readonly by: string
}

/** The effects of a rule; an absent field changes nothing. */
export interface RuleAction {
  /** Whether the entry comes in; the first rule that says so decides. */
  readonly verdict?: 'keep' | 'drop'
  readonly category?: string
  readonly region?: string
  /** In place of the entry's own. */
  readonly tags?: readonly string[]
  /** Beside them. */
  readonly addTags?: readonly string[]
  /** In place of the source's, 0.25..4. */
  readonly weight?: number
  readonly title?: Rewrite
  readonly url?: Rewrite
}

/** A rule of the operator for entries of one source or of all. */
export interface Rule {
  /** Its position in the settings, and its name if it has one: `rules[2] (no adverts)`. */
  readonly label: string
  readonly when: RuleCondition
  readonly action: RuleAction
}
