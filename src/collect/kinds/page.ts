import { collectDocument } from '../document.ts'
import { decodeDocument } from '../feed/charset.ts'
import { isBotChallenge } from '../http/bot-challenge.ts'
import type { CollectKind } from '../kind.ts'
import { readPage } from '../page/read-page.ts'
import { failed } from '../visit.ts'

/** Visits a page that has no feed, and reads it by the selectors of the source. A site's robots.txt may forbid it. */
export const collectPage: CollectKind = async (source, state, deps, signal) => {
  if (!(await deps.robots.allows(source.url, signal))) {
    return failed(
      {
        code: 'refused',
        message: "the site's robots.txt asks programs not to read this page, or cannot be had itself",
      },
      { status: null, latencyMs: 0, finalUrl: source.url, retryAfterMs: undefined, bytes: 0 },
    )
  }
  return collectDocument(
    source,
    'text/html, application/xhtml+xml',
    state,
    deps,
    signal,
    ({ body, headers, exchange }) => {
      const { paths } = source
      if (paths === undefined)
        return { code: 'parse', message: "the source has no 'paths' that say where its entries are" }
      const { text } = decodeDocument(body, headers.get('content-type'))
      if (isBotChallenge(headers, text)) {
        return { code: 'botChallenge', message: 'a page that asks for proof that a person is there came' }
      }
      return readPage(text, paths, exchange.finalUrl)
    },
  )
}
