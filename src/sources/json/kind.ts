import type { Entry } from '../../model/entry.ts'
import type { EntryPaths, VisitError } from '../../model/source.ts'
import { decodeDocument } from '../../text/charset/charset.ts'
import { titleHtml } from '../../text/html/title-markup.ts'
import { parseJsonPath, EVERY, type JsonStep } from '../../text/selectors.ts'
import { collectDocument } from '../document.ts'
import { linesToHtml } from '../feed/html.ts'
import { distinct, engagement, httpUrl } from '../feed/values.ts'
import { emptyEntry, emptyFeed, type CollectKind, NO_PATHS } from '../kind.ts'
import type { FeedContent } from '../visit.ts'
import { countOf, dateOf, parseJson, textOf, verbatimOf, isObject } from './values.ts'

/** Visits a JSON document that is no JSON Feed. The source's paths say where entries and their parts stand. */
export const collectJson: CollectKind = (source, state, deps, signal) =>
  collectDocument(
    source,
    'application/json, */*;q=0.5',
    state,
    deps,
    signal,
    ({ body, headers, base, exchange }) => {
      const { paths } = source
      if (paths === undefined) return NO_PATHS
      const { text } = decodeDocument(body, headers.get('content-type'))
      const value = parseJson(text)
      if (value === undefined) return { code: 'parse', message: 'the answer is no JSON' }
      const entries = readJsonEntries(value, paths, base)
      if ('code' in entries) return entries
      return { feed: emptyFeed({ siteUrl: new URL('/', exchange.finalUrl).href }), entries: entries.entries }
    },
  )

/**
 * Entries of a JSON value.
 *
 * @param base of relative addresses
 */
function readJsonEntries(
  value: unknown,
  paths: EntryPaths,
  base: string,
): Pick<FeedContent, 'entries'> | VisitError {
  const read = readerOf(paths)
  if (typeof read === 'string') return { code: 'parse', message: `'${read}' is no path` }
  const items = valuesAt(value, read.items)
  if (items.length === 0 && reaches(value, read.items)) return { entries: [] }
  if (items.length === 0) return { code: 'empty', message: `nothing stands at '${paths.items}'` }
  const entries = items
    .map((item) => read.entry(item, base))
    .filter((entry) => entry.title !== '' || entry.url !== undefined)
  return entries.length === 0
    ? {
        code: 'empty',
        message: `what stands at '${paths.items}' has neither title nor url at the paths given`,
      }
    : { entries }
}

type Part = Exclude<keyof EntryPaths, 'items'>

/** Parses the paths once for all entries. @returns the invalid path if there is one */
function readerOf(paths: EntryPaths):
  | {
      readonly items: NonNullable<ReturnType<typeof parseJsonPath>>
      readonly entry: (item: unknown, base: string) => Entry
    }
  | string {
  const items = parseJsonPath(paths.items)
  if (items === undefined) return paths.items
  const parts = new Map<string, NonNullable<ReturnType<typeof parseJsonPath>>>()
  for (const [part, written] of Object.entries(paths)) {
    const steps = parseJsonPath(written)
    if (steps === undefined) return written
    parts.set(part, steps)
  }
  const all = (item: unknown, part: Part): unknown[] => {
    const steps = parts.get(part)
    return steps === undefined ? [] : valuesAt(item, steps)
  }
  const first = (item: unknown, part: Part): unknown =>
    all(item, part).find((one) => one !== null && one !== '')

  return {
    items,
    entry(item, base) {
      return emptyEntry({
        guid: contentOf(first(item, 'id')),
        url: httpUrl(textOf(first(item, 'url')), base),
        title: titleHtml(contentOf(first(item, 'title')) ?? ''),
        summaryHtml: bodyHtml(first(item, 'summary')),
        contentHtml: bodyHtml(first(item, 'content')),
        author: distinct(all(item, 'author').map(contentOf)).join(', ') || undefined,
        publishedAt: dateOf(first(item, 'publishedAt')),
        imageUrl: httpUrl(textOf(first(item, 'image')), base),
        tags: distinct(all(item, 'tags').map(contentOf)),
        engagement: engagement(countOf(first(item, 'points')), countOf(first(item, 'comments'))),
      })
    },
  }
}

/** A number counts as its digits: ids and years are often numbers. */
function contentOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value)
}

/** Guesses between HTML and plain text: endpoints give either and do not say which. */
function bodyHtml(value: unknown): string | undefined {
  const text = verbatimOf(value)
  if (text === undefined) return undefined
  return /<\/?[a-z][a-z0-9]*[\s/>]/i.test(text) ? text : linesToHtml(text)
}

/** All values at the end of a path. A list there counts as its elements. */
export function valuesAt(value: unknown, steps: readonly JsonStep[]): unknown[] {
  return ends(value, steps).flatMap((one): unknown[] => (Array.isArray(one) ? one : [one]))
}

/**
 * Whether a path exists in the value. An empty list counts, at the end of the path or on its way: its elements
 * may have had the rest of the path.
 */
function reaches(value: unknown, steps: readonly JsonStep[]): boolean {
  return (
    ends(value, steps).length > 0 || steps.some((_, index) => isEmptyList(ends(value, steps.slice(0, index))))
  )
}

function ends(value: unknown, steps: readonly JsonStep[]): unknown[] {
  let values = [value]
  for (const step of steps) values = values.flatMap((one) => follow(one, step))
  return values
}

function isEmptyList(values: readonly unknown[]): boolean {
  return values.length > 0 && values.every((one) => Array.isArray(one) && one.length === 0)
}

function follow(value: unknown, step: JsonStep): unknown[] {
  if (step === EVERY) {
    if (Array.isArray(value)) return value
    return isObject(value) ? Object.values(value) : []
  }
  if (typeof step === 'number') return Array.isArray(value) && step < value.length ? [value[step]] : []
  // A name after a list applies to each of its elements: `[*]` is optional.
  if (Array.isArray(value)) return value.flatMap((one) => follow(one, step))
  return isObject(value) && Object.hasOwn(value, step) ? [value[step]] : []
}
