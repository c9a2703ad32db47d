import { once } from 'node:events'
import { resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import { encodeChanges } from '../../api/follow/change-rows.ts'
import { displayPath } from '../../config/files/settings-file.ts'
import { writeFileAtomically, writeStreamAtomically } from '../../config/files/write-file.ts'
import { loadConfig } from '../../config/load.ts'
import { writeOpml } from '../../config/opml/writer.ts'
import { DELETE_REASONS, PUT_REASONS } from '../../model/change.ts'
import { EVERYTHING } from '../../model/filter.ts'
import type { Source } from '../../model/source.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { removeAbandoned } from '../../store/side-file.ts'
import { publicUrl } from '../../url/public-url.ts'
import { closing, type CommandDeps, type ExitCode, processDeps } from '../io.ts'
import { openReadStore } from '../open-store.ts'
import { type Flags, wholeNumber, withStoreOptions } from '../options.ts'
import { nameMissingFile } from '../without-settings.ts'

type ExportOptions = Flags<'ndjson', 'output'>

export function registerExport(program: Command, deps: CommandDeps = processDeps()): void {
  const command = program
    .command('export')
    .description('write the sources as OPML, or with --ndjson all items, for other programs')
    .option('--ndjson', 'write each item as a row of /api/changes, one JSON object a line', false)
    .option('--since <number>', 'with --ndjson: only what changed after this change', wholeNumber(0), 0)
    .option('--config <file>', 'settings (default: digest.yaml)')
    .option('-o, --output <file>', 'write to a file instead of standard output')
  withStoreOptions(command, 'with --ndjson').action(
    async ({ since, ...options }: ExportOptions & { readonly since: number }) =>
      deps.exit(
        options.ndjson === true ? await exportChanges(options, since, deps) : exportSources(options, deps),
      ),
  )
}

/**
 * Writes the configured sources as OPML, without the credentials and tokens in their addresses.
 *
 * @throws DigestError('configInvalid') if the settings have errors or the file cannot be written
 */
export function exportSources(options: ExportOptions, { io, cwd, env, now }: CommandDeps): ExitCode {
  const config = loadConfig({ flags: { config: options.config }, env, cwd, withSecrets: false })
  const { sources, server } = config
  nameMissingFile(config, io)
  const opml = writeOpml(sources, server.title, now())
  const file = options.output === undefined ? undefined : resolve(cwd, options.output)
  if (file === undefined) io.stdout.write(opml)
  else writeFileAtomically(file, opml)

  for (const { id } of sources.filter(hasSecrets))
    io.stderr.write(`${id}: its address has credentials or a token; they are left out\n`)
  if (file !== undefined) io.stderr.write(`Wrote ${sources.length} sources to ${displayPath(file, cwd)}\n`)
  return 0
}

/**
 * Writes stored items as rows of `/api/changes`. Needs no running service.
 *
 * @throws DigestError('parameterInvalid') as `ReadStore.listChanges`
 */
async function exportChanges(
  options: ExportOptions,
  since: number,
  { io, cwd, env }: CommandDeps,
): Promise<ExitCode> {
  const config = loadConfig({ flags: options, env, cwd, withSecrets: false })
  return closing(await openReadStore(config), async (store) => {
    const lines = Readable.from(changeLines(store, since))
    if (options.output !== undefined) {
      const file = resolve(cwd, options.output)
      await removeAbandoned(file).catch(() => undefined)
      await writeStreamAtomically(file, lines)
    }
    // A full pipe accepts more after `drain`.
    else
      for await (const line of lines)
        if (io.stdout.write(String(line)) === false && io.stdout instanceof Writable)
          await once(io.stdout, 'drain')
    return 0 as const
  })
}

async function* changeLines(store: ReadStore, since: number): AsyncGenerator<Buffer> {
  const reasons = [...PUT_REASONS, ...DELETE_REASONS]
  for (let next = since, more = true; more;) {
    const page = await store.listChanges({ since: next, filter: EVERYTHING, reasons, limit: 1000 })
    for (const { json } of await encodeChanges(store, page, {})) yield Buffer.concat([json, NEW_LINE])
    next = page.nextSince
    more = page.hasMore
  }
}

const NEW_LINE = Buffer.from('\n')

/** The fragment is ignored: the export drops it, but it is not a secret. */
function hasSecrets({ url }: Pick<Source, 'url'>): boolean {
  const address = new URL(url)
  address.hash = ''
  return publicUrl(url) !== address.href
}
