import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordHashes } from '../../src/stories/words/terms.ts'
import { languageOf, loadLanguages } from '../../src/text/language/language.ts'
import { hackerNewsTitles, readSet } from '../stories/sets.ts'

/** Rarer words are left out: they are as rare as words that the table lacks. */
const MIN_COUNT = 3

/** A language with fewer texts gets no table. */
const MIN_TEXTS = 500

/** Items of one captured feed, at most. */
const ITEMS_A_FEED = 40

const FILE = join(import.meta.dirname, '../../src/stories/words/background-words.ts')

/**
 * Counts in how many texts of a language each word stands, and writes the table of the service. The texts are titles of
 * captured feeds and of Hacker News, and titles and summaries of AllSides: none of them is in a set of real feeds.
 */
export async function writeBackground(folder: string): Promise<void> {
  await loadLanguages()
  const languages = new Map<string, { texts: number; counts: Map<number, number> }>()
  for (const text of textsOf(folder)) {
    const language = languageOf(text, undefined)
    if (language === null) continue
    let table = languages.get(language)
    if (table === undefined) languages.set(language, (table = { texts: 0, counts: new Map() }))
    table.texts++
    for (const hash of wordHashes(text)) table.counts.set(hash, (table.counts.get(hash) ?? 0) + 1)
  }
  const kept = [...languages]
    .filter(([, { texts }]) => texts >= MIN_TEXTS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = kept.map(([language, { texts, counts }]) => {
    const packed = pack([...counts].filter(([, count]) => count >= MIN_COUNT).sort(([a], [b]) => a - b))
    return `  ${language}: { texts: ${texts}, packed: '${packed}' },`
  })
  const lines = [
    '/**',
    ' * In how many of so many texts of a language each word stands. Made by `npm run train -- --background`; `document-frequencies.ts` reads it.',
    ' */',
    'export const BACKGROUND_WORDS: Readonly<Record<string, { readonly texts: number; readonly packed: string }>> = {',
    ...rows,
    '}',
    '',
  ]
  writeFileSync(FILE, lines.join('\n'))
}

function textsOf(folder: string): string[] {
  const feeds = readFileSync(join(folder, '../feeds/oracle-feedparser.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { items?: { title?: string | null }[] })
  const titles = feeds.flatMap(({ items = [] }) =>
    items.slice(0, ITEMS_A_FEED).map(({ title }) => title ?? ''),
  )
  const reports = readSet(folder, 'allsides', 'title+summary').items.map(
    ({ title, summary }) => `${title}. ${summary}`,
  )
  return [...titles, ...hackerNewsTitles(folder), ...reports].filter((text) => text !== '')
}

/** For each word: the difference to the hash before it, and the count in steps of an eighth of a doubling. */
function pack(words: readonly (readonly [hash: number, count: number])[]): string {
  const bytes: number[] = []
  let before = 0
  for (const [hash, count] of words) {
    for (let rest = hash - before; ; rest >>>= 7) {
      bytes.push(rest < 0x80 ? rest : (rest & 0x7f) | 0x80)
      if (rest < 0x80) break
    }
    bytes.push(Math.round(8 * Math.log2(count)))
    before = hash
  }
  return Buffer.from(bytes).toString('base64')
}
