import type { z } from 'zod'
import { wholeNumber } from '../../query/parameters.ts'
import type { ArticleBody } from '../../schemas/item.ts'
import { quote } from '../quote.ts'
import { cutToTokens } from '../token-estimate.ts'
import { sourcesText, storyText, timeText, TITLE_TOKENS } from './entries.ts'
import { type Arguments, askJson, readNumber, type Tool } from './tool.ts'

type Article = z.output<typeof ArticleBody>

const FIELDS =
  'id,url,title,summary,author,source,alsoIn,category,language,publishedAt,updatedAt,commentsUrl,wordCount,score,story,contentText'

/** Longest part of a text on one line, tokens. Answers are cut between parts. */
const PART_TOKENS = 120

/** More parts than the largest budget can hold. */
const MAX_PARTS = 200

const OFFSET = wholeNumber({ min: 0 }, 0).default(0)

export const article: Tool = {
  name: 'article',
  description: 'The text of one article, by id or by url (known ones only, nothing is fetched)',
  properties: {
    id: { type: 'integer' },
    url: { type: 'string' },
    offset: { type: 'integer', description: 'In characters of the text' },
  },
  async answer({ offset: given, ...which }: Arguments, ask) {
    const offset = readNumber('offset', given, OFFSET)
    const found = (await askJson(ask, '/api/article', { ...which, fields: FIELDS })) as Article
    const parts = partsOf(found.contentText, offset)
    const end = found.contentText.length
    const nextAt = (shown: number) => parts[shown]?.at ?? parts.at(-1)?.end ?? end
    return {
      head: offset === 0 ? headOf(found) : [`Article ${found.id}, text from offset ${offset} of ${end}:`],
      entries: parts.map(({ text }) => quote(text, PART_TOKENS)),
      more: (shown) =>
        nextAt(shown) < end
          ? `More: article(id=${found.id}, offset=${nextAt(shown)}); the text has ${end} characters.`
          : 'End of the text.',
    }
  },
}

function headOf(found: Article): string[] {
  const { author, story } = found
  const about = [
    `${timeText(found.publishedAt)} UTC`,
    ...(found.updatedAt === null ? [] : [`edited ${timeText(found.updatedAt)}`]),
    sourcesText(found),
    found.category,
    ...(found.language === null ? [] : [found.language]),
    `score ${Math.round(found.score)}`,
    `${found.wordCount} words`,
    ...storyText(story),
  ]
  return [
    `Article ${found.id}: ${quote(found.title, TITLE_TOKENS)}`,
    about.join(' · '),
    ...(author === null ? [] : [`By ${quote(author, 30)}`]),
    `At ${quote(found.url, 120)}`,
    ...(found.commentsUrl === null ? [] : [`Discussed at ${quote(found.commentsUrl, 120)}`]),
    ...(found.contentText === ''
      ? [`No text is stored; summary: ${quote(found.summary ?? '', 150)}`]
      : ['Text:']),
  ]
}

interface Part {
  /** Start and end offset in the text, UTF-16 units. */
  readonly at: number
  readonly end: number
  readonly text: string
}

/** The lines of a text from an offset; long lines are split. The parts are contiguous. */
function partsOf(text: string, offset: number): Part[] {
  const parts: Part[] = []
  let at = offset
  while (at < text.length && parts.length < MAX_PARTS) {
    const lineEnd = text.indexOf('\n', at)
    const line = text.slice(at, lineEnd === -1 ? text.length : lineEnd)
    const part = cutToTokens(line, PART_TOKENS)
    const end = part.length < line.length ? at + part.length : at + line.length + 1
    if (part.trim() !== '') parts.push({ at, end, text: part })
    at = end
  }
  return parts
}
