import type { ItemDraft } from '../../model/item.ts'
import type { RuleField } from '../../model/rule.ts'
import { type LookedAt, lookedAt } from './text-test.ts'

/** The fields of an entry that conditions test. Each is computed on first use. */
export interface RuleFacts {
  /** The texts of a field: several for tags, none for an empty field. */
  textsOf(field: RuleField): readonly LookedAt[]
}

/** Conditions test only the beginning of an article's text, where advertisements and notices stand. */
const CONTENT_CHARS = 20_000

/** The fields of a draft or an item that rules read. */
export interface RuleSubject extends Pick<
  ItemDraft,
  'title' | 'summary' | 'contentText' | 'author' | 'url' | 'tags' | 'language'
> {
  readonly sourceId: string
}

/** The name of an unknown language in rules. */
const UNKNOWN_LANGUAGE = 'unknown'

export function ruleFacts(subject: RuleSubject): RuleFacts {
  const made = new Map<RuleField, readonly LookedAt[]>()

  return {
    textsOf(field) {
      const known = made.get(field)
      if (known !== undefined) return known
      const texts = textsOf(subject, field).map(lookedAt)
      made.set(field, texts)
      return texts
    },
  }
}

function textsOf(subject: RuleSubject, field: RuleField): readonly string[] {
  const { title, summary, contentText, author, url, tags, language, sourceId } = subject
  switch (field) {
    case 'title':
      return [title]
    case 'content':
      // A summary that the entry states is not part of its text.
      return [contentText.slice(0, CONTENT_CHARS), summary]
    case 'author':
      return author === null ? [] : [author]
    case 'url':
      return [url]
    case 'tags':
      return tags
    case 'language':
      return [language ?? UNKNOWN_LANGUAGE]
    case 'source':
      return [sourceId]
  }
}
