import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), '../src')

/** Whose files each folder may import besides its own. Data flows one way: ARCHITECTURE.md draws it. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  config: ['domain'],
  collect: ['domain'],
  digest: ['domain'],
  store: ['domain'],
  newsroom: ['domain'],
  http: ['domain', 'store/store.ts'],
  mcp: ['domain', 'store/store.ts'],
  jobs: ['domain', 'collect', 'digest', 'store'],
  cli: ['domain', 'config', 'collect', 'digest', 'store', 'jobs', 'http', 'mcp', 'newsroom'],
}

interface Import {
  readonly from: string
  readonly to: string
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const imports = files.flatMap(importsOf)

describe('the architecture', () => {
  it('knows every folder', () => {
    const folders = new Set(files.map(folderOf))

    expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([])
  })

  it('lets data flow one way: each folder imports only what it may', () => {
    const strays = imports.filter(({ from, to }) => !allowed(from, to))

    expect(strays.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  it('has no cycles', () => {
    expect(cycleIn(imports)).toEqual([])
  })

  it('reads the environment in config only', () => {
    const readers = files.filter((file) => /process\.env\b/.test(read(file)) && !isTest(file))

    expect(readers.filter((file) => folderOf(file) !== 'config' && file !== 'cli/main.ts')).toEqual([])
  })

  it('exits in cli only', () => {
    const quitters = files.filter((file) => /process\.exit(Code)?\b/.test(read(file)) && !isTest(file))

    expect(quitters.filter((file) => folderOf(file) !== 'cli')).toEqual([])
  })

  it('sends requests from the guarded module only', () => {
    const senders = files.filter((file) => canSend(read(file)) && !isTest(file))

    const strays = senders.filter(
      (file) => !file.startsWith('collect/http/') && !file.startsWith('newsroom/'),
    )
    expect(strays).toEqual([])
  })
})

/** Whether a file imports something that can open a connection; types and the sorting of addresses cannot. */
function canSend(code: string): boolean {
  const harmless = new Set(['isIP', 'BlockList', 'type LookupFunction', 'type LookupAddress'])
  const imports = code.matchAll(
    /import (type )?\{([^}]*)\} from '(?:undici|node:https?|node:net|node:tls|node:dns[^']*)'/g,
  )
  return [...imports].some(
    ([, onlyTypes, names = '']) =>
      onlyTypes === undefined &&
      names.split(',').some((name) => name.trim() !== '' && !harmless.has(name.trim())),
  )
}

function allowed(from: string, to: string): boolean {
  const own = folderOf(from)
  if (isTest(from) || folderOf(to) === own) return true
  return (MAY_IMPORT[own] ?? []).some((entry) => to === entry || to.startsWith(`${entry}/`))
}

function importsOf(file: string): Import[] {
  const specifiers = read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)
  return [...specifiers].map(([, specifier]) => ({
    from: file,
    to: relative(SRC, resolve(SRC, dirname(file), specifier ?? '')),
  }))
}

/** One cycle as the files along it; empty where there is none. Imports of types count too. */
function cycleIn(edges: readonly Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const path: string[] = []

  function visit(file: string): string[] {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    path.push(file)
    for (const to of next.get(file) ?? []) {
      const found = visit(to)
      if (found.length > 0) return found
    }
    path.pop()
    done.add(file)
    return []
  }

  for (const file of next.keys()) {
    const found = visit(file)
    if (found.length > 0) return found
  }
  return []
}

function folderOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts')
}

function read(file: string): string {
  return readFileSync(join(SRC, file), 'utf8')
}
