import type { Entry } from '../../domain/entry.ts'
import { parseJsonPath } from '../../domain/paths/json-path.ts'
import type { EntryPaths, VisitError } from '../../domain/source.ts'
import { blankEntry, blankFeed } from '../blank-entry.ts'
import { collectDocument } from '../document.ts'
import { decodeDocument } from '../feed/charset.ts'
import { parseDate } from '../feed/dates.ts'
import { escapeHtml } from '../../domain/escape-html.ts'
import { linesToHtml } from '../feed/html.ts'
import { distinct, engagement, httpUrl } from '../feed/values.ts'
import { reaches, valuesAt } from '../json/path.ts'
import { countOf, parseJson, textOf, verbatimOf } from '../json/values.ts'
import { type CollectKind, NO_PATHS } from '../kind.ts'
import type { Said } from '../visit.ts'

/** Visits a JSON document that is no JSON Feed: paths of the source say where its entries and their parts stand. */
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
      return { feed: blankFeed({ siteUrl: new URL('/', exchange.finalUrl).href }), entries: entries.entries }
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
): Pick<Said, 'entries'> | VisitError {
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

/** Reads paths once for all entries. @returns the path that is none, where one is not */
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
      const time = first(item, 'publishedAt')
      return blankEntry({
        guid: saidOf(first(item, 'id')),
        url: httpUrl(textOf(first(item, 'url')), base),
        title: escapeHtml(saidOf(first(item, 'title')) ?? ''),
        summaryHtml: bodyHtml(first(item, 'summary')),
        contentHtml: bodyHtml(first(item, 'content')),
        author: distinct(all(item, 'author').map(saidOf)).join(', ') || undefined,
        publishedAt: typeof time === 'number' ? parseDate(String(Math.trunc(time))) : parseDate(textOf(time)),
        imageUrl: httpUrl(textOf(first(item, 'image')), base),
        tags: distinct(all(item, 'tags').map(saidOf)),
        engagement: engagement(countOf(first(item, 'points')), countOf(first(item, 'comments'))),
      })
    },
  }
}

/** A number says as much as its digits: ids, years. */
function saidOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value)
}

/** Some endpoints give HTML, some plain text, and none says which. */
function bodyHtml(value: unknown): string | undefined {
  const text = verbatimOf(value)
  if (text === undefined) return undefined
  return /<\/?[a-z][a-z0-9]*[\s/>]/i.test(text) ? text : linesToHtml(text)
}
