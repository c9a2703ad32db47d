import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { displayPath } from '../../config/files/settings-file.ts'
import { writeFileAtomically } from '../../config/files/write-file.ts'
import { DEFAULT_FILE } from '../../config/load.ts'
import { calledAs, type CommandDeps, type ExitCode, processDeps } from '../io.ts'
import type { Flags } from '../options.ts'

type InitOptions = Flags<'force'>

export function registerInit(program: Command, deps: CommandDeps = processDeps()): void {
  program
    .command('init')
    .description('write a commented digest.yaml with public feeds to start from')
    .option('--config <file>', 'where to write it', DEFAULT_FILE)
    .option('--force', 'overwrite the file if there is one')
    .action((options: InitOptions) => deps.exit(init(options, deps)))
}

/**
 * Writes the starter file.
 *
 * @returns 2 if the file exists and `force` is not set
 * @throws DigestError('configInvalid') if it cannot be written
 */
export function init(options: InitOptions, { io, cwd }: Pick<CommandDeps, 'io' | 'cwd'>): ExitCode {
  const file = resolve(cwd, options.config ?? DEFAULT_FILE)
  const shown = displayPath(file, cwd)
  if (existsSync(file) && options.force !== true) {
    io.stderr.write(`${shown} is there already and stays as it is; --force overwrites it\n`)
    return 2
  }

  writeFileAtomically(file, editorLine(dirname(file)) + starterText())
  const program = calledAs()
  const named = shown === DEFAULT_FILE ? '' : ` --config ${shown}`
  io.stdout.write(
    [
      `Wrote ${shown} with public feeds of several categories, regions and languages.`,
      'Next:',
      `  ${program} check${named} --live   visit each source once and see what it gives`,
      `  ${program} serve${named}          collect and serve`,
      '',
    ].join('\n'),
  )
  return 0
}

export function starterText(): string {
  return readFileSync(new URL('../starter/digest.yaml', import.meta.url), 'utf8')
}

/** The line that points editors to the JSON schema of the settings; empty in an unbuilt checkout. */
function editorLine(folder: string): string {
  const schema = fileURLToPath(new URL('../../digest.schema.json', import.meta.url))
  if (!existsSync(schema)) return ''
  // The project that the package is installed in, or the package itself.
  const project = schema.replace(/[\\/](?:node_modules|dist)[\\/].*$/, '')
  const isWithin = !relative(project, folder).startsWith('..')
  const place = isWithin ? relative(folder, schema).replaceAll('\\', '/') : schema
  return `# yaml-language-server: $schema=${/\s/.test(place) ? pathToFileURL(schema).href : place}\n`
}
