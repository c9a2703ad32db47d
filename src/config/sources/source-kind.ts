import { SOURCE_TYPES, type SourceType } from '../../model/source.ts'
import { parseJsonPath, parseSelectors } from '../../text/selectors.ts'
import { hostWithoutWww } from '../../text/slug.ts'
import { isSelector } from '../kinds.ts'
import { describe, errorAt, fieldOf, type SettingsError } from '../setting.ts'
import { isShortForm, resolveShortForm, type ShortForm } from './short-form.ts'

/**
 * Resolves a source's `url` and `type`. Short forms are resolved, and the page of a Hacker News list if the type is
 * `hacker-news`. Every other URL stays; its name is the host.
 */
export function kindOf(url: string, type: string | undefined): ShortForm {
  const known = isShortForm(url) || type === 'hacker-news' ? resolveShortForm(url) : undefined
  if (known !== undefined && (isShortForm(url) || known.type === type)) return known
  return { type: isSourceType(type) ? type : 'feed', url, name: hostWithoutWww(url) }
}

/** Finds contradictions between the type of a source, its URL and the paths of its entries. */
export function kindErrors(raw: unknown, index: number): SettingsError[] {
  const url = fieldOf(raw, 'url')
  const type = fieldOf(raw, 'type') ?? undefined
  if (typeof url !== 'string' || (type !== undefined && !isSourceType(type))) return []

  const kind = kindOf(url.trim(), type)
  const error = (steps: string[], on: SettingsError['on'], message: string) => [
    errorAt(['sources', index, ...steps], on, message),
  ]
  if (type !== undefined && type !== kind.type) {
    const message = `is ${type}, but ${describe(url.trim())} is a source of type ${kind.type}; leave 'type' out`
    return error(['type'], 'value', message)
  }
  const paths = fieldOf(raw, 'paths') ?? undefined
  const reader = READERS.get(kind.type)
  if (reader === undefined) {
    const message = `is for sources of type page and json, not ${kind.type}`
    return paths === undefined ? [] : error(['paths'], 'key', message)
  }
  if (typeof (fieldOf(paths, 'items') ?? undefined) !== 'string') {
    const message = `sources[${index}].paths.items is missing; a source of type ${kind.type} needs ${reader.items}`
    return [{ path: ['sources', index, ...(paths === undefined ? [] : ['paths'])], on: 'key', message }]
  }
  return Object.entries(paths ?? {}).flatMap(([part, written]: [string, unknown]): SettingsError[] => {
    if (typeof written !== 'string' || reader.canRead(written, part)) return []
    return error(['paths', part], 'value', `must be ${reader.allowed}, not ${describe(written)}`)
  })
}

interface PathReader {
  /** Continues "a source of this type needs …". */
  readonly items: string
  /** Continues "must be …". */
  readonly allowed: string
  readonly canRead: (written: string, part: string) => boolean
}

const READERS: ReadonlyMap<SourceType, PathReader> = new Map([
  [
    'page',
    {
      items: "the CSS selector of its entries, such as 'article' or 'ul.news > li'",
      allowed: "a CSS selector, with '@attribute' at its end for an attribute, such as h2 or a.more@href",
      canRead: (written, part) =>
        part === 'items'
          ? isSelector(written)
          : // Empty means the element itself.
            parseSelectors(written).every(({ css }) => css === '' || isSelector(css)),
    },
  ],
  [
    'json',
    {
      items: "the path of its entries, such as 'data.items', or '$' where the whole document is their list",
      allowed: 'a path into JSON, such as data.items, author.name or images[0].src',
      canRead: (written) => parseJsonPath(written) !== undefined,
    },
  ],
])

function isSourceType(type: unknown): type is SourceType {
  return SOURCE_TYPES.some((known) => known === type)
}
