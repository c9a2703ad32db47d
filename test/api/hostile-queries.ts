import { fc } from '../properties.ts'

/** Stands only where no search may look: addresses of pictures and comments, hashes, keys. */
export const HIDDEN = 'zyxhidden'

/** What engines read as syntax: FTS5's, SQL's, Lucene's, PostgreSQL's, regular expressions', shells'. */
const SYNTAX = [
  '"', '""', "'", '*', '**', '^', '-', '--', '+', '~', '(', ')', '((', '))', '{', '}', '[', ']', ':', '::', ';', '|', '||',
  '&', '&&', '!', '\\', '/', '%', '_', '?', '#', '$', '<', '>', '<->', '@@', '`', '=', ',', '.', '…', '„', '“', '«', '»',
  'AND', 'OR', 'NOT', 'NEAR', 'NEAR(', 'NEAR/2', 'MATCH', 'UNION SELECT', 'OR 1=1 --', "' OR ''='", '); DROP TABLE items; --',
  'title:', 'title :', 'author:', 'content:', 'summary:', 'labels:', 'site:', 'source:', 'category:', 'region:', 'lang:', 'after:',
  'before:', 'rowid:', 'search:', '{title content}:', '- {title}:', 'image_url:', 'commentsUrl:', 'content_hash:', 'title_key:',
  'after:9999-99-99', 'before:0000', 'after:2026-02-30', 'bm25(search)', 'rank', '*:*', 'field:[a TO z]', '/.*/', '(?:a+)+$',
  '${7*7}', '{{7*7}}', '<mark>', '</mark><script>', '%00', '\\u0000', 'to_tsquery(', ':*', '!!', 'word2vec~0.8^4',
] // prettier-ignore

/** What readers of text stumble over. */
const CHARACTERS = [
  '\u0000', '\u0001', '\u0007', '\u001b[31m', '\t', '\n', '\r\n', '\u0085', '\u00a0', '\u00ad', '\u200b', '\u200d', '\u200f', '\u202e',
  '\u2028', '\u2066', '\ufeff', '\ufffd', '\ufffe', '💥', '👩‍👩‍👧‍👦', '🇩🇪', '🏳️‍🌈', '☃', 'é', 'e\u0301', 'ı', 'İ', 'ß', 'ﬁ', 'Å', 'ﷺ',
  'שלום', 'مرحبا بالعالم', 'العـــالم', 'हिन्दी', 'ไทย', 'ភាសាខ្មែរ', '한국어', '東京都', '㍿', '𠮷', '𝕬', 'ｆｕｌｌ', 'Z̷̡̢͉̗̹ạ̵l̸g̶o̷',
] // prettier-ignore

const WORDS = [
  'storm',
  'storms',
  'rome',
  'the',
  'a',
  '1',
  '2026',
  HIDDEN,
  `${HIDDEN}*`,
  `${HIDDEN.slice(0, 6)}*`,
  'covid-19',
  'c++',
]

/** Texts that try to be something else than a search. */
export function hostileQuery(): fc.Arbitrary<string> {
  const part = fc.oneof(
    fc.constantFrom(...SYNTAX),
    fc.constantFrom(...CHARACTERS),
    fc.constantFrom(...WORDS),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  const mixed = fc
    .array(fc.tuple(part, fc.constantFrom('', ' ', ' ')), { minLength: 1, maxLength: 14 })
    .map((parts) => parts.map(([text, space]) => text + space).join(''))
  const long = fc
    .tuple(part, fc.integer({ min: 50, max: 10_000 }))
    .map(([text, length]) => text.repeat(Math.ceil(length / Math.max(1, text.length))).slice(0, length))
  return fc.oneof({ weight: 9, arbitrary: mixed }, { weight: 1, arbitrary: long })
}

/** Syntax around a word that no search may find: any answer would come from where none may look. */
export function probe(): fc.Arbitrary<string> {
  const around = fc.array(fc.constantFrom(...SYNTAX), { maxLength: 3 }).map((parts) => parts.join(''))
  return fc
    .tuple(around, fc.constantFrom(HIDDEN, `"${HIDDEN}"`, `${HIDDEN}*`), around)
    .map((parts) => parts.join(''))
}
