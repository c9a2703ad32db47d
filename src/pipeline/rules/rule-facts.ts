import type { ItemDraft } from '../../model/item.ts'
import type { RuleField } from '../../model/rule.ts'
import { type LookedAt, lookedAt } from './text-test.ts'

/** What conditions look at of an entry; each field is made when a rule first asks for it. */
export interface RuleFacts {
  /** The texts of a field: several for tags, none where there is nothing. */
  textsOf(field: RuleField): readonly LookedAt[]
}

/** As much of an article's text as conditions look at: adverts and notices stand at its beginning. */
const CONTENT_CHARS = 20_000

/** What an entry that has our form, or an item, shows to rules. */
export interface RuleSubject extends Pick<
  ItemDraft,
  'title' | 'summary' | 'contentText' | 'author' | 'url' | 'tags' | 'language'
> {
  readonly sourceId: string
}

/** A language that is not known goes by this name. */
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
      // A summary of its own stands beside the text.
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
