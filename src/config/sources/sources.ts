import type { EntryPaths, Source } from '../../model/source.ts'
import { publicUrl } from '../../url/public-url.ts'
import { readRules } from '../rules.ts'
import type { SettingPath, SettingsError } from '../setting.ts'
import { categoryNames, categorySlug, hostOf, slugOf } from './slug.ts'
import { authErrors, authHeaders, type SecretLocations } from './source-auth.ts'
import { kindErrors, kindOf, type SourceKind } from './source-kind.ts'
import type { SourceSettings } from './source-settings.ts'

/** Sources with their defaults filled in, each with an id of its own. */
export function toSources(
  settings: readonly SourceSettings[],
  everyMs: number,
  secrets: SecretLocations | undefined,
): Source[] {
  const ids = sourceIds(settings.map(({ id = '', name, url, type }) => identifiable(id, name, url, type)))
  const names = categoryNames(settings.map(({ category }) => category))
  return settings.map((each, index) => {
    const category = names.get(categorySlug(each.category)) ?? each.category
    return toSource({ ...each, category, id: ids[index] }, everyMs, secrets, index)
  })
}

/**
 * A source with its defaults filled in.
 *
 * @param secrets where its credentials are read from; `undefined` leaves them out
 * @param index its place in the list, for the names of its rules
 */
export function toSource(
  settings: SourceSettings,
  everyMs: number,
  secrets: SecretLocations | undefined,
  index = 0,
): Source {
  const kind = kindOf(settings.url, settings.type)
  const name = settings.name ?? kind.name
  const { id = '' } = settings
  const category = categorySlug(settings.category)
  const paths = pathsOf(settings.paths)
  const { rules } = readRules(settings.rules, ['sources', index, 'rules'])
  const headers = secrets === undefined || !settings.enabled ? undefined : authHeaders(settings.auth, secrets)
  return {
    id: id === '' ? (sourceIds([identifiable(id, settings.name, settings.url, settings.type)])[0] ?? '') : id,
    name,
    ...(settings.name === undefined && !hasOwnName(kind) ? { isNamedByFeed: true } : {}),
    type: kind.type,
    url: kind.url,
    category,
    ...(category === settings.category ? {} : { categoryName: settings.category }),
    region: settings.region ?? null,
    language: settings.language ?? null,
    weight: settings.weight,
    enabled: settings.enabled,
    everyMs: settings.every ?? everyMs,
    ...(settings.limit === undefined ? {} : { limit: settings.limit }),
    ...(paths === undefined ? {} : { paths }),
    ...(settings.content === 'feed' ? {} : { content: settings.content, fullText: settings.fullText }),
    ...(headers === undefined ? {} : { headers }),
    ...(rules.length === 0 ? {} : { rules }),
  }
}

function pathsOf({ items, ...parts }: SourceSettings['paths']): EntryPaths | undefined {
  if (items === undefined) return undefined
  const given = Object.entries(parts).filter(([, written]) => written !== undefined)
  return { items, ...(Object.fromEntries(given) as Omit<EntryPaths, 'items'>) }
}

/** Whether two addresses name one feed, as far as the addresses show. */
export function addressKey(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '') : url
}

/**
 * What is wrong beside the settings each by itself: in one source, and ids and addresses that stand twice.
 * Reads around whatever else is wrong, so that all errors are reported together.
 */
export function sourceErrors(rawSources: unknown, secrets: SecretLocations | undefined): SettingsError[] {
  if (!Array.isArray(rawSources)) return []
  return [
    ...rawSources.flatMap(kindErrors),
    ...rawSources.flatMap((raw: unknown, index) => authErrors(raw, index, secrets)),
    ...rawSources.flatMap((raw: unknown, index) => ruleErrors(raw, ['sources', index])),
    ...duplicateErrors(rawSources),
  ]
}

/** What is wrong with the rules of a block: the whole file, or a source. */
export function ruleErrors(raw: unknown, path: SettingPath): readonly SettingsError[] {
  const rules: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'rules') : undefined
  return readRules(rules, [...path, 'rules']).errors
}

function duplicateErrors(rawSources: readonly unknown[]): SettingsError[] {
  const parsed = rawSources.map((raw) =>
    identifiable(
      textOf(raw, 'id'),
      textOf(raw, 'name'),
      textOf(raw, 'url'),
      textOf(raw, 'type') || undefined,
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

/** What a source's id is made from. */
function identifiable(
  id: string,
  name: string | undefined,
  url: string,
  type: string | undefined,
): Identifiable {
  const kind = kindOf(url, type)
  return { id, name: name || (hasOwnName(kind) ? kind.name : ''), url: kind.url }
}

/** Whether a source is known by another name than its host, though none is configured. */
function hasOwnName({ name, url }: SourceKind): boolean {
  return name !== hostOf(url)
}

function textOf(raw: unknown, key: string): string {
  const value: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, key) : undefined
  return typeof value === 'string' ? value.trim() : ''
}

function idError(givenId: string, id: string, index: number, first: number): SettingsError {
  const alsoAt = ['sources', first]
  if (givenId !== '') {
    const message = `sources[${index}].id '${id}' is the id of another source too; each source has its own`
    return { path: ['sources', index, 'id'], on: 'value', message, alsoAt }
  }
  const message = `sources[${index}] gets the id '${id}' from its name, as another source does; give one of them an 'id'`
  return { path: ['sources', index], on: 'value', message, alsoAt }
}

function addressError(index: number, first: number): SettingsError {
  const message = `sources[${index}].url is the address of another source too; each source has its own`
  return { path: ['sources', index, 'url'], on: 'value', message, alsoAt: ['sources', first, 'url'] }
}

/** What an id is made from. */
interface Identifiable {
  /** As configured; empty where it is not. */
  readonly id: string
  /** As configured, or that of a service known by its short form; empty where the source has neither. */
  readonly name: string
  readonly url: string
}

/** Parts of a path that most feeds have in common. */
const COMMON_PART = /^(?:feeds?|rss|atom|xml|json|index|default|news-?feed|rss2|feed-?rss)$/

/**
 * The id of each source, in their order. One without `id` gets it from its name, otherwise from its host; where another source has
 * that host already, from the host and the parts in which their addresses differ. So the id of a source stays when others come after it.
 * Ids that are configured, or made from a name, can be those of two sources: that error is the caller's to report.
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
  const host = slugOf(hostOf(url)) || 'source'
  // Ids are public: what is secret in an address must not get into one.
  const shown = publicUrl(url)
  const candidates = [host, slugOf(`${host}-${reporting(shown)}`), slugOf(`${host}-${whole(shown)}`)]
  const free = candidates.find((id) => !taken.has(id))
  if (free !== undefined) return free
  for (let number = 2; ; number += 1) {
    const id = `${host.slice(0, 58)}-${number}`
    if (!taken.has(id)) return id
  }
}

/** The path of an address without what many feeds' paths have in common. */
function reporting(url: string): string {
  if (!URL.canParse(url)) return ''
  return decoded(new URL(url).pathname)
    .split('/')
    .map((part) => part.replace(/\.(?:xml|rss|atom|json|rdf|html?|php|aspx?)$/i, ''))
    .filter((part) => !COMMON_PART.test(part.toLowerCase()))
    .join('-')
}

/** Path and query of an address. */
function whole(url: string): string {
  if (!URL.canParse(url)) return ''
  const { pathname, searchParams } = new URL(url)
  return `${decoded(pathname)}-${[...searchParams].flat().join('-')}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
