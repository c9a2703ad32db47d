import type { Article, ItemDraft } from '../model/item.ts'
import type { Store } from '../store/store.ts'
import { lettersOf } from '../text/letters.ts'
import { sha1Of } from './identify/hash.ts'
import { bytesOf, SHORT_BYTES } from './identify/same-article.ts'
import type { Drafted } from './recognise.ts'

/**
 * Keeps the texts of known articles if the document has less: no text, as from feed generators that could not read the
 * page, or a teaser, as from sites that stopped publishing whole texts.
 */
export async function withKnownTexts(
  drafted: readonly Drafted[],
  store: Pick<Store, 'findArticle' | 'findTexts'>,
): Promise<readonly Drafted[]> {
  const rewritten = new Map(
    drafted.flatMap((one) => {
      const { intent, draft } = one
      const isEdit = intent.kind === 'edit' || intent.kind === 'moved'
      return isEdit && draft.contentHash !== intent.known.contentHash ? [[one, intent.known.itemId]] : []
    }),
  )
  if (rewritten.size === 0) return drafted
  const texts = await store.findTexts([...rewritten.values()])
  const kept: Drafted[] = []
  for (const one of drafted) {
    const itemId = rewritten.get(one) ?? 0
    const isShorter = one.draft.contentText.length < (texts.get(itemId) ?? '').length
    const known = isShorter ? await store.findArticle(itemId) : undefined
    const hasText = known !== undefined && hasLess(one.draft, known)
    kept.push(hasText ? { ...one, draft: withTextOf(one.draft, known) } : one)
  }
  return kept
}

function hasLess(draft: ItemDraft, known: Article): boolean {
  // Without a text, a different title may be a different article.
  if (draft.contentHtml === '') return lettersOf(draft.title) === lettersOf(known.item.title)
  return isTeaser(draft, known)
}

/**
 * Largest part of a teaser that the article lacks: "Continue reading …", "For subscribers only". A short teaser must be
 * wholly in the article.
 */
const MAX_ADDED = 1 / 3

/** Splits a text at its last ellipsis. */
const AT_ELLIPSIS = /^([^]*)(?:…|\.{3})([^]*)$/

/** Shorter known texts may be lists of current things, from which old ones must disappear. */
const LONG_BYTES = 1_000

/**
 * Whether a text is the summary of a known text; or begins like it, and ends in an ellipsis or has at most half of its
 * length.
 */
function isTeaser(draft: ItemDraft, { item, contentText }: Article): boolean {
  const [letters, before, summary] = [
    lettersOf(draft.contentText),
    lettersOf(contentText),
    lettersOf(item.summary),
  ]
  if (letters === '' || letters.length >= before.length) return false
  const least = bytesOf(letters) < SHORT_BYTES ? letters.length : letters.length * (1 - MAX_ADDED)
  const isOther = !before.startsWith(letters)
  if (letters === summary || (isOther && letters.startsWith(summary) && summary.length >= least)) return true
  const isHalf = 2 * letters.length <= before.length && bytesOf(before) >= LONG_BYTES
  return sharedStart(letters, before) >= least && (isHalf || isCut(draft.contentText, letters, before))
}

/** Whether the known text continues differently after the text's last ellipsis. */
function isCut(text: string, letters: string, before: string): boolean {
  const [, head, tail = ''] = AT_ELLIPSIS.exec(text) ?? []
  if (head === undefined || !before.startsWith(lettersOf(head))) return false
  return lettersOf(tail) === '' || !before.startsWith(letters)
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function withTextOf(draft: ItemDraft, { item, contentHtml, contentText }: Article): ItemDraft {
  const { summary, language, wordCount, readingMinutes } = item
  return {
    ...draft,
    contentHash: sha1Of(draft.title, summary, contentHtml),
    summary,
    contentHtml,
    contentText,
    language,
    imageUrl: draft.imageUrl ?? item.imageUrl,
    wordCount,
    readingMinutes,
  }
}
