import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { addSources } from '../../config/files/edit-sources.ts'
import { displayPath } from '../../config/files/settings-file.ts'
import { DEFAULT_FILE, findConfigFile, loadConfig } from '../../config/load.ts'
import { readAddressList } from '../../config/opml/address-list.ts'
import { type ImportPlan, planImport } from '../../config/opml/import-plan.ts'
import { MAX_FEEDS, readOutlines } from '../../config/opml/reader.ts'
import { codeOf, DigestError } from '../../model/errors.ts'
import { decodeDocument } from '../../text/charset/charset.ts'
import { publicUrl } from '../../url/public-url.ts'
import { type CommandDeps, invalid, jsonText, processDeps } from '../io.ts'
import type { Flags } from '../options.ts'

type ImportOptions = Flags<'dryRun' | 'json'>

/** Limit of the file. The largest known list has less than 1 MB. */
const MAX_BYTES = 50e6

const STDIN = 0

const NO_LIST =
  'this is neither OPML nor a list with an address in each line; export OPML from your reader, and unpack an archive first'

export function registerImport(program: Command, deps: CommandDeps = processDeps()): void {
  program
    .command('import')
    .description('add the feeds of an OPML file, or of a list of addresses, to the sources of the settings')
    .argument('<file>', 'OPML as feed readers export it, or a feed in each line; - for standard input')
    .option('--config <file>', 'settings to add to (default: digest.yaml, made if there is none)')
    .option('--dry-run', 'only show what would be added')
    .option('--json', 'print the result for each feed as JSON')
    .action((file: string, options: ImportOptions) => importSources(file, options, deps))
}

/**
 * Adds the new sources of a list to the settings' file, and reports the result for each feed. The file is written
 * once, and only if it is valid before and after.
 *
 * @throws DigestError('parameterInvalid') if the list has no feeds
 * @throws DigestError('configInvalid') if the settings have errors, or a file cannot be read or written
 */
export function importSources(list: string, options: ImportOptions, deps: CommandDeps): void {
  const { io, cwd, env } = deps
  const flags = { config: options.config }
  if (/^https?:\/\//i.test(list))
    throw new DigestError('configInvalid', `import reads a file: save ${publicUrl(list)} first`)
  const isPiped = list === '-'
  const shown = isPiped ? 'standard input' : displayPath(resolve(cwd, list), cwd)
  const { feeds, isOpml, isCut } = readList(isPiped ? STDIN : resolve(cwd, list), shown)
  if (feeds.length === 0) throw invalid(`${shown}: ${isOpml ? 'this OPML names no feeds' : NO_LIST}`)

  const file = findConfigFile({ flags, env, cwd }) ?? join(cwd, DEFAULT_FILE)
  const exists = existsSync(file)
  const existing = exists ? loadConfig({ flags: { config: file }, env, cwd, withSecrets: false }).sources : []
  const plan = planImport(feeds, existing)
  if (plan.added.length > 0 && options.dryRun !== true) addSources(file, plan.added, cwd)

  const isDryRun = options.dryRun === true
  io.stdout.write(
    options.json === true ? planJson(plan, isDryRun, file) : reportOf(plan, isDryRun, displayPath(file, cwd)),
  )
  if (isCut) io.stderr.write(`${shown}: only its first ${MAX_FEEDS} feeds were read\n`)
}

function readList(file: string | typeof STDIN, shown: string) {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (cause) {
    const why = codeOf(cause) ?? String(cause)
    const messages: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'this is a folder; a file is needed',
    }
    throw new DigestError('configInvalid', `${shown}: ${messages[why] ?? `cannot be read (${why})`}`, {
      cause,
    })
  }
  if (bytes.byteLength > MAX_BYTES)
    throw new DigestError('configInvalid', `${shown}: larger than ${MAX_BYTES / 1e6} MB`)
  const { text } = decodeDocument(bytes, undefined)
  const outlines = readOutlines(text)
  if (outlines.isOpml) return outlines
  const feeds = readAddressList(text)
  return { ...outlines, feeds: feeds.slice(0, MAX_FEEDS), isCut: feeds.length > MAX_FEEDS }
}

function planJson(
  { added, known, refused, incomplete }: ImportPlan,
  isDryRun: boolean,
  file: string,
): string {
  return jsonText({
    file,
    dryRun: isDryRun,
    added: added.map(({ id, name = id, url }) => ({ id, name, url: publicUrl(url) })),
    known: known.map(({ id, name }) => ({ id, name })),
    refused: refused.map(({ name, reason }) => ({ name, reason })),
    incomplete,
  })
}

function reportOf(plan: ImportPlan, isDryRun: boolean, shown: string): string {
  const { added, known, refused, incomplete } = plan
  const feeds = added.length + known.length + refused.length
  const verb = isDryRun ? 'to be added' : 'added'
  return [
    ...added.map(({ id, name, url }) => `+ ${id}  ${name ?? id}  ${publicUrl(url)}`),
    ...known.map(({ id, name }) => `= ${id}  ${name}`),
    ...refused.map(({ name, reason }) => `! ${name}: ${reason}`),
    ...incomplete.map(({ id, reason }) => `? ${id}: ${reason}`),
    `${shown}: ${feeds} feeds read: ${added.length} ${verb} (+), ${known.length} already there (=), ${refused.length} refused (!)`,
    '',
  ].join('\n')
}
