import { nearest } from '../model/nearest.ts'
import type { Rule } from '../model/rule.ts'
import type { Source } from '../model/source.ts'
import { categoryName } from '../text/slug.ts'

interface Queried {
  readonly name: string
  readonly query?: string | undefined
}

interface Checked {
  readonly hooks: readonly Queried[]
  readonly digests: readonly Queried[]
  readonly rules: readonly Rule[]
  readonly sources: readonly Pick<Source, 'id' | 'category' | 'rules'>[]
}

/** Names the sources and categories in queries of hooks and digests that nothing can have: they find nothing, silently. */
export function queryWarnings({ hooks, digests, rules, sources }: Checked): string[] {
  // A node that only serves may have the settings of its sources elsewhere.
  if (sources.length === 0) return []
  const ruled = [...rules, ...sources.flatMap((source) => source.rules ?? [])]
  const known = {
    source: sources.map(({ id }) => id),
    category: [
      ...sources.map(({ category }) => category),
      ...ruled.flatMap(({ action }) => action.category ?? []),
    ],
  }
  const asked = [
    ...hooks.map(({ name, query }) => ({ at: `hook '${name}'`, query })),
    ...digests.map(({ name, query }) => ({ at: `digest '${name}'`, query })),
  ]
  return asked.flatMap(({ at, query = '' }) =>
    (['source', 'category'] as const).flatMap((what) =>
      valuesOf(query, what).flatMap((written) => {
        const value = what === 'category' ? categoryName(written) : written
        if (known[what].includes(value)) return []
        const meant = nearest(value, known[what])
        const hint = meant === undefined ? '' : `; did you mean '${meant}'?`
        return `${at}: no source has the ${what === 'source' ? 'id' : 'category'} '${written}' of its query${hint}`
      }),
    ),
  )
}

/** The values of a parameter: `category=a,-b` has a and b. */
function valuesOf(query: string, parameter: string): string[] {
  const lists = new URLSearchParams(query).getAll(parameter)
  return lists.flatMap((list) => list.split(',')).map((value) => value.trim().replace(/^-/, ''))
}
