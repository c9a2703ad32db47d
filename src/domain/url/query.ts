import { normalizeQuery } from './percent.ts'
import { choosesRendering, namesFeed, trackingOf } from './tracking.ts'

/** One parameter, both halves in normal form, still escaped. */
export interface Parameter {
  readonly name: string
  readonly value: string
}

/**
 * Reads the parameters that tell articles apart, sorted by name (the order of equal names is kept: it may
 * mean something). Semicolons do not separate; `amp;` left of a name is a leftover of HTML escaping.
 *
 * @param search with its `?`, or empty
 */
export function identifyingParameters(search: string, host: string): Parameter[] {
  if (search.length < 2) return []
  const tracks = trackingOf(host)
  const parameters: Parameter[] = []
  for (const pair of search.slice(1).split('&')) {
    const { name, value } = parameterOf(normalizeQuery(pair))
    if (name === '' || tracks(name) || choosesRendering(name, value) || namesFeed(name, value)) continue
    parameters.push({ name, value })
  }
  return parameters.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Writes parameters as a query with its `?`; an empty value and none are the same. */
export function queryOf(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  return `?${parameters.map(({ name, value }) => (value === '' ? name : `${name}=${value}`)).join('&')}`
}

/** Takes tracking parameters out of a query and leaves the rest to the letter. */
export function withoutTracking(search: string, host: string): string {
  if (search.length < 2) return search
  const tracks = trackingOf(host)
  const pairs = search.slice(1).split('&')
  const kept = pairs.filter((pair) => !tracks(parameterOf(normalizeQuery(pair)).name))
  if (kept.length === pairs.length) return search
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

function parameterOf(pair: string): Parameter {
  const equals = pair.indexOf('=')
  const name = equals < 0 ? pair : pair.slice(0, equals)
  return { name: name.replace(/^(?:amp;)+/, ''), value: equals < 0 ? '' : pair.slice(equals + 1) }
}
