import {
  type ContentMode,
  type EntryPaths,
  type PageSelectors,
  type Source,
  SOURCE_TYPES,
} from '../../model/source.ts'
import { hostWithoutWww, slugOf } from '../../text/slug.ts'
import { isSelector } from '../kinds.ts'
import { kindErrors, kindOf } from '../sources/source-kind.ts'
import { sourceSettings } from '../sources/source-settings.ts'
import { addressKey, numberedId } from '../sources/sources.ts'
import { errorsOf } from '../validation-errors.ts'
import type { OutlineFeed } from './reader.ts'

/** A source for the settings file, without default values. */
export interface WrittenSource {
  readonly id: string
  readonly name?: string
  readonly url: string
  readonly type?: string
  readonly paths?: EntryPaths
  readonly content?: ContentMode
  readonly fullText?: PageSelectors
  readonly category?: string
  readonly region?: string
  readonly language?: string
  readonly weight?: number
  readonly enabled?: false
}

/** What an import does with a list's feeds. All lists keep the order. */
export type ImportPlan = ReturnType<typeof planImport>

/** Decides by URL which feeds are new, and gives them unique ids. */
export function planImport(feeds: readonly OutlineFeed[], existing: readonly Source[]) {
  const idByAddress = new Map(existing.map(({ url, id }) => [addressKey(url), id]))
  const ids = new Set(existing.map(({ id }) => id))
  const plan = {
    added: [] as WrittenSource[],
    /** The feed's name, and the id of the source with the same URL. */
    known: [] as { name: string; id: string }[],
    refused: [] as { name: string; reason: string }[],
    /** What of an added feed is not read. */
    incomplete: [] as { id: string; reason: string }[],
  }

  for (const feed of feeds) {
    const name = shorten(feed.name || hostWithoutWww(feed.url) || feed.url)
    const address = addressKey(kindOf(feed.url, feed.type).url)
    const known = idByAddress.get(address)
    if (known !== undefined) {
      plan.known.push({ name, id: known })
      // A list may name a feed first outside any folder.
      const index = plan.added.findIndex(({ id, category }) => id === known && category === undefined)
      const first = plan.added[index]
      if (first !== undefined) plan.added[index] = { ...first, ...categoryOf(feed) }
      continue
    }
    const wanted = slugOf(feed.id ?? '') || slugOf(name) || slugOf(hostWithoutWww(feed.url)) || 'source'
    const source = { id: numberedId(wanted, ids), ...written(feed, name) }
    const error = errorOf(source, feed.foreignType)
    if (error !== undefined) {
      plan.refused.push({ name, reason: error })
      continue
    }
    ids.add(source.id)
    idByAddress.set(address, source.id)
    plan.added.push(source)
    for (const setting of feed.unsupported ?? [])
      plan.incomplete.push({ id: source.id, reason: INSTEAD[setting] })
  }
  return plan
}

const INSTEAD = {
  filters: "its filters are not imported: write them as rules, or as '-word' in searches",
  headers: 'its settings of requests are not imported: add headers, cookie, userAgent or proxy to the source',
} as const

/** @returns what is wrong with the source; `undefined` if it is valid */
function errorOf(source: WrittenSource, foreignType: string | undefined): string | undefined {
  if (foreignType !== undefined)
    return `${foreignType} is not known here: add it to the settings with type: page, and CSS selectors in paths`
  if (source.url === '')
    return 'it has no url: an address that begins with http:// or https://, or a short form'
  const checked = sourceSettings.safeParse(source)
  const issues = checked.success ? [] : checked.error.issues
  const placed = issues.map((issue) => ({ ...issue, path: ['sources', 0, ...issue.path] }))
  const [error] = [...errorsOf(placed, { sources: [source] }), ...kindErrors(source, 0)]
  return error?.message.replace(/^sources\[0\]\.?/, '')
}

/** Makes a source from a feed. Invalid attributes are dropped, since the feed is useful without them. */
function written(feed: OutlineFeed, name: string): Omit<WrittenSource, 'id'> {
  const region = feed.region?.toLowerCase()
  const weight = Number(feed.weight ?? 1)
  return {
    // Its feed will name it.
    ...(feed.name === '' ? {} : { name }),
    url: feed.url,
    ...(SOURCE_TYPES.some((type) => type === feed.type) ? { type: String(feed.type) } : {}),
    ...pathsOf(feed.paths),
    ...fullTextOf(feed),
    ...categoryOf(feed),
    ...(region !== undefined && slugOf(region) === region && region !== '' ? { region } : {}),
    ...(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(feed.language ?? '')
      ? { language: String(feed.language).toLowerCase() }
      : {}),
    ...(feed.enabled === false ? { enabled: false } : {}),
    ...(weight >= 0.25 && weight <= 4 && weight !== 1 ? { weight } : {}),
  }
}

function categoryOf({ category }: OutlineFeed): Pick<WrittenSource, 'category'> {
  return category === undefined || category === 'general' ? {} : { category }
}

/** Reads `paths` from JSON. Unknown names and other types stay: `errorOf` reports them. */
function pathsOf(written: string | undefined): { paths?: EntryPaths } {
  try {
    const paths: unknown = JSON.parse(written ?? 'null')
    return typeof paths === 'object' && paths !== null ? { paths: paths as EntryPaths } : {}
  } catch {
    return {}
  }
}

/** FreshRSS reads the page of each article if it has a selector for it. */
function fullTextOf({ content, fullText }: OutlineFeed): Pick<WrittenSource, 'content' | 'fullText'> {
  const selectors = Object.entries(fullText ?? {}).filter(([, each]) => each !== '' && isSelector(each))
  const mode = content ?? (fullText === undefined ? undefined : 'full')
  return {
    ...(mode === 'full' || mode === 'preview' ? { content: mode } : {}),
    ...(selectors.length === 0 ? {} : { fullText: Object.fromEntries(selectors) }),
  }
}

function shorten(name: string): string {
  return name.length <= 200 ? name : `${name.slice(0, 199).trimEnd()}…`
}
