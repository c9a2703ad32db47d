import type { Story } from '../../api/types.ts'
import { usePage } from '../../page-context.ts'
import { Part } from '../../parts/part.tsx'
import { listText, type Words } from '../../words/words.ts'

/** A word of several reports, and their number. */
export type SharedWord = Story['words'][number]

const MAX_WORDS = 6

/** A sentence names at most this many words. */
const MAX_NAMED = 3

/**
 * The words that connect the reports, as the reports write them, without words contained in another or containing one.
 */
export function shownWords(
  joining: readonly SharedWord[],
  reports: readonly { readonly title: string; readonly summary: string | null }[],
): SharedWord[] {
  const chosen: SharedWord[] = []
  for (const one of joining) {
    const repeats = chosen.some(({ word }) => word.includes(one.word) || one.word.includes(word))
    if (!repeats && chosen.length < MAX_WORDS) chosen.push(one)
  }
  const texts = reports.flatMap(({ title, summary }) => [summary ?? '', title])
  return chosen.map(({ word, itemCount }) => ({ word: spellingIn(texts, word), itemCount }))
}

/** A word's spelling in texts, preferably within a sentence, since the first word has a capital. */
function spellingIn(texts: readonly string[], word: string): string {
  const found = texts.flatMap((text) => {
    const at = text.toLowerCase().indexOf(word)
    return at < 0 ? [] : [{ at, spelling: text.slice(at, at + word.length) }]
  })
  return (found.find(({ at }) => at > 0) ?? found[0])?.spelling ?? word
}

interface ReasonsProps {
  readonly joining: readonly SharedWord[]
  readonly itemCount: number
}

/** Why the reports are one story: a sentence, and the shared words with links to a search. */
export function Reasons({ joining, itemCount }: ReasonsProps) {
  const { words, link } = usePage()
  if (joining.length === 0) return null
  return (
    <Part id="reasons" class="reasons side-part" title={words.story.why}>
      <p class="faint">{whySentence(joining, itemCount, words)}</p>
      <ul>
        {joining.map(({ word, itemCount }) => (
          <li key={word}>
            <a href={link('/search', { q: word })} dir="auto" title={words.item.items(itemCount)}>
              {word} <span class="faint">{itemCount}</span>
            </a>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** "All 7 reports name Bank of Japan and rates.", or how many name the most frequent word. */
function whySentence(joining: readonly SharedWord[], total: number, words: Words): string {
  const inAll = joining.filter(({ itemCount }) => itemCount === total).slice(0, MAX_NAMED)
  const [first] = joining
  if (inAll.length === 0)
    return first === undefined ? '' : words.story.inMost(first.itemCount, total, first.word)
  return words.story.inAll(
    total,
    listText(
      inAll.map(({ word }) => word),
      words,
    ),
  )
}
