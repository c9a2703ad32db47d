import type { ContentMode, EntryPaths, Source } from '../../model/source.ts'
import { categoryNames, categorySlug, hostWithoutWww, slugOf } from '../../text/slug.ts'
import { decodeLeniently } from '../../url/path.ts'
import { publicUrl } from '../../url/public-url.ts'
import { textField } from '../list-errors.ts'
import { labelled } from '../rules.ts'
import { errorAt, type SettingsError } from '../setting.ts'
import type { ShortForm } from './short-form.ts'
import { authErrors, authHeaders, authVariables, type SecretLocations } from './source-auth.ts'
import { headerErrors, headerVariables, ownHeaders } from './source-headers.ts'
import { kindErrors, kindOf } from './source-kind.ts'
import type { SourceSettings } from './source-settings.ts'

export interface SourceDefaults {
  readonly everyMs: number
  readonly content: ContentMode
}

/** Fills in the defaults of sources, including their ids. */
export function toSources(
  settings: readonly SourceSettings[],
  defaults: SourceDefaults,
  secrets: SecretLocations | undefined,
): Source[] {
  const ids = sourceIds(settings.map(({ id, name, url, type }) => identifiable(id, name, url, type)))
  const names = categoryNames(settings.map(({ category }) => category))
  return settings.map((each, index) => {
    const category = names.get(categorySlug(each.category)) ?? each.category
    return toSource({ ...each, category, id: ids[index] }, defaults, secrets, index)
  })
}

/**
 * Fills in the defaults of a source.
 *
 * @param secrets where its credentials are; `undefined` leaves credentials out
 * @param index position in the list, for the names of its rules
 */
export function toSource(
  settings: SourceSettings,
  defaults: SourceDefaults,
  secrets: SecretLocations | undefined,
  index = 0,
): Source {
  const kind = kindOf(settings.url, settings.type)
  const id =
    settings.id || sourceIds([identifiable(undefined, settings.name, settings.url, settings.type)])[0] || ''
  const category = categorySlug(settings.category)
  const paths = pathsOf(settings.paths)
  const { content = defaults.content, retention } = settings
  const rules = labelled(settings.rules, ['sources', index, 'rules'])
  const headers =
    secrets === undefined || !settings.enabled
      ? {}
      : { ...authHeaders(settings.auth, secrets), ...ownHeaders(settings, secrets) }
  return {
    id,
    ...(settings.name === undefined && (kind.isNamedByFeed === true || !hasOwnName(kind))
      ? { name: id, isNamedByFeed: true }
      : { name: settings.name ?? kind.name }),
    type: kind.type,
    url: kind.url,
    category,
    ...(category === settings.category ? {} : { categoryName: settings.category }),
    region: settings.region ?? null,
    language: settings.language ?? null,
    weight: settings.weight,
    enabled: settings.enabled,
    everyMs: settings.every ?? defaults.everyMs,
    ...(settings.limit === undefined ? {} : { limit: settings.limit }),
    ...(paths === undefined ? {} : { paths }),
    ...(content === 'feed' ? {} : { content, fullText: settings.fullText }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(settings.proxy === undefined ? {} : { proxy: settings.proxy }),
    ...(retention.days === undefined && retention.maxItems === undefined ? {} : { retention }),
    ...(rules.length === 0 ? {} : { rules }),
  }
}

function pathsOf({ items, ...parts }: SourceSettings['paths']): EntryPaths | undefined {
  if (items === undefined) return undefined
  const given = Object.entries(parts).filter(([, written]) => written !== undefined)
  return { items, ...(Object.fromEntries(given) as Omit<EntryPaths, 'items'>) }
}

/** A key that is equal for URLs of one feed: ignores scheme, `www.` and a final slash. */
export function addressKey(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '') : url
}

/**
 * Finds errors that no single setting shows: contradictions within a source, and duplicate ids and URLs. It accepts
 * input with other errors, so one run reports all errors.
 */
export function sourceErrors(rawSources: unknown, secrets: SecretLocations | undefined): SettingsError[] {
  if (!Array.isArray(rawSources)) return []
  return [
    ...rawSources.flatMap(kindErrors),
    ...rawSources.flatMap((raw: unknown, index) => [
      ...authErrors(raw, index, secrets),
      ...headerErrors(raw, index, secrets),
    ]),
    ...duplicateErrors(rawSources),
  ]
}

export function secretVariables(rawSources: unknown): string[] {
  if (!Array.isArray(rawSources)) return []
  return rawSources.flatMap((raw: unknown) => [...authVariables(raw), ...headerVariables(raw)])
}

function duplicateErrors(rawSources: readonly unknown[]): SettingsError[] {
  const parsed = rawSources.map((raw) =>
    identifiable(
      textField(raw, 'id'),
      textField(raw, 'name'),
      textField(raw, 'url') ?? '',
      textField(raw, 'type'),
    ),
  )
  const ids = sourceIds(parsed)
  const firstById = new Map<string, number>()
  const firstByAddress = new Map<string, number>()
  return parsed.flatMap(({ id: givenId, url }, index) => {
    const id = ids[index] ?? ''
    const errors: SettingsError[] = []

    const sameId = firstById.get(id)
    if (sameId === undefined) firstById.set(id, index)
    else if (url !== '' || givenId !== '') errors.push(idError(givenId, id, index, sameId))

    const address = addressKey(url)
    const sameAddress = firstByAddress.get(address)
    if (sameAddress === undefined) firstByAddress.set(address, index)
    else if (url !== '') errors.push(addressError(index, sameAddress))
    return errors
  })
}

function identifiable(
  id = '',
  name: string | undefined,
  url: string,
  type: string | undefined,
): Identifiable {
  const kind = kindOf(url, type)
  return { id, name: name || (hasOwnName(kind) ? kind.name : ''), url: kind.url }
}

/** Whether a source's kind gives it a better name than its host. */
function hasOwnName({ name, url }: ShortForm): boolean {
  return name !== hostWithoutWww(url)
}

function idError(givenId: string, id: string, index: number, first: number): SettingsError {
  const alsoAt = ['sources', first]
  const [path, problem] =
    givenId === ''
      ? [[], `gets the id '${id}' from its name, as another source does; give one of them an 'id'`]
      : [['id'], `'${id}' is the id of another source too; each source has its own`]
  return { ...errorAt(['sources', index, ...path], 'value', problem), alsoAt }
}

function addressError(index: number, first: number): SettingsError {
  const problem = 'is the address of another source too; each source has its own'
  return { ...errorAt(['sources', index, 'url'], 'value', problem), alsoAt: ['sources', first, 'url'] }
}

interface Identifiable {
  /** As configured; '' if it is not. */
  readonly id: string
  /** As configured, else from a short form, else ''. */
  readonly name: string
  readonly url: string
}

/** Path parts of many feeds, which do not distinguish them. */
const COMMON_PART = /^(?:feeds?|rss|atom|xml|json|index|default|news-?feed|rss2|feed-?rss)$/

/**
 * The ids of sources, in their order. A source without `id` gets one from its name, or else from its host; if that is
 * taken, with path and query. Sources added later do not change it. Configured ids and ids from names may be
 * duplicates, which the caller reports.
 */
export function sourceIds(sources: readonly Identifiable[]): string[] {
  const given = sources.map(({ id, name }) => id.toLowerCase() || slugOf(name))
  const taken = new Set(given.filter((id) => id !== ''))
  return sources.map(({ url }, index) => {
    const own = given[index]
    if (own !== undefined && own !== '') return own
    const id = freeId(url, taken)
    taken.add(id)
    return id
  })
}

function freeId(url: string, taken: ReadonlySet<string>): string {
  const host = slugOf(hostWithoutWww(url)) || 'source'
  // Ids are public and must not contain secrets from URLs.
  const shown = publicUrl(url)
  const candidates = [host, slugOf(`${host}-${reporting(shown)}`), slugOf(`${host}-${whole(shown)}`)]
  return candidates.find((id) => !taken.has(id)) ?? numberedId(host, taken)
}

export function numberedId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted
  for (let number = 2; taken.has(id); number += 1) id = `${wanted.slice(0, 58)}-${number}`
  return id
}

/** The path of a URL without common parts and file suffixes. */
function reporting(url: string): string {
  if (!URL.canParse(url)) return ''
  return decodeLeniently(new URL(url).pathname)
    .split('/')
    .map((part) => part.replace(/\.(?:xml|rss|atom|json|rdf|html?|php|aspx?)$/i, ''))
    .filter((part) => !COMMON_PART.test(part.toLowerCase()))
    .join('-')
}

function whole(url: string): string {
  if (!URL.canParse(url)) return ''
  const { pathname, searchParams } = new URL(url)
  return `${decodeLeniently(pathname)}-${[...searchParams].flat().join('-')}`
}
