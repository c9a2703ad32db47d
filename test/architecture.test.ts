import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), '../src')

/** Whose files each folder may import besides its own. Data flows one way: ARCHITECTURE.md draws it. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  threads: [],
  model: [],
  url: ['model'],
  text: ['model', 'url'],
  config: ['model', 'url', 'text'],
  fetch: ['model', 'url', 'text'],
  sources: ['model', 'url', 'text', 'fetch', 'threads'],
  stories: ['model', 'url', 'text'],
  store: ['model', 'url', 'text'],
  search: ['model', 'url', 'text', 'store', 'threads'],
  hooks: ['model', 'text', 'fetch', 'stories', 'search', 'store/read-store.ts'],
  pipeline: ['model', 'url', 'text', 'fetch', 'sources', 'stories', 'store'],
  digests: ['model', 'url', 'text', 'store/read-store.ts', 'store/store.ts'],
  api: ['model', 'url', 'text', 'stories', 'search', 'digests', 'store/read-store.ts'],
  cli: [
    'model',
    'url',
    'text',
    'config',
    'fetch',
    'sources',
    'stories',
    'store',
    'search',
    'hooks',
    'pipeline',
    'digests',
    'api',
    'threads',
    '../sample',
  ],
}

interface Import {
  readonly from: string
  readonly to: string
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
/** Of the sample newsroom, which stands beside the service's own code. */
const sampleFiles = readdirSync(join(SRC, '../sample'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !isTest(file))
  .map((file) => `../sample/${file}`)
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

  it('lets the sample newsroom know little of the service', () => {
    const strays = sampleFiles
      .flatMap(importsOf)
      .filter(({ to }) => !['../sample/', 'model/', 'text/'].some((folder) => to.startsWith(folder)))

    expect(strays.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  it('exports nothing that no other file uses', () => {
    const code = ['src', 'sample', 'test', 'bench', 'research', 'trials', 'web', 'client', 'scripts'].flatMap(
      codeOf,
    )
    const imported = new Set(code.flatMap((text) => importedNames(text)))
    const unused = files
      .filter((file) => !isTest(file) && !file.startsWith('store/sqlite/'))
      .flatMap((file) => exportedNames(read(file)).map((name) => ({ file, name })))
      // The tests of query plans read the statements of every file.
      .filter(({ file, name }) => !(file.startsWith('store/') && name.endsWith('_SQL')))
      .filter(({ name }) => !imported.has(name))

    expect(unused.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
    // The check sees what it is for.
    expect(exportedNames('export const A = 1\nexport function b() {}\nexport type C = 1')).toEqual([
      'A',
      'b',
      'C',
    ])
    expect(importedNames("import { type A, b as c } from './d.ts'")).toEqual(['A', 'b'])
  })

  it('has no cycles', () => {
    expect(cycleIn([...imports, ...sampleFiles.flatMap(importsOf)])).toEqual([])
  })

  it('reads the environment in config only', () => {
    const readers = files.filter((file) => /process\.env\b/.test(read(file)) && !isTest(file))

    expect(readers.filter((file) => folderOf(file) !== 'config' && file !== 'cli/main.ts')).toEqual([])
  })

  it('exits in cli only', () => {
    const quitters = files.filter((file) => /process\.exit(Code)?\b/.test(read(file)) && !isTest(file))

    expect(quitters.filter((file) => folderOf(file) !== 'cli')).toEqual([])
  })

  it('has threads that may be ended at any time: Node.js 24 aborts where a top-level await ends meanwhile', () => {
    const threads = files.filter(
      (file) => /-(?:worker|thread)\.ts$/.test(file) && /parentPort/.test(read(file)),
    )

    expect(threads.length).toBe(4)
    expect(threads.filter((file) => awaitsOnTop(read(file)))).toEqual([])
    // The check sees what it is for.
    expect(awaitsOnTop('if (parentPort !== null) {\n  await run()\n}')).toBe(true)
  })

  it('sets one flag of the engine, which this Node.js knows', () => {
    const flags = /setFlagsFromString\(.*\)|execArgv|NODE_OPTIONS/g
    const set = files
      .filter((file) => !isTest(file))
      .flatMap((file) => (read(file).match(flags) ?? []).map((flag) => `${file}: ${flag}`))
    expect(set).toEqual(["cli/main.ts: setFlagsFromString('--heap-growing-percent=100')"])

    const warnings = (script: string): string =>
      spawnSync(process.execPath, ['-e', `v8.${script}`], { encoding: 'utf8' }).stderr
    expect(warnings(set[0]?.replace('cli/main.ts: ', '') ?? '')).toBe('')
    // The check sees what it is for.
    expect(warnings("setFlagsFromString('--no-such-flag')")).toContain('unrecognized flag')
  })

  it('sends requests from the guarded module only', () => {
    const senders = files.filter((file) => !isTest(file) && waysOut(read(file)).length > 0)

    const strays = senders.filter((file) => !file.startsWith('fetch/'))
    expect(strays).toEqual([])
    // The check sees what it is for.
    expect(senders).toContain('fetch/client.ts')
    expect(senders).toContain('fetch/address-guard.ts')
  })

  it('starts no other program, since that could send requests too', () => {
    const importers = (module: string): string[] =>
      files.filter((file) => !isTest(file) && new RegExp(`['"](?:node:)?${module}['"]`).test(read(file)))

    expect(importers('child_process')).toEqual(['cli/serve/backups.ts'])
    expect(read('cli/serve/backups.ts').match(/\bfork\(.*/g)).toEqual([
      'fork(fileURLToPath(new URL(`./backup-process.${ending}`, import.meta.url)), [], {',
    ])
    expect(importers('cluster')).toEqual([])
  })

  it.each([
    "import { request } from 'undici'",
    "import http from 'node:http'",
    "import * as net from 'net'",
    "import { isIP, connect } from 'node:net'",
    "const { get } = await import('node:https')",
    "const tls = require('tls')",
    "export { Agent } from 'undici'",
    'await fetch(url)',
    'globalThis.fetch(url)',
    "Reflect.get(globalThis, 'fetch')",
    'new WebSocket(url)',
    'new EventSource(url)',
    "import { createSocket } from 'node:dgram'",
    "import { resolve4 } from 'node:dns/promises'",
  ])('knows a way out when it sees one: %s', (code) => {
    expect(waysOut(code)).not.toEqual([])
  })

  it.each([
    "import { isIP, type LookupFunction } from 'node:net'",
    "import type { IncomingMessage } from 'node:http'",
    'const prefetch = fetchArticle(url)',
    '/** Nothing here calls fetch(url). */',
  ])('knows what is none: %s', (code) => {
    expect(waysOut(code)).toEqual([])
  })
})

/** Modules that can open a connection or ask for a name. */
const NETWORK = '(?:node:)?(?:https?|http2|net|tls|dgram|dns|dns/promises|inspector)|undici'

/** What of them sorts addresses or is only a type. */
const HARMLESS = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList'])

/** Names by which every file could reach out without an import. */
const GLOBALS = /(?<![\w.#/-])(?:globalThis\.)?(?:fetch|WebSocket|EventSource|XMLHttpRequest)\b(?!\s*:|-)/g

/** What in a file can open a connection. */
function waysOut(code: string): string[] {
  const bare = code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  const named = bare.matchAll(
    new RegExp(String.raw`\b(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s*['"](?:${NETWORK})['"]`, 'g'),
  )
  const imported = [...named].flatMap(([whole, onlyTypes, names = '']) =>
    onlyTypes !== undefined || isHarmless(names) ? [] : [whole],
  )
  const loaded = bare.match(new RegExp(String.raw`\b(?:import|require)\s*\(\s*['"](?:${NETWORK})['"]`, 'g'))
  return [...imported, ...(loaded ?? []), ...(bare.match(GLOBALS) ?? [])]
}

function isHarmless(names: string): boolean {
  const list = /^\{([^}]*)\}$/.exec(names.trim())?.[1]
  return (list ?? names)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .every((name) => list !== undefined && (name.startsWith('type ') || HARMLESS.has(name)))
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

/** The text of every TypeScript file below a folder of the project. */
function codeOf(folder: string): string[] {
  const root = join(SRC, '..', folder)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
}

/** Statements of the store are exported for the test of their plans, which finds them by their names. */
function exportedNames(code: string): string[] {
  const declared = code.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
  )
  return [...declared].map(([, name = '']) => name).filter((name) => !name.endsWith('_SQL'))
}

function importedNames(code: string): string[] {
  const lists = code.matchAll(/\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\b/g)
  const awaited = code.matchAll(/const \{([^}]*)\}\s*(?::[^=]*)?=\s*(?:\(?await (?:import|tsImport)\b)/g)
  const members = code.matchAll(/(?:await import\([^)]*\)\)+|import\('[^']*'\))\.(\w+)/g)
  return [
    ...[...lists, ...awaited].flatMap(([, names = '']) =>
      names.split(',').map((name) =>
        name
          .trim()
          .replace(/^type\s+/, '')
          .replace(/(?:\s+as\s+|:).*$/s, ''),
      ),
    ),
    ...[...members].map(([, name = '']) => name),
  ].filter((name) => name !== '')
}

/** Whether code that stands in no function awaits something. */
function awaitsOnTop(code: string): boolean {
  const outsideFunctions = code.replaceAll(/^(?:export )?(?:async )?function [^]*?^\}/gm, '')
  return /^ *(?:(?:const|let) .*= )?await /m.test(outsideFunctions)
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
