import { collectDocument } from '../document.ts'
import { decodeDocument } from '../feed/charset.ts'
import { CHALLENGE, isBotChallenge } from '../http/bot-challenge.ts'
import { type CollectKind, NO_PATHS } from '../kind.ts'
import { readPage } from '../page/read-page.ts'
import { forbiddenByRobots } from '../robots.ts'
import { failed, notAsked } from '../visit.ts'

/** Visits a page that has no feed, and reads it by the selectors of the source. A site's robots.txt may forbid it. */
export const collectPage: CollectKind = async (source, state, deps, signal) => {
  if (!(await deps.robots.allows(source.url, signal))) {
    return failed(forbiddenByRobots('this page'), notAsked(source.url))
  }
  return collectDocument(
    source,
    'text/html, application/xhtml+xml',
    state,
    deps,
    signal,
    ({ body, headers, base }) => {
      const { paths } = source
      if (paths === undefined) return NO_PATHS
      const { text } = decodeDocument(body, headers.get('content-type'))
      if (isBotChallenge(headers, text)) return CHALLENGE
      return readPage(text, paths, base, deps.now())
    },
  )
}
