import type { Source } from '../domain/source.ts'
import type { Fault } from './faults.ts'
import type { SourceSettings } from './settings.ts'
import { hostOf, slugOf } from './slug.ts'

/** A source with its defaults filled in; its id comes from its name, else from its host. */
export function toSource(settings: SourceSettings, everyMs: number): Source {
  const name = settings.name ?? hostOf(settings.url)
  const id = settings.id ?? derivedId(name, settings.url)
  return {
    id,
    name,
    type: settings.type,
    url: settings.url,
    category: settings.category,
    region: settings.region ?? null,
    language: settings.language ?? null,
    weight: settings.weight,
    enabled: settings.enabled,
    everyMs: settings.every ?? everyMs,
  }
}

/** Whether two addresses name one feed, as far as the addresses tell. */
export function addressKey(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '') : url
}

/** Ids and addresses that stand twice. Reads around whatever else is wrong, so that every fault is told at once. */
export function duplicateFaults(rawSources: unknown): Fault[] {
  if (!Array.isArray(rawSources)) return []
  const firstById = new Map<string, number>()
  const firstByAddress = new Map<string, number>()
  return rawSources.flatMap((raw: unknown, index) => {
    const said = { id: textOf(raw, 'id'), name: textOf(raw, 'name'), url: textOf(raw, 'url') }
    const id = said.id === '' ? derivedId(said.name || hostOf(said.url), said.url) : said.id.toLowerCase()
    const faults: Fault[] = []

    const sameId = firstById.get(id)
    if (sameId === undefined) firstById.set(id, index)
    else if (said.url !== '' || said.id !== '') faults.push(idFault(said, id, index, sameId))

    const address = addressKey(said.url)
    const sameAddress = firstByAddress.get(address)
    if (sameAddress === undefined) firstByAddress.set(address, index)
    else if (said.url !== '') faults.push(addressFault(index, sameAddress))
    return faults
  })
}

function derivedId(name: string, url: string): string {
  return slugOf(name) || slugOf(hostOf(url)) || 'source'
}

function textOf(raw: unknown, key: string): string {
  const value: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, key) : undefined
  return typeof value === 'string' ? value.trim() : ''
}

function idFault(
  said: { readonly id: string; readonly name: string },
  id: string,
  index: number,
  first: number,
): Fault {
  const alsoAt = ['sources', first]
  if (said.id !== '') {
    const message = `sources[${index}].id '${id}' is the id of another source too; each source has its own`
    return { path: ['sources', index, 'id'], on: 'value', message, alsoAt }
  }
  const from = said.name === '' ? 'host' : 'name'
  const message = `sources[${index}] gets the id '${id}' from its ${from}, as another source does; give one of them an 'id'`
  return { path: ['sources', index], on: 'value', message, alsoAt }
}

function addressFault(index: number, first: number): Fault {
  const message = `sources[${index}].url is the address of another source too; each source has its own`
  return { path: ['sources', index, 'url'], on: 'value', message, alsoAt: ['sources', first, 'url'] }
}
