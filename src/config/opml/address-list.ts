import { withoutFeedScheme } from '../../url/feed-scheme.ts'
import { isShortForm, resolveShortForm } from '../sources/short-form.ts'
import { categoryFrom, type OutlineFeed } from './reader.ts'

/**
 * Reads a list with a feed in each line: an address and words after it, as Newsboat's `urls`, or a table with commas,
 * semicolons or tabs, as YouTube (`subscriptions.csv`) and Mastodon (`following_accounts.csv`, `lists.csv`) export it.
 * Headers of tables are in the user's language, so cells are recognised by their form. Never throws. Linear in the
 * length of the text.
 *
 * @returns an empty list if no line has an address; otherwise lines without one have an empty `url`
 */
export function readAddressList(text: string): OutlineFeed[] {
  const lines = text.split(/[\r\n]+/).filter((line) => !/^\s*(?:#|$)/.test(line))
  const table = [',', ';', '\t']
    .map((separator) => lines.map((line) => cellsOf(line, separator)))
    .find(isTable)
  const feeds = table === undefined ? lines.map(feedOfLine) : table.map(feedOfRow)
  if (feeds.every(({ url }) => url === '')) return []
  return table !== undefined && feeds[0]?.url === '' ? feeds.slice(1) : feeds
}

/** Whether all rows have the same columns. If addresses begin them, the separators may be parts of the addresses. */
function isTable(rows: readonly (readonly string[])[]): boolean {
  const [first = []] = rows
  const isColumns = first.length > 1 && rows.every(({ length }) => length === first.length)
  const beginsWithAddress = sourceOf(first[0] ?? '') !== undefined
  const hasWords = rows.length > 1 && rows.some((cells) => cells.some((cell) => cell.includes(' ')))
  return isColumns && (!beginsWithAddress || hasWords || isAccount(first[0] ?? ''))
}

/** `ADDRESS category "another tag" "~Title"` */
function feedOfLine(line: string): OutlineFeed {
  const [address = '', ...tags] = line.match(/"[^"]*"|\S+/g) ?? []
  const source = sourceOf(address)
  if (source === undefined || tags.some((tag) => sourceOf(tag) !== undefined)) return unreadable(line)
  const words = tags.map((tag) => tag.replaceAll('"', '').trim())
  const title = words.find((word) => word.startsWith('~')) ?? ''
  const category = words.find((word) => !/^[~!]/.test(word))
  return { ...source, name: title.slice(1), category: categoryFrom(category ?? '') }
}

/** A title stands after its address, or before it. Before an account there is the name of its list. */
function feedOfRow(cells: readonly string[]): OutlineFeed {
  const at = cells.findIndex((cell) => sourceOf(cell) !== undefined)
  const source = sourceOf(cells[at] ?? '')
  if (source === undefined) return unreadable(cells.join(', '))
  const [before = '', after] = [cells[at - 1], cells[at + 1]]
  return isAccount(cells[at] ?? '')
    ? { ...source, name: '', category: categoryFrom(before) }
    : { ...source, name: after ?? before, category: undefined }
}

function unreadable(line: string): OutlineFeed {
  return { name: line.trim(), url: '', category: undefined }
}

/** @returns `undefined` if the text is neither an address nor an account */
function sourceOf(text: string): Pick<OutlineFeed, 'url' | 'type'> | undefined {
  if (isAccount(text)) return { url: `mastodon:@${text.replace(/^@/, '')}` }
  if (isShortForm(text)) return { url: text }
  const address = withoutFeedScheme(text)
  if (!/^[a-z][\w+.-]*:\/\//i.test(address)) return undefined
  const { url, type } = resolveShortForm(address) ?? { url: address, type: 'feed' }
  return type === 'feed' ? { url } : { url, type }
}

/** Whether a text is an account of the Fediverse, `USER@HOST`. */
function isAccount(text: string): boolean {
  return /^@?[\w.-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)
}

/** The cells of a line (RFC 4180). A cell with a line break is not supported. */
function cellsOf(line: string, separator: string): string[] {
  const cell = new RegExp(
    `(?:^|${separator})(?: *"((?:[^"]|"")*)" *(?=${separator}|$)|([^${separator}]*))`,
    'g',
  )
  return Array.from(line.matchAll(cell), ([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
}
