import { type Command, Option } from 'commander'
import type { Config } from '../../../config/config.ts'
import { loadConfig } from '../../../config/load.ts'
import { listNewestEditions } from '../../../digests/newest-editions.ts'
import type { Delivery } from '../../../model/digest.ts'
import type { HookState } from '../../../model/hook.ts'
import { indexTrouble, MACHINE_TEXTS, type MachineTrouble } from '../../../model/machine.ts'
import type { SourceReport } from '../../../model/source-report.ts'
import type { NameCount } from '../../../model/stats.ts'
import { placeOf } from '../../../model/store-address.ts'
import { type EpochMs, toIsoOrNull } from '../../../model/time.ts'
import { changesBehind } from '../../../search/index-file.ts'
import { closing, type CommandDeps, type ExitCode, jsonText, processDeps } from '../../io.ts'
import { readMachine } from '../../machine.ts'
import { hasStore, openReadStore } from '../../open-store.ts'
import { type Flags, withConfigOptions } from '../../options.ts'
import { QUERY_CHECKS } from '../../query-checks.ts'
import { nameSample } from '../../without-settings.ts'
import { leftReport, leftSources } from '../sources/left-sources.ts'
import {
  type Condition,
  diagnose,
  diagnoseHooks,
  type Diagnosis,
  type HookFinding,
  isUnhealthy,
  WORST_FIRST,
} from './diagnosis.ts'
import { checkStore } from './doctor-deep.ts'
import { doctorReport, hooksReport } from './doctor-report.ts'

type DoctorFlags = Flags<'json'> & { readonly failOn?: Condition | undefined }

export function registerDoctor(program: Command, deps: CommandDeps = processDeps()): void {
  const command = program
    .command('doctor')
    .description('show which sources fail, why, and what to do; makes no visit')
    .option('--json', 'print the findings as JSON', false)
    .addOption(
      new Option('--fail-on <state>', 'exit with 1 if a source is in this state or a worse one')
        .choices(WORST_FIRST)
        .default('overdue')
        .conflicts(['deep', 'repair']),
    )
    .option('--deep', 'check the store instead: every page, row and cache', false)
    .option('--repair', 'check the store, and repair what can be rebuilt from its rows', false)
  withConfigOptions(command).action(
    async ({ deep, repair, ...flags }: DoctorFlags & Flags<'deep' | 'repair'>) =>
      deps.exit(deep || repair ? await checkStore({ ...flags, repair }, deps) : await doctor(flags, deps)),
  )
}

/**
 * Prints what is wrong with each source, worst first. It reads the last visits from the store and makes no request.
 *
 * @returns 1 if a source's condition is `failOn` or worse, nothing is visited, the machine has a problem, or an edition
 *   was not delivered
 * @throws DigestError('configInvalid') with all errors of the settings; also the errors of opening the store
 */
export async function doctor(flags: DoctorFlags, { io, cwd, env, now }: CommandDeps): Promise<ExitCode> {
  const { json = false, failOn, ...settings } = flags
  const config = loadConfig({ flags: settings, env, cwd, queries: QUERY_CHECKS })
  for (const warning of config.warnings) io.stderr.write(`warning: ${warning}\n`)
  nameSample(config, io)
  const stored = await readStored(config, now())
  const { reports = [], duplicates = [], left = [], undelivered = [], hookStates = [], index } = stored ?? {}
  if (stored === undefined)
    io.stderr.write(
      `warning: there is no store at ${placeOf(config.store)}: nothing was collected there yet\n`,
    )
  // Without settings, the stored sources count as configured.
  const sources = config.file === undefined ? reports : config.sources
  const measured = [...(await readMachine(config)), ...(index === undefined ? [] : [index])]
  const diagnosis = diagnose(sources, reports, now(), measured, duplicates)
  const hooks = diagnoseHooks(config.hooks, hookStates)
  const isIll =
    isUnhealthy(diagnosis, failOn) ||
    diagnosis.machine.length > 0 ||
    undelivered.some(isLost) ||
    hooks.some(({ condition }) => condition === 'resting')
  io.stdout.write(
    json
      ? doctorJson(diagnosis, { hooks, undelivered, left }, isIll, now())
      : doctorReport(diagnosis, now(), undelivered) + leftReport(left) + hooksReport(hooks, now()),
  )
  return isIll ? 1 : 0
}

interface Stored {
  readonly reports: SourceReport[]
  /** Groups of sources that became one feed. */
  readonly duplicates: readonly (readonly string[])[]
  /** Sources no longer in the settings. */
  readonly left: readonly NameCount[]
  readonly undelivered: readonly Delivery[]
  readonly hookStates: readonly HookState[]
  readonly index: MachineTrouble | undefined
}

/** `undefined` before the first collection, when no store exists. */
async function readStored(config: Config, now: number): Promise<Stored | undefined> {
  if (!(await hasStore(config))) return undefined
  return closing(await openReadStore(config), async (store) => {
    const newest = await listNewestEditions(config.digests, store)
    const undelivered = newest.flatMap((one) => one.undelivered)
    const hookStates = config.hooks.length === 0 ? [] : await store.listHooks()
    const index = indexTrouble(await changesBehind(store.searchSource, now))
    const duplicates = await store.listDuplicateSources()
    // Without settings, the stored sources count as configured.
    const left = config.file === undefined ? [] : await leftSources(config, store)
    const reports = await store.listSources(now)
    return { reports, duplicates, left, undelivered, hookStates, index }
  })
}

/** Whether the edition is not delivered unless the operator acts. */
function isLost({ state }: Delivery): boolean {
  return state === 'refused' || state === 'failed'
}

function doctorJson(
  diagnosis: Diagnosis,
  {
    hooks,
    undelivered,
    left,
  }: { readonly hooks: readonly HookFinding[] } & Pick<Stored, 'undelivered' | 'left'>,
  isIll: boolean,
  now: EpochMs,
): string {
  const { sources, well, idleSince, findings, machine } = diagnosis
  const body = {
    checkedAt: toIsoOrNull(now),
    healthy: !isIll,
    sources,
    well,
    idleSince: toIsoOrNull(idleSince),
    machine: machine.map((trouble) => ({ ...trouble, advice: MACHINE_TEXTS[trouble.part].advice })),
    findings: findings.map((found) => ({
      ...found,
      lastSuccessAt: toIsoOrNull(found.lastSuccessAt),
      nextVisitAt: toIsoOrNull(found.nextVisitAt),
    })),
    hooks: hooks.map((found) => ({
      ...found,
      since: toIsoOrNull(found.since),
      nextAt: toIsoOrNull(found.nextAt),
    })),
    left: left.map(({ name: id, count: items }) => ({ id, items })),
    undelivered: undelivered.map((delivery) => ({ ...delivery, nextAt: toIsoOrNull(delivery.nextAt) })),
  }
  return jsonText(body)
}
