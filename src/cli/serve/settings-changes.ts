import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../config/config.ts'
import type { Source } from '../../model/source.ts'

/** Names in the settings' file that differ from those in `Config`. */
const NAMES: Readonly<Record<string, string>> = { dataDir: 'data' }

/** Settings that cannot change at runtime: addresses and store. */
const NEED_RESTART: readonly string[] = ['data', 'store', 'server.host', 'server.port', 'metrics']

/** Mails contain links to the service, hence `baseUrl`. */
const OF_DIGESTS: readonly string[] = ['digests', 'mail', 'hooks', 'server.baseUrl']

const OF_COLLECTING: readonly string[] = ['collect', 'retention', 'changes', 'ranking', 'rules', 'sources']

/** The differences between two settings, and what they affect. */
export function settingsChanges(before: Config, after: Config) {
  const names = [
    ...changedNames(before, after, ['dataDir', 'store', 'metrics', 'rules', 'hooks', 'digests', 'mail']),
    ...(['server', 'collect', 'retention', 'changes', 'ranking', 'backup', 'log'] as const).flatMap((block) =>
      changedNames(before[block], after[block], undefined, `${block}.`),
    ),
  ]
  const needRestart = names.filter((name) => NEED_RESTART.includes(name))
  const now = names.filter((name) => !NEED_RESTART.includes(name))
  const sources = sourceChanges(before.sources, after.sources)
  return {
    /** Changes that apply at once, by name: `server.rateLimit`, `sources: 1 added (a)`. */
    taken: sources === undefined ? now : [...now, `sources: ${sources}`],
    /** Changes that apply at the next start, by name. */
    needRestart,
    /** Whether the HTTP API must be rebuilt. */
    ofServer: now.some((name) => name.startsWith('server.') || name === 'digests'),
    ofHooks: now.includes('hooks'),
    ofDigests: now.some((name) => OF_DIGESTS.includes(name)),
    ofBackups: now.some((name) => blockOf(name) === 'backup'),
    ofCollecting: sources !== undefined || now.some((name) => OF_COLLECTING.includes(blockOf(name))),
  }
}

/** The settings to use from now on: the new ones, except those that need a restart. */
export function effectiveSettings(before: Config, after: Config): Config {
  const { host, port } = before.server
  const server = { ...after.server, host, port }
  const { dataDir, store, metrics } = before
  return { ...after, dataDir, store, metrics, server }
}

function changedNames(before: object, after: object, among = Object.keys(after), prefix = ''): string[] {
  return among
    .filter((key) => !isDeepStrictEqual(Reflect.get(before, key), Reflect.get(after, key)))
    .map((key) => NAMES[prefix + key] ?? prefix + key.replace(/Ms$/, ''))
}

function blockOf(name: string): string {
  return name.split('.')[0] ?? name
}

/** @returns `2 added (a, b), 1 removed (c)`; `undefined` if nothing changed */
function sourceChanges(before: readonly Source[], after: readonly Source[]): string | undefined {
  if (isDeepStrictEqual(before, after)) return undefined
  const old = new Map(before.map((source) => [source.id, source]))
  const kept = new Set(after.map(({ id }) => id))
  const counts = [
    ['added', after.filter(({ id }) => !old.has(id))],
    ['removed', before.filter(({ id }) => !kept.has(id))],
    [
      'changed',
      after.filter((source) => old.has(source.id) && !isDeepStrictEqual(old.get(source.id), source)),
    ],
  ] as const
  const changes = counts
    .filter(([, sources]) => sources.length > 0)
    .map(([what, sources]) => `${sources.length} ${what} (${named(sources)})`)
  return changes.length === 0 ? 'another order' : changes.join(', ')
}

/** Sources that are named; `…` stands for the others. */
const MAX_NAMED = 5

function named(sources: readonly Source[]): string {
  const ids = sources.slice(0, MAX_NAMED).map(({ id }) => id)
  return [...ids, ...(sources.length > MAX_NAMED ? ['…'] : [])].join(', ')
}
