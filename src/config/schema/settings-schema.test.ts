import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { partsOf, type Setting } from '../setting.ts'
import { allSettings } from '../settings.ts'
import { type JsonSchema, settingsSchema } from './settings-schema.ts'

const ROOT = new URL('../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

const SCHEMA = settingsSchema()

// An independent reader of YAML and an independent validator, as editors have them.
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(SCHEMA)

/** What an editor would underline. */
function complaints(raw: unknown): string[] {
  validate(raw)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** What `check` says, without what needs more than one setting. */
function isRefused(raw: unknown): boolean {
  return !allSettings.safeParse(raw).success
}

const EXAMPLES = ['README.md', ...readdirSync(new URL('docs', ROOT)).map((name) => `docs/${name}`)]
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) =>
    [...read(page).matchAll(/```ya?ml\n(.*?)```/gs)].map(([, text = '']) => ({
      page,
      text,
      raw: load(text),
    })),
  )
const KEYS = Object.keys(partsOf(allSettings).section ?? {})
const isOfSettings = (raw: unknown): boolean => Object.keys(raw ?? {}).some((key) => KEYS.includes(key))

interface Place {
  readonly key: string
  readonly setting: Setting | undefined
  readonly schema: JsonSchema
  /** Settings that have the value at this place, and nothing else that is refused. */
  readonly around: (value: unknown) => unknown
}

/** What entries of lists must have. */
const REQUIRED = { url: 'https://a.example/', name: 'a' }

/**
 * Every setting, block and list, with its part of the JSON schema.
 *
 * @param needed what a block must have
 */
function placesIn(
  parent: z.ZodType,
  schema: JsonSchema,
  { key, around, needed }: Pick<Place, 'key' | 'around'> & { readonly needed: object },
): Place[] {
  const { setting, section, entry } = partsOf(parent)
  const inner = Object.entries(section ?? {}).flatMap(([name, child]) =>
    placesIn(child, schema.properties?.[name] as JsonSchema, {
      key: `${key}.${name}`,
      around: (value) => around({ ...needed, [name]: value }),
      needed: {},
    }),
  )
  if (entry === undefined) return [{ key, setting, schema, around }, ...inner]
  const names = Object.keys(partsOf(entry).section ?? {})
  const entries = placesIn(entry, schema.items as JsonSchema, {
    key: `${key}[]`,
    around: (value) => around([value]),
    needed: Object.fromEntries(Object.entries(REQUIRED).filter(([name]) => names.includes(name))),
  })
  return [{ key, setting, schema, around }, ...entries]
}

const PLACES = placesIn(allSettings, SCHEMA, { key: 'settings', around: (value) => value, needed: {} })

describe('the JSON schema of the settings', () => {
  it('takes every example of the docs', () => {
    const ofSettings = EXAMPLES.filter(({ raw }) => isOfSettings(raw))

    expect(ofSettings.length).toBeGreaterThan(15)
    expect(ofSettings.flatMap(({ page, raw }) => complaints(raw).map((one) => `${page}: ${one}`))).toEqual([])
    // The settings of another program.
    expect(EXAMPLES.filter(({ raw }) => !isOfSettings(raw)).map(({ page }) => page)).toEqual([
      'docs/metrics.md',
    ])
  })

  it('takes the starter file', () => {
    expect(complaints(load(read('src/cli/starter/digest.yaml')))).toEqual([])
  })

  it('describes each setting, with its default', () => {
    const settings = PLACES.flatMap(({ key, setting, schema }) => (setting ? [{ key, setting, schema }] : []))
    const undescribed = settings.filter(
      ({ setting, schema }) =>
        schema.description?.startsWith(setting.about) !== true ||
        JSON.stringify(schema.default) !== JSON.stringify(setting.default),
    )

    expect(settings.length).toBeGreaterThan(80)
    expect(undescribed.map(({ key }) => key)).toEqual([])
  })

  it.each([
    ['an unknown key', 'sevrer: { port: 1 }'],
    ['an unknown key of a block', 'server: { prot: 1 }'],
    ['an unknown key of a source', 'sources: [{ url: "hn:top", wieght: 1 }]'],
    ['an unknown key of a rule', 'rules: [{ when: always, then: drop, nmae: x }]'],
    ['an unknown condition', 'rules: [{ when: { titel: x }, then: drop }]'],
    ['an unknown condition in another', 'rules: [{ when: { not: { any: [{ titel: x }] } }, then: drop }]'],
    ['an empty condition', 'rules: [{ when: {}, then: drop }]'],
    ['an unknown action', 'rules: [{ when: always, then: { categroy: x } }]'],
    ['a rule without an action', 'rules: [{ when: always }]'],
    ['a source without an address', 'sources: [{ name: x }]'],
    ['an empty source', 'sources: [null]'],
    ['a number as a text', 'server: { port: "8080" }'],
    ['a number out of bounds', 'server: { port: 65536 }'],
    ['a duration without a unit', 'collect: { every: 30 }'],
    ['a duration of a text without a unit', 'collect: { every: "30" }'],
    ['a time that no day has', 'digests: [{ name: x, at: "25:00" }]'],
    ['another word', 'log: { level: loud }'],
    ['an unknown target', 'digests: [{ name: x, send: [{ fax: "1" }] }]'],
    ['an unknown key of a store', 'store: { url: "postgres://a/b", readUrl: x }'],
    ['an unknown key of a key', `server: { apiKeys: [{ hash: ${'a'.repeat(64)}, scop: feeds }] }`],
    ['a list of settings', '[]'],
  ])('refuses what check refuses: %s', (_, text) => {
    const raw = load(text)

    expect(isRefused(raw)).toBe(true)
    expect(complaints(raw).length).toBeGreaterThan(0)
  })

  it.each(PLACES)('judges values of other types at $key as check does', ({ key, around }) => {
    const values = [true, 7, 2.5, -1, [], [7], [{}], {}, { zz: 1 }, null]
    const verdicts = values.map((value) => ({ key, value, refused: isRefused(around(value)) }))

    expect(values.map((value) => ({ key, value, refused: complaints(around(value)).length > 0 }))).toEqual(
      verdicts,
    )
  })
})
