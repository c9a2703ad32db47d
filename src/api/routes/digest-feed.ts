import * as z from 'zod'
import { readEdition } from '../../digests/draft-edition.ts'
import { editionHtml } from '../../digests/edition-html.ts'
import { editionDay } from '../../digests/edition-text.ts'
import type { Edition } from '../../model/edition.ts'
import { DigestError } from '../../model/errors.ts'
import { SECOND_MS } from '../../model/time.ts'
import { element, type Xml } from '../../text/xml/write.ts'
import type { RouteDeps } from '../deps.ts'
import { atomDocument } from '../feeds/atom.ts'
import { urnOf } from '../feeds/feed.ts'
import { wholeNumber } from '../query/parameters.ts'
import { NOT_FOUND, PROBLEMS } from '../schemas/problem.ts'
import { FEED_KEYS } from '../schemas/security.ts'
import { route } from './route.ts'

const USUAL_LIMIT = 20

/** Not strict: feed readers add their own parameters. */
const DigestFeedQuery = z.object({
  limit: wholeNumber({ min: 1, max: 100 }, USUAL_LIMIT)
    .default(USUAL_LIMIT)
    .describe('Maximum number of editions.'),
})

/** GET /digest/NAME/feed: the editions of a digest as Atom 1.0 (RFC 4287), one entry each. */
export const digestFeedRoute = route(
  '/digest/:name/feed',
  {
    operationId: 'getDigestFeed',
    tags: ['digests'],
    summary: 'The editions of a digest as Atom 1.0 (RFC 4287)',
    description: 'One entry for each edition, with all its stories. Other parameters are ignored.',
    security: FEED_KEYS,
    params: z.object({ name: z.string().describe('Name of a digest, as in `/api/digests`.') }),
    querystring: DigestFeedQuery,
    response: {
      200: { description: 'The feed.', content: { 'application/atom+xml': { schema: z.string() } } },
      ...PROBLEMS,
      404: NOT_FOUND,
    },
  },
  (deps) =>
    ({ limit }, baseUrl, { name = '' }) => {
      const digestUrl = `${baseUrl}/digest/${name}`
      const selfUrl = `${digestUrl}/feed${limit === USUAL_LIMIT ? '' : `?limit=${limit}`}`
      return {
        key: selfUrl,
        mimeType: 'application/atom+xml; charset=utf-8',
        maxAgeSeconds: 60,
        tickMs: SECOND_MS,
        build: async () => {
          const { title, editions } = await readFeed(deps, name, limit)
          const key = `digests/${name}`
          const storeId = await deps.store.storeId()
          const head = { storeId, key, title, selfUrl, homeUrl: digestUrl, author: deps.site.title }
          const entries = editions.map((edition) =>
            entryElement(edition, urnOf(storeId, `${key}/${edition.date}`), digestUrl),
          )
          return {
            bytes: (asOf) => atomDocument({ ...head, updatedAt: editions[0]?.madeAt ?? asOf }, entries),
          }
        },
      }
    },
)

/** @returns the digest and its editions, newest first. @throws DigestError('notFound') */
async function readFeed({ store, digests }: RouteDeps, name: string, limit: number) {
  const heads = await store.listEditions(name, limit)
  const stored = await Promise.all(heads.map(({ date }) => store.findEdition(name, date)))
  const editions = stored.flatMap((edition) => (edition === undefined ? [] : readEdition(edition.body)))
  const [newest] = editions
  const title = digests.find((digest) => digest.name === name)?.title ?? newest?.title
  if (title === undefined)
    throw new DigestError(
      'notFound',
      `No digest is named '${name.slice(0, 100)}'; /api/digests lists those there are.`,
    )
  return { title, editions }
}

function entryElement(edition: Edition, id: string, digestUrl: string): Xml {
  return element('entry', { 'xml:lang': edition.language }, [
    element('id', {}, id),
    element('title', {}, `${edition.title}: ${editionDay(edition)}`),
    element('link', { rel: 'alternate', type: 'text/html', href: `${digestUrl}/${edition.date}` }),
    element('published', {}, edition.madeAt),
    element('updated', {}, edition.madeAt),
    element('content', { type: 'html' }, editionHtml(edition)),
  ])
}
