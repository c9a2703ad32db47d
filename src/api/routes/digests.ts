import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import * as z from 'zod'
import { readEdition } from '../../digests/draft-edition.ts'
import { editionMarkdown } from '../../digests/edition-text.ts'
import { nextTime } from '../../digests/schedule.ts'
import type { Digest, EditionHead, StoredEdition } from '../../model/digest.ts'
import { DigestBody, EditionBody } from '../../model/edition.ts'
import { DigestError } from '../../model/errors.ts'
import { SECOND_MS, toIso } from '../../model/time.ts'
import { JSON_TYPE } from '../answer/answer.ts'
import { textDraft, wholeListDraft } from '../answer/drafts.ts'
import type { RouteDeps } from '../deps.ts'
import { AnyQuery, wholeNumber } from '../query/parameters.ts'
import { canonicalQuery } from '../query/query-string.ts'
import { listBody } from '../schemas/list.ts'
import { json, NOT_FOUND, PROBLEMS } from '../schemas/problem.ts'
import { type AddRoute, route } from './route.ts'

const DigestsQuery = z.strictObject({
  limit: wholeNumber({ min: 1, max: 1000 }, 30)
    .default(30)
    .describe('Maximum number of past editions of each digest.'),
})

/** GET /api/digests: the digests, with next and past editions. */
export const digestsRoute = route(
  '/api/digests',
  {
    operationId: 'listDigests',
    tags: ['digests'],
    summary: 'List the digests and their editions',
    description: 'The configured digests, and removed ones with editions.',
    querystring: DigestsQuery,
    response: { 200: json('The digests.', listBody('Digests', DigestBody)), ...PROBLEMS },
  },
  (deps) => (query, baseUrl) => ({
    key: `${baseUrl}/api/digests?${canonicalQuery(query)}`,
    maxAgeSeconds: 15,
    // A new edition does not change the store's version.
    tickMs: SECOND_MS,
    build: async () => wholeListDraft(await listDigests(deps, query.limit, baseUrl)),
  }),
)

async function listDigests(
  { store, digests, now }: RouteDeps,
  limit: number,
  baseUrl: string,
): Promise<z.output<typeof DigestBody>[]> {
  const known = [...(await store.listDigests()).keys()].toSorted()
  const gone = known.filter((name) => digests.every((digest) => digest.name !== name))
  const configured = digests.map(async (digest) => {
    const heads = await store.listEditions(digest.name, limit)
    return digestJson(digest, heads, toIso(nextTime(digest, now()).at), baseUrl)
  })
  const left = gone.map(async (name) => {
    const [heads, newest] = [await store.listEditions(name, limit), await store.findEdition(name)]
    const { title, timeZone } =
      newest === undefined ? { title: name, timeZone: 'UTC' } : readEdition(newest.body)
    return heads.length === 0 ? [] : [digestJson({ name, title, timeZone }, heads, null, baseUrl)]
  })
  return [...(await Promise.all(configured)), ...(await Promise.all(left)).flat()]
}

function digestJson(
  { name, title, timeZone }: Pick<Digest, 'name' | 'title' | 'timeZone'>,
  heads: readonly EditionHead[],
  nextAt: string | null,
  baseUrl: string,
): z.output<typeof DigestBody> {
  const url = `${baseUrl}/digest/${name}`
  const editions = heads.map(({ date, madeAt, storyCount }) => ({
    date,
    url: `${url}/${date}`,
    madeAt: toIso(madeAt),
    storyCount,
  }))
  return { name, title, url, timeZone, nextAt, editions }
}

/** The forms of an edition, in order of preference. */
const FORMS = [
  { name: 'html', mimeType: 'text/html' },
  { name: 'md', mimeType: 'text/markdown' },
  { name: 'json', mimeType: 'application/json' },
] as const
type Form = (typeof FORMS)[number]['name']

interface EditionAddress {
  readonly name: string
  /** `undefined` for the newest. */
  readonly date: string | undefined
  readonly form: Form
  /** Whether the address names the form, not `Accept`. */
  readonly isNamed: boolean
}

function addressOf(request: FastifyRequest): EditionAddress {
  const { name, date } = request.params as { readonly name: string; readonly date?: string }
  const [, stem = '', suffix] = /^(.*?)(?:\.(md|json))?$/s.exec(date ?? name) ?? []
  const form = FORMS.find((known) => known.name === suffix)?.name
  const place = date === undefined ? { name: stem, date: undefined } : { name, date: stem }
  return { ...place, form: form ?? acceptedForm(request), isNamed: form !== undefined }
}

function acceptedForm({ headers }: FastifyRequest): Form {
  const [best] = new Negotiator({ headers }).mediaTypes(FORMS.map(({ mimeType }) => mimeType))
  return FORMS.find(({ mimeType }) => mimeType === best)?.name ?? 'html'
}

/** Whether a view of the page answers. Views check keys themselves. */
export function asksForView(request: FastifyRequest): boolean {
  const path = request.routeOptions.url
  return path !== undefined && EDITION_PATHS.includes(path) && addressOf(request).form === 'html'
}

/** Callers who asked for a view get the error as a view. */
const NO_EDITION = {
  ...NOT_FOUND,
  content: { ...NOT_FOUND.content, 'text/html': { schema: z.string() } },
}

const EDITION_PATHS = ['/digest/:name', '/digest/:name/:date']

/** GET /digest/NAME and /digest/NAME/DATE: an edition as a page, Markdown or JSON. */
export const editionRoutes: readonly AddRoute[] = EDITION_PATHS.map((path): AddRoute => (app, deps) => {
  const isDated = path.endsWith(':date')
  const Name = z
    .string()
    .describe(
      'Name of a digest, as in `/api/digests`. `.md` or `.json` at the end of the path chooses the form.',
    )
  const params = isDated
    ? z.object({ name: Name, date: z.string().describe('Day of an edition, YYYY-MM-DD.') })
    : z.object({ name: Name })
  const schema = {
    operationId: isDated ? 'getEdition' : 'getNewestEdition',
    tags: ['digests'],
    summary: isDated ? 'A past edition of a digest' : 'The newest edition of a digest',
    description:
      'HTML for people; Markdown or JSON by a suffix or by `Accept`. An edition is never changed once it was made.',
    params,
    querystring: AnyQuery,
    response: {
      200: {
        description: 'The edition.',
        content: {
          'application/json': { schema: EditionBody },
          'text/html': { schema: z.string() },
          'text/markdown': { schema: z.string() },
        },
      },
      ...PROBLEMS,
      404: NO_EDITION,
    },
  }
  app.get(path, { schema }, async (request, reply) => sendEdition(deps, addressOf(request), request, reply))
})

async function sendEdition(
  deps: RouteDeps,
  { name, date, form, isNamed }: EditionAddress,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!isNamed) reply.header('vary', 'Accept')
  if (form === 'html' && deps.showView !== undefined) return deps.showView(request, reply)
  const isJson = form === 'json'
  const answer = isNamed ? deps.answer : deps.answerByHeaders
  return answer(request, reply, {
    key: `/digest/${name}/${date ?? ''} ${form}`,
    mimeType: isJson ? JSON_TYPE : 'text/markdown; charset=utf-8',
    maxAgeSeconds: date === undefined ? 60 : 3600,
    tickMs: date === undefined ? SECOND_MS : undefined,
    build: async () => {
      const { body } = await findEdition(deps, name, date)
      return textDraft(isJson ? body : editionMarkdown(readEdition(body)))
    },
  })
}

/** @throws DigestError('notFound') that lists what exists */
async function findEdition(
  { store, digests, now }: Pick<RouteDeps, 'store' | 'digests' | 'now'>,
  name: string,
  date: string | undefined,
): Promise<StoredEdition> {
  const edition = await store.findEdition(name, date)
  if (edition !== undefined) return edition
  const digest = digests.find((digest) => digest.name === name)
  const shown = name.slice(0, 100)
  if (date !== undefined && (await store.findEdition(name)) !== undefined)
    throw new DigestError(
      'notFound',
      `The digest ${shown} has no edition of ${date.slice(0, 100)}; /api/digests lists those it has.`,
    )
  if (digest === undefined)
    throw new DigestError('notFound', `No digest is named '${shown}'; /api/digests lists those there are.`)
  const next = toIso(nextTime(digest, now()).at)
  throw new DigestError(
    'notFound',
    `The digest ${shown} has no edition yet; the first one is made at ${next}.`,
  )
}
