import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { PROBLEM_CODES } from '../src/model/errors.ts'
import { ItemBody } from '../src/model/item-body.ts'
import { apiOf } from './api/api-of.ts'
import { ask } from './api/ask.ts'
import { type OpenApi, readOpenApi, type Schema } from './api/read-openapi.ts'
import { openWorld } from './api/world.ts'
import { firstColumn } from './markdown-tables.ts'

const PAGE = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../docs/api.md'), 'utf8')

const api = apiOf(() => openWorld(3))
let document: OpenApi

beforeAll(async () => {
  document = await readOpenApi(api.base)
})

describe('docs/api.md', () => {
  it('has a section for each path, and none for a path that is not there', () => {
    const sections = [...PAGE.matchAll(/^### GET (\S+)$/gm)].map(([, path]) => path ?? '')

    expect(sections.toSorted()).toEqual(Object.keys(document.paths).toSorted())
  })

  it('lists in each section exactly the parameters of its path', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      const documented = firstColumn(section(path), 'parameter')
      const real = (get?.parameters ?? []).map(({ name }) => name)

      expect({ path, names: documented.toSorted() }).toEqual({ path, names: real.toSorted() })
    }
  })

  it('tells the bounds, the words and the default of each parameter', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      for (const { name, schema } of get?.parameters ?? []) {
        const shown = rowsOf(name, section(path)) + rowsOf(name, between('### Filters', '### Errors'))

        const untold = factsOf(schema).filter((fact) => !shown.includes(fact))
        expect({ path, name, untold }).toEqual({ path, name, untold: [] })
      }
    }
  })

  it('explains each filter that lists share', () => {
    const filters = firstColumn(between('### Filters', '### Pages'), 'parameter')

    expect(filters).toEqual([
      'source',
      'category',
      'region',
      'language',
      'tag',
      'ids',
      'from',
      'to',
      'seenFrom',
      'seenTo',
      'sinceHours',
      'sinceDays',
      'minScore',
      'minPoints',
      'minMinutes',
      'maxMinutes',
      'storyId',
      'distinct',
    ])
  })

  it('lists exactly the codes that errors have', () => {
    const codes = firstColumn(between('### Errors', '### Caching'), 'code')

    expect(codes.toSorted()).toEqual([...PROBLEM_CODES].toSorted())
  })

  it('shows each field of an item', () => {
    const example = between('## The item', '## Paths')

    const missing = Object.keys(ItemBody.shape).filter((name) => !example.includes(`"${name}":`))
    expect(missing).toEqual([])
  })

  it('has examples that work', async () => {
    const examples = [...PAGE.matchAll(/curl "\$BASE([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(examples.length).toBeGreaterThan(5)

    for (const address of examples) {
      const { status } = await ask(api.base + address)
      expect({ address, status }).toEqual({ address, status: 200 })
    }
  })
})

function section(path: string): string {
  return between(`### GET ${path}\n`, '\n### ')
}

function between(start: string, end: string): string {
  const from = PAGE.indexOf(start)
  if (from === -1) return ''
  const to = PAGE.indexOf(end, from + start.length)
  return PAGE.slice(from, to === -1 ? undefined : to)
}

/** The rows that tell of a parameter. */
function rowsOf(name: string, text: string): string {
  const rows = text.split('\n').filter((row) => row.split('|')[1]?.includes(`\`${name}\``))
  return rows.join('\n')
}

/** What a reader must learn of a parameter; that an id is at least 1 is none of it. */
function factsOf(schema: Schema): string[] {
  const bounds = schema.maximum === Number.MAX_SAFE_INTEGER ? [] : [schema.minimum, schema.maximum]
  return [schema.default, ...bounds, ...(schema.enum ?? [])].filter((fact) => fact !== undefined).map(String)
}
