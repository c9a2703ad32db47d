import { type Command, Option } from 'commander'
import { loadConfig } from '../../../config/load.ts'
import { counted } from '../../../model/counted.ts'
import { HEALTH_STATUSES, type HealthStatus } from '../../../model/source.ts'
import { closing, type CommandDeps, jsonText, processDeps } from '../../io.ts'
import { hasStore, openReadStore } from '../../open-store.ts'
import { type Flags, withConfigOptions } from '../../options.ts'
import { askAtTerminal, printable } from '../../terminal.ts'
import { nameSample } from '../../without-settings.ts'
import { leftSources, NO_SOURCES } from './left-sources.ts'
import { type RemoveDeps, type RemoveOptions, removeSourcesById } from './remove.ts'

export function registerSources(
  program: Command,
  deps: RemoveDeps = { ...processDeps(), ask: askAtTerminal() },
): void {
  const sources = program.command('sources').description('list sources, or remove some')
  const list = sources
    .command('list')
    .description('list the configured sources, and removed ones that have items in the store')
    .addOption(
      new Option('--status <status...>', 'only those in one of these states').choices(HEALTH_STATUSES),
    )
    .option('--json', 'print them as JSON', false)
  withConfigOptions(list).action((flags: ListOptions) => listSources(flags, deps))
  const remove = sources
    .command('remove')
    .description('remove sources from the settings, and delete their items that no other source has')
    .argument('<ids...>', 'ids of sources, also of those that are no longer in the settings')
    .option('--keep-items', 'keep their items until retention deletes them', false)
    .option('--yes', 'delete without asking', false)
    .option('--json', 'print what was done as JSON; asks nothing', false)
  withConfigOptions(remove).action(async (ids: string[], options: RemoveOptions) =>
    deps.exit(await removeSourcesById(ids, options, deps)),
  )
}

type ListOptions = Flags<'json'> & { readonly status?: readonly HealthStatus[] | undefined }

interface ListedSource {
  readonly id: string
  readonly name: string | null
  readonly configured: boolean
  readonly status: HealthStatus | null
  readonly items: number
}

async function listSources(
  { json, status: wanted, ...flags }: ListOptions,
  { io, cwd, env, now }: CommandDeps,
): Promise<void> {
  const config = loadConfig({ flags, env, cwd, withSecrets: false })
  nameSample(config, io)
  return closing((await hasStore(config)) ? await openReadStore(config) : undefined, async (store) => {
    const stored = (await store?.listSources(now())) ?? []
    const reports = new Map(stored.map((report) => [report.id, report]))
    // Without settings, the stored sources count as configured.
    const sources = config.file === undefined ? stored : config.sources
    const configured = sources.map(({ id, name, enabled }): ListedSource => {
      const report = reports.get(id)
      const status = enabled ? (report?.health.status ?? 'new') : 'disabled'
      return { id, name: report?.name ?? name, configured: true, status, items: report?.itemCount ?? 0 }
    })
    const left = await leftSources({ sources }, store)
    const all = [
      ...configured,
      ...left.map(({ name: id, count: items }): ListedSource => ({
        id,
        name: null,
        configured: false,
        status: null,
        items,
      })),
    ]
    const listed = all.filter(
      ({ status }) => wanted === undefined || (status !== null && wanted.includes(status)),
    )
    io.stdout.write(json ? jsonText(listed) : table(listed, all.length === 0))
  })
}

function table(sources: readonly ListedSource[], hasNone: boolean): string {
  if (hasNone) return NO_SOURCES
  if (sources.length === 0) return ''
  const width = Math.max(...sources.map(({ id }) => id.length))
  const lines = sources.map(({ id, name, configured, status, items }) => {
    const what = configured ? (name === id ? '' : (name ?? '')) : LEFT
    return `${id.padEnd(width)}  ${(status ?? '-').padEnd(8)}  ${counted(items, 'item').padStart(12)}  ${what}`
  })
  return `${lines.map((line) => printable(line).trimEnd()).join('\n')}\n`
}

const LEFT = 'not in the settings: its items stay until retention deletes them, or: sources remove'
