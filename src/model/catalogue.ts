/** Characters from which a text is a report. Directories describe a program in fewer. */
const REPORT_CHARS = 150

/** Longer titles and names are those of reports. */
const MAX_TITLE_CHARS = 120
const MAX_NAME_WORDS = 10

/** Labels of entries in directories: `Update - Freeware - Foo v1.2`. */
const LABELS =
  /^(?:(?:new|updated?|freeware|shareware|adware|trial|demo|open source|download|free)\s+[-–—:|]\s+)+/iu

/** At least two numbers with dots between, with a stage or a patch: `2.0b4`, `6.2.20-24`. */
const NUMBER = String.raw`\d+(?:[._]\d+)+(?:[-_]?(?:alpha|beta|rc|pre|p|a|b|r|[a-z])\d*)?(?:-\d+)?`
const STAGE = String.raw`(?:alpha|beta|rc|milestone|preview|release candidate)`
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'

/** A dotted number, `v2`, a build, a numbered stage such as `beta 3`, or a day. */
const VERSION = String.raw`(?:(?:version|ver\.?|v\.?|版本)?\s?${NUMBER}|v\.?\s?\d+[a-z]?|build\s?\w*\d\w*|(?:\d+\s)?${STAGE}\s?\d+|${MONTH}\.?\s\d{1,2},?\s\d{4})`

/** May follow the version. */
const VARIANT = String.raw`(?:\([^)]{1,30}\)|build\s?\w*\d\w*|${STAGE}(?:\s?\d+)?|final|stable|lts|nightly|snapshot|portable|free|full|lite|pro|x64|x86|(?:32|64)[- ]?bit|for (?:windows|mac(?: os x|os)?|linux|android|ios))`

const RELEASED = String.raw`(?:is |已经|正式|现已|已)?(?:released|available|update|发布|更新|推出|上线|リリース|公開|출시|veröffentlicht|erschienen|publié|disponible|rilasciato|вышла|вышел)`

const NAME_AND_VERSION = new RegExp(
  String.raw`^(?<name>.*?[\p{L}\p{N})》」'’"!+])(?:[-\s_–]+|(?<=\p{Script=Han}))(?<before>${RELEASED}[\s:]*)?(?<version>${VERSION})(?:[-\s_,]*${VARIANT})*\s?(?:版本?|正式版|测试版)?\s?(?<after>${RELEASED})?[!！.。]?$`,
  'iu',
)

/** Signs of a sentence, or of a headline with two parts. */
const IS_SENTENCE =
  /[:;?,：；？，。]\s|[：；？，。]|\b(?:is|are|has|gets?|adds?|brings?|ships?|posts?|releases|launches|unveils|announces|introduces|debuts|offers|hits|reaches|fixes|supports|reviews?|rises|falls|towards?|to|at|by|for|of|in|from|over|than|under|above|below|near|magnitude)$|\s(?:releases?|posts|updates|launches|unveils|announces|introduces|debuts|ships|offers|gets|adds|brings|is|are|has|on|in|at|from|how|what|why|you|your)\s|\p{Script=Han}{10}/iu

/**
 * Whether an item is an entry of a catalogue, such as a download directory: its title is a name and a version ("Foo
 * 1.2.10"), and its text is short. Directories with the same entry do not count as coverage.
 *
 * @param summaryChars length of the summary, which is cut to a few hundred characters
 * @see docs/stories.md#catalogues
 */
export function isCatalogueEntry(title: string, summaryChars: number): boolean {
  if (title.length > MAX_TITLE_CHARS || !/\d/.test(title)) return false
  const label = LABELS.exec(title)?.[0] ?? ''
  if (label === '' && summaryChars >= REPORT_CHARS) return false
  const match = NAME_AND_VERSION.exec(title.slice(label.length).trim())
  const { name, version, before, after } = match?.groups ?? {}
  if (name === undefined || IS_SENTENCE.test(name) || name.split(/\s+/u).length > MAX_NAME_WORDS) return false
  // A model or an engine: DeepSeek V4, Ford V8.
  if (/^V\d+$/.test(version ?? '')) return false
  // Titles without text may be news of releases. Headlines have no exact versions (1.2.10).
  const isNews = summaryChars === 0 && (before ?? after) !== undefined && !/\d[._]\d+[._]\d/.test(title)
  return !isNews
}
