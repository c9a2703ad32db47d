import type { Entry } from '../../model/entry.ts'
import { isObject, parseJson } from '../../model/json-object.ts'
import type { EntryPaths, VisitError } from '../../model/source.ts'
import { decodeDocument } from '../../text/charset/charset.ts'
import { titleHtml } from '../../text/html/title-markup.ts'
import { parseJsonPath, EVERY, type JsonStep } from '../../text/selectors.ts'
import { collectDocument } from '../document.ts'
import { htmlOrLines } from '../feed/html.ts'
import { distinct, engagement, httpUrl } from '../feed/values.ts'
import { emptyEntry, type CollectKind, idlePath, NO_PATHS } from '../kind.ts'
import type { FeedContent } from '../visit.ts'
import { countOf, dateOf, listOf, lineOf, verbatimOf } from './values.ts'

/** Visits a JSON document other than JSON Feed. The source's paths locate entries and their parts. */
export const collectJson: CollectKind = (visit) =>
  collectDocument(visit, 'application/json, */*;q=0.5', ({ body, headers, base, exchange }) => {
    const { paths } = visit.source
    if (paths === undefined) return NO_PATHS
    const { text } = decodeDocument(body, headers.get('content-type'))
    const value = parseJson(text)
    if (value === undefined) return { code: 'parse', message: 'the answer is no JSON' }
    const entries = readJsonEntries(value, paths, base)
    if ('code' in entries) return entries
    return { feed: { siteUrl: new URL('/', exchange.finalUrl).href }, entries: entries.entries }
  })

/** Entries of a JSON value. */
function readJsonEntries(
  value: unknown,
  paths: EntryPaths,
  base: string,
): Pick<FeedContent, 'entries'> | VisitError {
  // The settings were checked: each is a path.
  const parsed: ParsedPaths = new Map(
    Object.entries(paths).map(([part, written]) => [part, parseJsonPath(written) ?? []]),
  )
  const path = parsed.get('items') ?? []
  const items = valuesAt(value, path)
  if (items.length === 0 && reaches(value, path)) return { entries: [] }
  if (items.length === 0) return { code: 'empty', message: `nothing stands at '${paths.items}'` }
  // Whether no entry has the part; `null` and empty text count as present.
  const isIdle = (part: string): boolean => {
    const steps = parsed.get(part) ?? []
    return items.every((item) =>
      valuesAt(item, steps).every((one) => typeof one === 'object' && one !== null),
    )
  }
  const failure = idlePath(paths, items.length, isIdle, `what is at '${paths.items}'`)
  if (failure !== undefined) return failure
  const entries = items
    .map((item) => readEntry(item, parsed, base))
    .filter((entry) => entry.title !== '' || entry.url !== undefined)
  return entries.length === 0
    ? {
        code: 'empty',
        message: `what stands at '${paths.items}' has neither title nor url at the paths given`,
      }
    : { entries }
}

type ParsedPaths = ReadonlyMap<string, readonly JsonStep[]>

function readEntry(item: unknown, paths: ParsedPaths, base: string): Entry {
  const all = (part: keyof EntryPaths): unknown[] => {
    const steps = paths.get(part)
    return steps === undefined ? [] : valuesAt(item, steps)
  }
  const first = (part: keyof EntryPaths): unknown => all(part).find((one) => one !== null && one !== '')
  const times = all('publishedAt')
  const isPart = (one: unknown): boolean => typeof one === 'number' && one < 3_000
  const parts = times.map((one) => String(one).padStart(2, '0')).join('-')
  return emptyEntry({
    guid: contentOf(first('id')),
    url: httpUrl(lineOf(first('url')), base),
    title: titleHtml(contentOf(first('title')) ?? ''),
    summaryHtml: bodyHtml(first('summary')),
    contentHtml: bodyHtml(first('content')),
    author: distinct(all('author').map(contentOf)).join(', ') || undefined,
    // Crossref lists year, month and day.
    publishedAt: dateOf(times.every(isPart) ? parts : first('publishedAt')),
    imageUrl: httpUrl(lineOf(first('image')), base),
    tags: distinct(all('tags').map(contentOf)),
    engagement: engagement(countOf(first('points')), countOf(first('comments'))),
  })
}

/** Numbers count as text: ids and years are often numbers. */
function contentOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : lineOf(value)
}

function bodyHtml(value: unknown): string | undefined {
  const text = verbatimOf(value)
  return text === undefined ? undefined : htmlOrLines(text)
}

/** All values at the end of a path, with lists flattened. */
export function valuesAt(value: unknown, steps: readonly JsonStep[]): unknown[] {
  return ends(value, steps).flatMap(listOf)
}

/**
 * Whether a path exists in the value. It also does if it ends in or passes an empty list, whose elements may have had
 * the rest.
 */
function reaches(value: unknown, steps: readonly JsonStep[]): boolean {
  const isEmptyList = (values: readonly unknown[]): boolean =>
    values.length > 0 && values.every((one) => Array.isArray(one) && one.length === 0)
  return (
    ends(value, steps).length > 0 || steps.some((_, index) => isEmptyList(ends(value, steps.slice(0, index))))
  )
}

function ends(value: unknown, steps: readonly JsonStep[]): unknown[] {
  let values = [value]
  for (const step of steps) values = values.flatMap((one) => follow(one, step))
  return values
}

function follow(value: unknown, step: JsonStep): unknown[] {
  if (step === EVERY) {
    if (Array.isArray(value)) return value
    return isObject(value) ? Object.values(value) : []
  }
  if (typeof step === 'number') return Array.isArray(value) && step < value.length ? [value[step]] : []
  // A name after a list applies to each element: `[*]` is optional.
  if (Array.isArray(value)) return value.flatMap((one) => follow(one, step))
  return isObject(value) && Object.hasOwn(value, step) ? [value[step]] : []
}
