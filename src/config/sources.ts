import type { EntryPaths, Source } from '../domain/source.ts'
import type { Fault } from './fault.ts'
import { authFaults, authHeaders, type SecretPlaces } from './source-auth.ts'
import { readRules } from './rules/read-rules.ts'
import type { SettingPath } from './setting.ts'
import { sourceIds, type Identifiable } from './source-ids.ts'
import { kindFaults, kindOf, type SourceKind } from './source-kind.ts'
import type { SourceSettings } from './source-settings.ts'
import { hostOf } from './slug.ts'

/** Sources with their defaults filled in, each with an id of its own. */
export function toSources(
  settings: readonly SourceSettings[],
  everyMs: number,
  secrets: SecretPlaces | undefined,
): Source[] {
  const ids = sourceIds(settings.map(({ id = '', name, url, type }) => identifiable(id, name, url, type)))
  return settings.map((each, index) => toSource({ ...each, id: ids[index] }, everyMs, secrets, index))
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
  secrets: SecretPlaces | undefined,
  index = 0,
): Source {
  const kind = kindOf(settings.url, settings.type)
  const name = settings.name ?? kind.name
  const { id = '' } = settings
  const paths = pathsOf(settings.paths)
  const { rules } = readRules(settings.rules, ['sources', index, 'rules'])
  const headers = secrets === undefined || !settings.enabled ? undefined : authHeaders(settings.auth, secrets)
  return {
    id: id === '' ? (sourceIds([identifiable(id, settings.name, settings.url, settings.type)])[0] ?? '') : id,
    name,
    ...(settings.name === undefined && !hasOwnName(kind) ? { isNamedByFeed: true } : {}),
    type: kind.type,
    url: kind.url,
    category: settings.category,
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

/** Whether two addresses name one feed, as far as the addresses tell. */
export function addressKey(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '') : url
}

/**
 * What is wrong beside the settings each by itself: in one source, and ids and addresses that stand twice.
 * Reads around whatever else is wrong, so that every fault is told at once.
 */
export function sourcesFaults(rawSources: unknown, secrets: SecretPlaces | undefined): Fault[] {
  if (!Array.isArray(rawSources)) return []
  return [
    ...rawSources.flatMap(kindFaults),
    ...rawSources.flatMap((raw: unknown, index) => authFaults(raw, index, secrets)),
    ...rawSources.flatMap((raw: unknown, index) => rulesFaults(raw, ['sources', index])),
    ...duplicateFaults(rawSources),
  ]
}

/** What is wrong with the rules of a block: the whole file, or a source. */
export function rulesFaults(raw: unknown, path: SettingPath): readonly Fault[] {
  const rules: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'rules') : undefined
  return readRules(rules, [...path, 'rules']).faults
}

function duplicateFaults(rawSources: readonly unknown[]): Fault[] {
  const said = rawSources.map((raw) =>
    identifiable(
      textOf(raw, 'id'),
      textOf(raw, 'name'),
      textOf(raw, 'url'),
      textOf(raw, 'type') || undefined,
    ),
  )
  const ids = sourceIds(said)
  const firstById = new Map<string, number>()
  const firstByAddress = new Map<string, number>()
  return said.flatMap(({ id: givenId, url }, index) => {
    const id = ids[index] ?? ''
    const faults: Fault[] = []

    const sameId = firstById.get(id)
    if (sameId === undefined) firstById.set(id, index)
    else if (url !== '' || givenId !== '') faults.push(idFault(givenId, id, index, sameId))

    const address = addressKey(url)
    const sameAddress = firstByAddress.get(address)
    if (sameAddress === undefined) firstByAddress.set(address, index)
    else if (url !== '') faults.push(addressFault(index, sameAddress))
    return faults
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

function idFault(givenId: string, id: string, index: number, first: number): Fault {
  const alsoAt = ['sources', first]
  if (givenId !== '') {
    const message = `sources[${index}].id '${id}' is the id of another source too; each source has its own`
    return { path: ['sources', index, 'id'], on: 'value', message, alsoAt }
  }
  const message = `sources[${index}] gets the id '${id}' from its name, as another source does; give one of them an 'id'`
  return { path: ['sources', index], on: 'value', message, alsoAt }
}

function addressFault(index: number, first: number): Fault {
  const message = `sources[${index}].url is the address of another source too; each source has its own`
  return { path: ['sources', index, 'url'], on: 'value', message, alsoAt: ['sources', first, 'url'] }
}
