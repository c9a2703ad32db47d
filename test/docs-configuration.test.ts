import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { withConfigOptions, withServerOptions } from '../src/cli/options.ts'
import { digestSettings } from '../src/config/digests/digest-settings.ts'
import { variableOf } from '../src/config/environment.ts'
import { checkSettings } from '../src/config/files/settings-file.ts'
import { hookSettings } from '../src/config/hooks/hook-settings.ts'
import { listSettings, type PlacedSetting } from '../src/config/setting.ts'
import { allSettings } from '../src/config/settings.ts'
import { sourceSettings } from '../src/config/sources/source-settings.ts'

const DOC = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8')
const RULES = readFileSync(new URL('../docs/rules.md', import.meta.url), 'utf8')

/** Cells of each table row by the setting in its first cell. */
const ROWS = new Map(
  DOC.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const key = /^`([\w.[\]]+)`$/.exec(cells[1] ?? '')?.[1]
    // A row of the reference, not of the secrets' table.
    return key === undefined || cells.length < 7 ? [] : [[key, cells.slice(2, -1)] as const]
  }),
)

const SETTINGS = listSettings(allSettings)
/** Settings of the entries of lists, with the list in their keys. */
const ENTRY_SETTINGS = Object.entries({
  sources: sourceSettings,
  hooks: hookSettings,
  digests: digestSettings,
}).flatMap(([list, entry]) =>
  listSettings(entry).map((placed) => ({ ...placed, key: `${list}[].${placed.key}` })),
)

describe('the reference of the settings', () => {
  it.each(SETTINGS)('states $key as it is', ({ key, setting }) => {
    const row = ROWS.get(key)

    expect(row?.slice(0, 5)).toEqual([
      `\`${variableOf(key)}\``,
      setting.flag === undefined ? '' : `\`${setting.flag}\``,
      ...limits(setting),
    ])
    expect(row?.[5]).toMatch(/\.$/)
  })

  it.each(ENTRY_SETTINGS)('states $key as it is', ({ key, setting }) => {
    const row = ROWS.get(key)

    expect(row?.slice(0, 3)).toEqual(limits(setting))
    expect(row?.[3]).toMatch(/\.$/)
  })

  it('has no setting that does not exist', () => {
    const known = [...SETTINGS, ...ENTRY_SETTINGS].map(({ key }) => key)

    const strays = [...ROWS.keys()].filter((key) => !known.includes(key))

    expect(strays).toEqual([])
  })

  it('names every variable that a secret file can stand for, and no other', () => {
    // A setting may itself be the name of a file.
    const own = new Set(SETTINGS.map(({ key }) => variableOf(key)))
    const named = [...DOC.matchAll(/`(DIGEST_\w+)_FILE`/g)]
      .map(([, name]) => name)
      .filter((name) => !own.has(`${name}_FILE`))

    const secrets = SETTINGS.filter(({ setting }) => setting.secret === true)

    expect(new Set(named)).toEqual(new Set(secrets.map(({ key }) => variableOf(key))))
  })

  it('shows examples that are valid', () => {
    const examples = [...(DOC + RULES).matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text ?? '')

    const errors = examples.flatMap((text) => checkSettings(Buffer.from(text), 'example').errors)

    expect(examples.length).toBeGreaterThan(1)
    expect(errors).toEqual([])
  })

  it('begins with an example that has every block', () => {
    const [, example = ''] = /```yaml\n(.*?)```/s.exec(DOC) ?? []

    const blocks = [...example.matchAll(/^(\w+):/gm)].map(([, block]) => block)

    const known = SETTINGS.map(({ key }) => key.split('.')[0])
    const lists = ['sources', 'rules', 'hooks', 'digests']
    expect(new Set(blocks)).toEqual(new Set([...known, ...lists]))
    expect(blocks).toHaveLength(new Set(blocks).size)
  })

  it('promises only flags that the command line takes', () => {
    const command = withServerOptions(withConfigOptions(new Command()))

    const taken = command.options.map(({ long }) => long)

    const promised = SETTINGS.flatMap(({ setting }) => setting.flag?.split(' ')[0] ?? [])
    expect(promised.length).toBeGreaterThan(5)
    expect(taken).toEqual(expect.arrayContaining(promised))
  })
})

/** Unit, default and bounds, as the reference writes them. */
function limits(setting: PlacedSetting['setting']): string[] {
  const { default: value, kind } = setting
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  return [kind.unit, value === undefined ? 'none' : `\`${written}\``, kind.allowed]
}
