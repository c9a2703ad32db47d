import { publicUrl } from '../domain/public-url.ts'
import { hostOf, slugOf } from './slug.ts'

/** What an id is made from. */
export interface Identifiable {
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
 * that host already, from the host and what tells their addresses apart. So the id of a source stays when others come after it.
 * Ids that are configured, or made from a name, can be those of two sources: that is the caller's fault to tell.
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
  const candidates = [host, slugOf(`${host}-${telling(shown)}`), slugOf(`${host}-${whole(shown)}`)]
  const free = candidates.find((id) => !taken.has(id))
  if (free !== undefined) return free
  for (let number = 2; ; number += 1) {
    const id = `${host.slice(0, 58)}-${number}`
    if (!taken.has(id)) return id
  }
}

/** The path of an address without what many feeds' paths have in common. */
function telling(url: string): string {
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
