import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { sourceAddress } from '../../../config/address-kinds.ts'
import type { CollectConfig, Config } from '../../../config/config.ts'
import { addSources } from '../../../config/files/edit-sources.ts'
import { displayPath } from '../../../config/files/settings-file.ts'
import { DEFAULT_FILE, findConfigFile, loadConfig } from '../../../config/load.ts'
import { planImport, type WrittenSource } from '../../../config/opml/import-plan.ts'
import { isShortForm } from '../../../config/sources/short-form.ts'
import { kindOf } from '../../../config/sources/source-kind.ts'
import { addressKey } from '../../../config/sources/sources.ts'
import { failureKind } from '../../../model/advice.ts'
import type { VisitError } from '../../../model/source.ts'
import { type EpochMs, toIsoOrNull } from '../../../model/time.ts'
import { type Collector, createCollector } from '../../../sources/sources.ts'
import { withoutFeedScheme } from '../../../url/feed-scheme.ts'
import { publicUrl } from '../../../url/public-url.ts'
import { closing, type CommandDeps, type ExitCode, jsonText, processDeps, withStopSignal } from '../../io.ts'
import type { Flags } from '../../options.ts'
import { type Ask, askAtTerminal, printable, relativeTime } from '../../terminal.ts'
import { type Candidate, type FindDeps, findCandidates } from './find-feeds.ts'

/** `choose` is the candidate's number, from 1. */
type AddOptions = Flags<
  'yes' | 'dryRun' | 'json',
  'id' | 'name' | 'category' | 'region' | 'language' | 'choose'
>

export interface AddDeps extends CommandDeps {
  readonly openCollector: (config: CollectConfig) => Pick<Collector, keyof FindDeps | 'close'>
  /** `undefined` without a terminal. */
  readonly ask: Ask | undefined
}

export function registerAdd(
  program: Command,
  deps: AddDeps = { ...processDeps(), openCollector: createCollector, ask: askAtTerminal() },
): void {
  program
    .command('add')
    .description(
      'find the feeds of a page and add one to the sources; comments and order of the settings stay',
    )
    .argument('<url>', 'a page, a feed, or a short form such as hn:best or youtube:@NAME')
    .option('--config <file>', 'settings to add to (default: digest.yaml, made if there is none)')
    .option('--id <slug>', 'id of the source (default: made from its name)')
    .option('--name <text>', 'name for people (default: what the source calls itself)')
    .option('--category <name>', 'category of its items')
    .option('--region <slug>', 'region of its items')
    .option('--language <code>', 'likely language of its items')
    .option('--choose <number>', 'which one to add if several are found')
    .option('-y, --yes', 'add the first one found, without a question')
    .option('--dry-run', 'only show what is found')
    .option('--json', 'print what is found and added as JSON; asks nothing')
    .action((url: string, options: AddOptions) =>
      withStopSignal(
        async (signal) => {
          try {
            deps.exit(await add(url, options, deps, signal))
          } catch (cause) {
            if (!signal.aborted) throw cause
            deps.exit(1)
          }
        },
        ['SIGINT'],
      ),
    )
}

/**
 * Finds the sources at an address, reports what each would bring, and adds the chosen one to the settings.
 *
 * @returns 1 if nothing could be read; 2 if nothing was chosen, the source exists already, or the text is no address
 * @throws DigestError('configInvalid') if the settings have errors or cannot be written
 */
export async function add(
  written: string,
  options: AddOptions,
  deps: AddDeps,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { io, cwd, env } = deps
  const address = withoutFragment(withScheme(withoutFeedScheme(written.trim())))
  const file = findConfigFile({ flags: { config: options.config }, env, cwd }) ?? join(cwd, DEFAULT_FILE)
  const config = settingsOf(file, deps)
  const json = options.json === true
  let found: readonly Candidate[] = []
  const refuse = (message: string, code: ExitCode = 2): ExitCode => {
    if (json) io.stdout.write(foundJson(found, null, message))
    io.stderr.write(`${printable(message)}\n`)
    return code
  }
  const { schema, allowed } = sourceAddress()
  if (!schema.safeParse(address).success)
    return refuse(`what to add must be ${allowed}, not '${displayUrl({ url: address })}'`)
  const before = knownAs(address, config)
  if (before !== undefined) return refuse(`this source is there already, as '${before}'`)

  const { candidates, error } = await closing(deps.openCollector(config.collect), (collector) =>
    findCandidates(address, collector, signal),
  )
  if (candidates.length === 0) {
    const why = error === undefined ? 'no feed was found there' : `${error.code}: ${error.message}`
    const hint =
      error === undefined
        ? "; a page without a feed can be collected with 'type: page', see docs/configuration.md"
        : hintFor(error, displayUrl({ url: address }))
    return refuse(`${displayUrl({ url: address })}: ${why}${hint}`, 1)
  }

  found = candidates
  if (!json) io.stdout.write(candidatesReport(candidates, deps.now()))
  const chosen = await choose(candidates, options, json ? { ...deps, ask: undefined } : deps)
  if (typeof chosen === 'string') return refuse(chosen)
  const known = knownAs(chosen.url, config)
  if (known !== undefined) return refuse(`this source is there already, as '${known}'`)
  const source = sourceOf(chosen, options, config)
  if (typeof source === 'string') return refuse(source)
  if (options.dryRun !== true) addSources(file, [source], cwd)
  if (json) io.stdout.write(foundJson(candidates, options.dryRun === true ? null : source.id, null))
  if (json || options.dryRun === true) return 0
  io.stdout.write(printable(`Added '${source.id}' to ${displayPath(file, cwd)}`) + '\n')
  return 0
}

function settingsOf(file: string, { env, cwd }: AddDeps): Config {
  const withFile = existsSync(file)
  return loadConfig({ flags: { config: file }, env, cwd, withFile, withSecrets: false })
}

/** Without a scheme, `add` tries only https: the person must ask for unencrypted requests. */
function hintFor(error: VisitError, address: string): string {
  const isHttp = failureKind({ ...error, status: null }) === 'tlsMissing'
  return isHttp ? `. It does not use https there: try ${address.replace(/^https/i, 'http')}` : ''
}

/** Adds `https://` to a bare host: people copy `example.org` from the address bar. */
function withScheme(written: string): string {
  const isBare = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[:/?].*)?$/u.test(written)
  return isBare && !isShortForm(written) ? `https://${written}` : written
}

/** Servers never see the fragment, and a known feed with one would count as new. */
function withoutFragment(address: string): string {
  return /^https?:/i.test(address) ? address.replace(/#.*$/s, '') : address
}

/** Id of the source that has this address. */
function knownAs(url: string, { sources }: Config): string | undefined {
  const key = addressKey(kindOf(url, undefined).url)
  return sources.find((source) => addressKey(source.url) === key)?.id
}

/** @returns the chosen candidate, or the reason why none is chosen */
async function choose(
  candidates: readonly Candidate[],
  options: AddOptions,
  { ask, io }: AddDeps,
): Promise<Candidate | string> {
  const [first] = candidates
  const count = candidates.length
  const several = `choose one with --choose 1 to --choose ${count}, or the first with --yes`
  if (options.choose !== undefined)
    return numbered(candidates, options.choose) ?? `there is no number '${options.choose}'; ${several}`
  if (first === undefined) return 'nothing was found'
  const isPlain = options.yes === true || options.dryRun === true || (count === 1 && ask === undefined)
  if (isPlain) return first
  if (ask === undefined) return `${count} feeds were found; ${several}`

  if (count === 1) {
    const answer = (await ask('Add it? [Y/n] ')).trim()
    return /^(?:y|yes|)$/i.test(answer) ? first : 'nothing was added'
  }
  for (;;) {
    const answer = (await ask(`Which one? [1-${count}, nothing for none] `)).trim()
    const chosen = numbered(candidates, answer)
    if (chosen !== undefined) return chosen
    if (answer === '') return 'nothing was added'
    io.stderr.write(printable(`there is no number '${answer}'`) + '\n')
  }
}

function numbered(candidates: readonly Candidate[], number: string): Candidate | undefined {
  return /^\d{1,3}$/.test(number) ? candidates[Number(number) - 1] : undefined
}

/** @returns the source as the settings write it, or what is wrong with it */
function sourceOf(candidate: Candidate, options: AddOptions, { sources }: Config): WrittenSource | string {
  const { url, type } = candidate
  const name = (options.name ?? candidate.name).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const { category, region, language, id } = options
  const plan = planImport([{ url, type, name, category, region, language, id, weight: undefined }], sources)
  const [source] = plan.added
  if (source === undefined) return plan.refused[0]?.reason ?? 'it is there already'
  if (id !== undefined && source.id !== id)
    return `the id '${id}' is taken or is no slug; '${source.id}' would be free`
  // `import` drops an invalid attribute of OPML. Here a person typed it, so it is reported.
  if (region !== undefined && source.region === undefined) return `'${region}' is no region; a slug is needed`
  if (language !== undefined && source.language === undefined)
    return `'${language}' is no language; a code such as en or pt-BR is needed`
  return source
}

/** Lists the candidates, numbered from 1, with what each would bring. Ends with a newline. */
function candidatesReport(candidates: readonly Candidate[], now: EpochMs): string {
  const lines = candidates.flatMap((candidate, index) => {
    const { name, type, entryCount, newestAt, titles } = candidate
    const newest = newestAt === undefined ? 'without times' : `newest ${relativeTime(newestAt, now)}`
    return [
      `${String(index + 1).padStart(2)}  ${name === '' ? 'untitled' : name}`,
      `    ${displayUrl(candidate)}${type === undefined ? '' : `  (${type})`}`,
      `    ${entryCount} ${entryCount === 1 ? 'entry' : 'entries'}, ${newest}`,
      ...titles.map((title) => `      · ${title}`),
    ]
  })
  return `${lines.map(printable).join('\n')}\n`
}

/** @param reason why nothing was added */
function foundJson(candidates: readonly Candidate[], added: string | null, reason: string | null): string {
  const found = candidates.map(({ name, type, entryCount, newestAt, titles, ...candidate }) => ({
    url: displayUrl(candidate),
    type: type ?? null,
    name,
    entries: entryCount,
    newestAt: toIsoOrNull(newestAt ?? null),
    titles,
  }))
  return jsonText({ found, added, reason })
}

/** The address without secrets; short forms stay unchanged. */
function displayUrl({ url }: Pick<Candidate, 'url'>): string {
  return /^https?:/i.test(url) ? publicUrl(url) : url
}
