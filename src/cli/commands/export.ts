import { resolve } from 'node:path'
import type { Command } from 'commander'
import { displayPath } from '../../config/files/settings-file.ts'
import { writeFileAtomically } from '../../config/files/write-file.ts'
import { loadConfig } from '../../config/load.ts'
import { writeOpml } from '../../config/opml/writer.ts'
import type { Source } from '../../model/source.ts'
import { publicUrl } from '../../url/public-url.ts'
import { type CommandDeps, type ExitCode, processDeps } from '../io.ts'
import { nameMissingFile } from '../without-settings.ts'

export interface ExportOptions {
  readonly config?: string | undefined
  readonly output?: string | undefined
}

export function registerExport(program: Command, deps: CommandDeps = processDeps()): void {
  program
    .command('export')
    .description('write the sources as OPML, for feed readers and other instances')
    .option('--config <file>', 'settings (default: digest.yaml)')
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .action((options: ExportOptions) => deps.exit(exportSources(options, deps)))
}

/**
 * Writes the configured sources as OPML, without the credentials and tokens in their addresses.
 *
 * @throws DigestError('configInvalid') if the settings have errors or the file cannot be written
 */
export function exportSources(options: ExportOptions, { io, cwd, env, now }: CommandDeps): ExitCode {
  const config = loadConfig({ flags: { config: options.config }, env, cwd, withSecrets: false })
  const { sources } = config
  nameMissingFile(config, io)
  const opml = writeOpml(sources, 'Content Digest Service', now())
  const file = options.output === undefined ? undefined : resolve(cwd, options.output)
  if (file === undefined) io.stdout.write(opml)
  else writeFileAtomically(file, opml)

  for (const { id } of sources.filter(hasSecrets))
    io.stderr.write(`${id}: its address has credentials or a token; they are left out\n`)
  if (file !== undefined) io.stderr.write(`Wrote ${sources.length} sources to ${displayPath(file, cwd)}\n`)
  return 0
}

/** Ignores the fragment: the export leaves it out, but it is no secret. */
function hasSecrets({ url }: Pick<Source, 'url'>): boolean {
  const address = new URL(url)
  address.hash = ''
  return publicUrl(url) !== address.href
}
