import type { FilterQuery } from '../query/item-query.ts'

/** Longest title, characters; readers show a few dozen. */
const MAX_TITLE = 200

/** The parsed query of a feed. */
export type TitledQuery = Partial<FilterQuery> & {
  readonly q?: string | undefined
  readonly match?: 'all' | undefined
}

/**
 * The title of a feed, made of the service's name and the feed's filters: `Digest: technology, last 24 hours`. Feeds with
 * different filters have different titles, so people can distinguish them in a feed reader.
 *
 * @param nameOf the name of a source by its id; its id where it has none
 */
export function feedTitle(query: TitledQuery, nameOf: (id: string) => string, name: string): string {
  const parts = [
    ...chosen(query.source, nameOf),
    ...present(query.q),
    ...present(query.match, () => 'all words'),
    ...chosen(query.category, (name) => name),
    ...chosen(query.region, displayName('region')),
    ...chosen(query.language, displayName('language')),
    ...chosen(query.tag, (tag) => `tagged ${tag}`),
    ...present(query.ids, (ids) => counted(ids.length, 'chosen item')),
    ...present(query.sinceHours, (hours) => `last ${counted(hours, 'hour')}`),
    ...present(query.sinceDays, (days) => `last ${counted(days, 'day')}`),
    ...present(query.from, (from) => `from ${from}`),
    ...present(query.to, (to) => `to ${to}`),
    ...present(query.seenFrom, (from) => `seen from ${from}`),
    ...present(query.seenTo, (to) => `seen to ${to}`),
    ...present(query.minScore, (score) => `score ${score} or more`),
    ...present(query.storyId, (id) => `story ${id}`),
    ...present(query.distinct, () => 'one a story'),
  ]
  return shortened(parts.length === 0 ? name : `${name}: ${parts.join(', ')}`)
}

function shortened(title: string): string {
  const characters = Array.from(title)
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}

/** Included names, then excluded ones, as people know them. */
function chosen(names: readonly string[] | undefined, nameOf: (name: string) => string): string[] {
  const given = names ?? []
  return [
    ...given.filter((name) => !name.startsWith('-')).map(nameOf),
    ...given.filter((name) => name.startsWith('-')).map((name) => `without ${nameOf(name.slice(1))}`),
  ]
}

/** English names of codes: `German` for `de`. Other values, such as the region `world`, stay unchanged. */
function displayName(type: 'region' | 'language'): (code: string) => string {
  const names = new Intl.DisplayNames(['en'], { type, fallback: 'code' })
  return (code) => {
    try {
      const name = names.of(type === 'region' ? code.toUpperCase() : code) ?? code
      return name.toLowerCase() === code.toLowerCase() ? code : name
    } catch {
      return code
    }
  }
}

function present<Value>(value: Value | undefined, textOf: (value: Value) => string = String): string[] {
  return value === undefined ? [] : [textOf(value)]
}

function counted(count: number, unit: string): string {
  return count === 1 ? unit : `${count} ${unit}s`
}
