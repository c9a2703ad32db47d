import type { Command } from 'commander'
import pino from 'pino'
import { readDigestQuery } from '../../api/query/digest-query.ts'
import type { Config } from '../../config/config.ts'
import { Deliverer } from '../../digests/deliver.ts'
import { draftEdition, readEdition } from '../../digests/draft-edition.ts'
import { editionMarkdown, editionText } from '../../digests/edition-text.ts'
import { type EditionTime, dateIn, nextTime, timeOn } from '../../digests/schedule.ts'
import { type Delivery, type DeliveryTarget, type Digest, targetName } from '../../model/digest.ts'
import type { Edition } from '../../model/edition.ts'
import { DigestError } from '../../model/errors.ts'
import { type EpochMs, toIso } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { closing, type CommandDeps, type ExitCode, invalid, jsonText, processDeps } from '../io.ts'
import { openStore } from '../open-store.ts'
import { configOf, type Flags, withConfigOptions } from '../options.ts'
import { QUERY_CHECKS } from '../query-checks.ts'
import { openRead, senderOf } from '../serve/digests/open-digests.ts'
import { printable } from '../terminal.ts'

type PrintFlags = Flags<'dryRun' | 'json' | 'markdown', 'date'>
type SendFlags = Flags<'json', 'date' | 'to'>

interface DigestDeps extends CommandDeps {
  readonly configOf: (flags: Flags) => Config
}

export function registerDigest(
  program: Command,
  deps: DigestDeps = {
    ...processDeps(),
    configOf: (flags) => configOf(flags, QUERY_CHECKS),
  },
): void {
  const command = program
    .command('digest')
    .description('print an edition of a digest: the newest one, or what would be made now')
    .argument('<name>', 'name of the digest')
    .option('--dry-run', 'make an edition now, without keeping it', false)
    .option('--date <date>', 'the edition of this day, YYYY-MM-DD')
    .option('--json', 'print it as JSON', false)
    .option('--markdown', 'print it as Markdown', false)
  withConfigOptions(command).action(async (name: string, flags: PrintFlags) => {
    await printEdition(name, flags, deps)
  })
  const send = command
    .command('send')
    .description('send an edition to everybody who did not get it yet')
    .argument('<name>', 'name of the digest')
    .option('--date <date>', 'the edition of this day, YYYY-MM-DD; default the newest')
    .option(
      '--to <address>',
      'only to this address, as a test: even if it has the edition, and without recording it',
    )
    .option('--json', 'print the results as JSON', false)
  withConfigOptions(send).action(async (name: string, _: unknown, command: Command) => {
    // Commander stores flags that both commands have with the outer one.
    deps.exit(await sendEdition(name, command.optsWithGlobals(), deps))
  })
}

/**
 * Prints an edition.
 *
 * @throws DigestError('parameterInvalid' | 'notFound') for an unknown digest, day or edition
 */
export async function printEdition(name: string, flags: PrintFlags, deps: DigestDeps): Promise<void> {
  const config = deps.configOf(flags)
  const digest = digestOf(config, name)
  return closing(await openRead(config, quiet()), async (opened) => {
    const edition =
      flags.dryRun === true
        ? await draft(digest, flags.date, opened, deps)
        : await stored(opened.store, digest, flags.date, deps.now())
    deps.io.stdout.write(written(edition, flags, config))
  })
}

function written(edition: Edition, { json, markdown }: PrintFlags, { server }: Config): string {
  if (json === true) return jsonText(edition)
  if (markdown === true) return editionMarkdown(edition)
  const url = server.baseUrl && `${server.baseUrl}/digest/${edition.digest}/${edition.date}`
  return editionText(edition, url)
}

/**
 * Sends an edition.
 *
 * @returns 1 if somebody did not get it
 * @throws DigestError('parameterInvalid' | 'notFound') for an unknown digest, day or edition
 */
export async function sendEdition(name: string, flags: SendFlags, deps: DigestDeps): Promise<ExitCode> {
  const config = deps.configOf(flags)
  const digest = digestOf(config, name)
  return flags.to === undefined
    ? sendToAll(digest, flags, config, deps)
    : sendTrial(digest, flags.to, flags, config, deps)
}

async function sendToAll(
  digest: Digest,
  { date, json }: SendFlags,
  config: Config,
  { io, now }: DigestDeps,
): Promise<ExitCode> {
  if (digest.send.length === 0)
    throw invalid(`the digest ${digest.name} has nobody to send to: add 'send' to it`)
  return closing(await openStore(config), async (store) => {
    const edition = await stored(store, digest, date, now())
    const before = new Map(
      (await store.listDeliveries(edition.digest, edition.date)).map((delivery) => [
        delivery.target,
        delivery,
      ]),
    )
    const results: Result[] = []
    const report = (result: Result): void => {
      results.push(result)
      if (json !== true) io.stdout.write(resultLine(result))
    }
    const deliverer = new Deliverer({ store, writes: store, send: senderOf(config), now, onResult: report })
    let isSent = true
    for (const target of digest.send) {
      const known = before.get(targetName(target))
      if (known?.state === 'sent') {
        report({ target: targetName(target), state: 'hasItAlready', error: null })
        continue
      }
      const result = await deliverer.attempt(edition, target, known)
      if (result === undefined) report({ target: targetName(target), state: 'beingSent', error: null })
      isSent &&= result?.state === 'sent'
    }
    if (json === true) io.stdout.write(resultsJson(edition, results))
    return isSent ? 0 : 1
  })
}

interface Result extends Pick<Delivery, 'target' | 'error'> {
  readonly state: Delivery['state'] | 'hasItAlready' | 'beingSent'
}

const FINE: Readonly<Partial<Record<Result['state'], string>>> = {
  sent: 'sent',
  hasItAlready: 'has it already',
  beingSent: 'the service is sending it',
}

function resultsJson({ digest, date }: Edition, results: readonly Result[]): string {
  const deliveries = results.map(({ target, state, error }) => ({ target, state, error }))
  return jsonText({ digest, date, deliveries })
}

function resultLine({ target, state, error }: Result): string {
  const result = FINE[state] ?? `${state === 'refused' ? 'refused' : 'not sent'}: ${error}`
  return `${printable(`${target}: ${result}`)}\n`
}

/** Sends to one address. Before the first edition exists, sends a draft of now. */
async function sendTrial(
  digest: Digest,
  address: string,
  { date, json }: SendFlags,
  config: Config,
  deps: DigestDeps,
): Promise<ExitCode> {
  if (config.mail === undefined)
    throw new DigestError('configInvalid', 'mail.from and mail.smtp.url must be set, or no mail can be sent')
  return closing(await openRead(config, quiet()), async (opened) => {
    const found = await opened.store.findEdition(digest.name, date)
    const edition = found === undefined ? await draft(digest, date, opened, deps) : readEdition(found.body)
    const target: DeliveryTarget = { kind: 'mail', address }
    const result = await senderOf(config)(edition, target)
    const error = result.state === 'sent' ? null : result.error
    const sent: Result = { target: targetName(target), state: result.state, error }
    deps.io.stdout.write(json === true ? resultsJson(edition, [sent]) : resultLine(sent))
    return result.state === 'sent' ? 0 : 1
  })
}

function digestOf({ digests }: Config, name: string): Digest {
  const digest = digests.find((one) => one.name === name)
  if (digest !== undefined) return digest
  const known =
    digests.length === 0
      ? 'the settings have no digests'
      : `there are ${digests.map((one) => one.name).join(', ')}`
  throw invalid(`no digest is named '${name}': ${known}`)
}

/** An edition as it would be made now, or at a day's edition time. */
async function draft(
  digest: Digest,
  date: string | undefined,
  { store, openInProcess }: Awaited<ReturnType<typeof openRead>>,
  { now }: DigestDeps,
): Promise<Edition> {
  const time = timeOf(digest, date, now())
  return closing(openInProcess(), ({ ask }) =>
    draftEdition(digest, time, { store, ask, readQuery: readDigestQuery, now }, date !== undefined),
  )
}

function timeOf(digest: Digest, date: string | undefined, now: EpochMs): EditionTime {
  if (date === undefined) return { date: dateIn(now, digest.timeZone), at: now }
  const time = timeOn(digest, date)
  if (time !== undefined) return time
  const days = digest.days.join(', ')
  throw invalid(`--date must be a day with an edition, YYYY-MM-DD and one of ${days}, got '${date}'`)
}

async function stored(
  store: Pick<ReadStore, 'findEdition' | 'listEditions'>,
  digest: Digest,
  date: string | undefined,
  now: EpochMs,
): Promise<Edition> {
  const edition = await store.findEdition(digest.name, date)
  if (edition !== undefined) return readEdition(edition.body)
  const [newest] = await store.listEditions(digest.name, 1)
  const next = `the next one is made at ${toIso(nextTime(digest, now).at)}; --dry-run shows what it would have now`
  const message =
    newest === undefined
      ? `the digest ${digest.name} has no edition yet: ${next}`
      : `the digest ${digest.name} has no edition of ${date}; its newest is of ${newest.date}`
  throw new DigestError('notFound', message)
}

/** Errors are shown as the command's own, so nothing is logged. */
function quiet(): pino.Logger {
  return pino({ level: 'silent' })
}
