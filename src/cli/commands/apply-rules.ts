import type { Command } from 'commander'
import type { Config } from '../../config/config.ts'
import { loadConfig } from '../../config/load.ts'
import { counted } from '../../model/counted.ts'
import type { Rule } from '../../model/rule.ts'
import { placeOf } from '../../model/store-address.ts'
import { applyRules, type RulesReport } from '../../pipeline/rules/apply-rules.ts'
import { createRuleBook } from '../../pipeline/rules/compile-rule.ts'
import { closing, type CommandDeps, type ExitCode, jsonText, processDeps, withStopSignal } from '../io.ts'
import { hasStore, openReadStore, openStore } from '../open-store.ts'
import { type Flags, wholeNumber, withConfigOptions } from '../options.ts'
import { agrees, type Ask, askAtTerminal, printable } from '../terminal.ts'

type ApplyRulesOptions = Flags<'dryRun' | 'yes' | 'json'> & {
  readonly after?: number | undefined
}

interface ApplyRulesDeps extends CommandDeps {
  /** `undefined` without a terminal. */
  readonly ask: Ask | undefined
}

export function registerApplyRules(
  program: Command,
  deps: ApplyRulesDeps = { ...processDeps(), ask: askAtTerminal() },
): void {
  const command = program
    .command('apply-rules')
    .description('apply the rules to stored items: dropped ones are deleted, others are changed')
    .option('--yes', 'delete what rules drop without asking')
    .option('--dry-run', 'only show what would be done, as check --rules does')
    .option('--json', 'print what was done as JSON; asks nothing', false)
    .option('--after <id>', 'continue after the item with this id', wholeNumber(0))
  withConfigOptions(command).action(async (options: ApplyRulesOptions) => {
    const config = loadConfig({ flags: options, env: deps.env, cwd: deps.cwd, withSecrets: false })
    deps.exit(await withStopSignal((signal) => applyWhenAgreed(config, options, deps, signal)))
  })
}

/**
 * Applies the rules. If they delete items, it first shows them and asks. It refuses if there is neither `yes` nor a
 * person to ask; with `json` there is none.
 *
 * @returns 2 if the person did not agree
 */
async function applyWhenAgreed(
  config: Config,
  options: ApplyRulesOptions,
  deps: ApplyRulesDeps,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { io, ask } = deps
  if (options.dryRun === true || options.yes === true) return applyToStored(config, options, deps, signal)
  if ((await whyNothing(config)) !== undefined) return applyToStored(config, options, deps, signal)
  const report = await runRules(config, { ...options, dryRun: true }, deps, signal)
  if (report.deleted === 0 && !signal.aborted) return applyToStored(config, options, deps, signal)

  io.stdout.write(reportText(config, report, { ...options, dryRun: true }, signal))
  const what = counted(report.deleted, 'item')
  if (ask === undefined || options.json === true) {
    io.stderr.write(`${what} would be deleted, and nothing was done; --yes does it\n`)
    return 2
  }
  if (!(await agrees(ask, `Delete ${what}?`))) {
    io.stderr.write('nothing was done\n')
    return 2
  }
  return applyToStored(config, options, deps, signal)
}

/**
 * Applies the rules to the stored items, in several transactions, and reports. With `dryRun` it only reports.
 *
 * @returns 1 if interrupted; the message then says how to continue
 */
export async function applyToStored(
  config: Config,
  options: Pick<ApplyRulesOptions, 'dryRun' | 'after' | 'json'>,
  deps: CommandDeps,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { io } = deps
  const nothing = await whyNothing(config)
  if (nothing !== undefined) {
    io.stdout.write(options.json === true ? reportText(config, NOTHING, options, signal) : `${nothing}\n`)
    return 0
  }
  const report = await runRules(config, options, deps, signal)
  io.stdout.write(reportText(config, report, options, signal))
  if (!signal.aborted) return 0
  io.stderr.write(`ended before its end; go on with --after ${report.lastId}\n`)
  return 1
}

/** The report where there is nothing to do. */
const NOTHING: RulesReport = { looked: 0, deleted: 0, changed: 0, byRule: new Map(), lastId: 0 }

/** As `applyToStored` with `dryRun`, but returns the `--json` output. */
export async function rulesJsonOf(config: Config, deps: CommandDeps, signal: AbortSignal) {
  const isIdle = (await whyNothing(config)) !== undefined
  const report = isIdle ? NOTHING : await runRules(config, { dryRun: true }, deps, signal)
  return rulesJson(config, report, false, !signal.aborted)
}

/** The report for people or programs. */
function reportText(
  config: Config,
  report: RulesReport,
  { dryRun, json }: Pick<ApplyRulesOptions, 'dryRun' | 'json'>,
  signal: AbortSignal,
): string {
  const isDone = dryRun !== true
  if (json === true) return jsonText(rulesJson(config, report, isDone, !signal.aborted))
  return rulesReport(allRules(config), report, isDone)
}

/** @param complete false if interrupted; `--after` with `lastId` continues */
function rulesJson(config: Config, { byRule, ...report }: RulesReport, applied: boolean, complete: boolean) {
  const rules = allRules(config).map(({ label, action }) => {
    const { items, samples } = byRule.get(label) ?? { items: 0, samples: [] }
    return { rule: label, drops: action.verdict === 'drop', items, samples }
  })
  return { applied, complete, ...report, rules }
}

/** Why there is nothing to do: no rules, or no stored items. */
async function whyNothing(config: Config): Promise<string | undefined> {
  if (allRules(config).length === 0) return 'there are no rules in the settings'
  if (!(await hasStore(config))) return `nothing is stored at ${placeOf(config.store)}`
  return undefined
}

async function runRules(
  config: Config,
  { dryRun, after = 0 }: Pick<ApplyRulesOptions, 'dryRun' | 'after'>,
  { io, now }: CommandDeps,
  signal: AbortSignal,
): Promise<RulesReport> {
  const showsProgress = io.stderr.isTTY === true
  const shared = {
    rules: createRuleBook(config.rules),
    sources: config.sources,
    now,
    onBatch({ looked }: { readonly looked: number }) {
      if (showsProgress) io.stderr.write(`\r${looked} items looked at`)
    },
  }
  const report =
    dryRun === true
      ? await closing(await openReadStore(config), (store) => applyRules({ ...shared, store }, after, signal))
      : await closing(await openStore(config), (store) =>
          applyRules({ ...shared, store, save: (record) => store.saveCorrections(record) }, after, signal),
        )
  if (showsProgress) io.stderr.write('\n')
  return report
}

/** In the order in which they are tried: a source's own rules first. */
function allRules({ rules, sources }: Config): Rule[] {
  return [...sources.flatMap((source) => source.rules ?? []), ...rules]
}

/** Reports the effect of each rule, in the order in which they are tried. Ends with a newline. */
function rulesReport(rules: readonly Rule[], report: RulesReport, isDone: boolean): string {
  const lines = rules.flatMap(({ label, action }) => {
    const { items, samples } = report.byRule.get(label) ?? { items: 0, samples: [] }
    const drops = action.verdict === 'drop'
    const what = drops ? (isDone ? 'deleted' : 'to be deleted') : 'held for'
    return [`${label}: ${drops ? '' : `${what} `}${counted(items, 'item')}${drops ? ` ${what}` : ''}`].concat(
      samples.map((title) => `    · ${title}`),
    )
  })
  const { looked, deleted, changed } = report
  lines.push(
    isDone
      ? `${counted(looked, 'item')} looked at: ${deleted} deleted, ${changed} changed`
      : `${counted(looked, 'item')} looked at: ${deleted} to be deleted, ${changed} to be changed`,
  )
  return `${lines.map(printable).join('\n')}\n`
}
