import { CHALLENGE, isBotChallenge } from '../../fetch/bot-challenge.ts'
import type { HttpClient } from '../../fetch/client.ts'
import { HttpFailure } from '../../fetch/failure.ts'
import type { HttpResponse } from '../../fetch/progress.ts'
import type { HttpRequest } from '../../fetch/request.ts'
import { forbiddenByRobots, type Robots } from '../../fetch/robots.ts'
import type { VisitError, VisitErrorCode } from '../../model/source.ts'
import { decodeDocument } from '../../text/charset/charset.ts'
import type { PageReading, PageRequest } from './article-page.ts'
import type { Extractor } from './extractor.ts'

interface ArticleDeps {
  readonly http: HttpClient
  readonly robots: Robots
  readonly extractor: Extractor
}

/** Longer pages are not articles. A parsed tree takes 30 times the memory of its text. */
const LARGEST_PAGE_CHARS = 4_000_000

/** Errors that a retry may solve. */
const PASSING: ReadonlySet<VisitErrorCode> = new Set([
  'timeout',
  'dns',
  'refused',
  'truncated',
  'http5xx',
  'rateLimited',
  'botChallenge',
])

/**
 * Fetches and reads an article's page, if the site's robots.txt allows it.
 *
 * @param ownHeaders headers with credentials, if the page has the source's own origin
 * @throws only the signal's reason, when it is aborted
 */
export async function fetchArticle(
  url: string,
  request: PageRequest,
  { http, robots, extractor }: ArticleDeps,
  signal: AbortSignal,
  ownHeaders?: HttpRequest['ownHeaders'],
): Promise<PageReading> {
  try {
    if (!(await robots.allows(url, signal))) return failed(forbiddenByRobots("the article's page"))
    const headers = { accept: 'text/html, application/xhtml+xml' }
    const answer = await http.get({ url, headers, ownHeaders }, signal)
    const html = htmlOf(answer)
    if (typeof html !== 'string') return failed(html)
    const extraction = await extractor.extract({ html, url: answer.exchange.finalUrl, request })
    if (extraction.kind === 'read') return { ...extraction, finalUrl: answer.exchange.finalUrl }
    return failed({ code: 'parse', message: `the page could not be read: ${extraction.message}` })
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    return failed({ code: cause.code, message: cause.message })
  }
}

function failed(error: VisitError): PageReading {
  return { kind: 'failed', error, lasting: !PASSING.has(error.code) }
}

function htmlOf({ body, headers }: HttpResponse): string | VisitError {
  const type = headers.get('content-type') ?? 'text/html'
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type))
    return { code: 'parse', message: `the article's address brings no page but ${type.slice(0, 60)}` }
  if (body.length > 4 * LARGEST_PAGE_CHARS) return TOO_LARGE
  const { text } = decodeDocument(body, type)
  if (text.length > LARGEST_PAGE_CHARS) return TOO_LARGE
  if (isBotChallenge(headers, text)) return CHALLENGE
  return text
}

const TOO_LARGE: VisitError = {
  code: 'tooLarge',
  message: `the page has more than ${LARGEST_PAGE_CHARS / 1e6} million characters`,
}
