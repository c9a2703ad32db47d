import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../config/config.ts'
import type { SettingFlags } from '../config/environment.ts'
import { loadConfig } from '../config/load.ts'
import { createRuleBook } from '../digest/rules/rule-book.ts'
import type { Rule } from '../domain/rule.ts'
import { HOUR_MS } from '../domain/time.ts'
import { applyRules } from '../jobs/apply-rules.ts'
import { type CommandDeps, type ExitCode, processDeps } from './io.ts'
import { openReadStore, openStore } from './open-store.ts'
import { withConfigOptions } from './options.ts'
import { rulesReport } from './rules-report.ts'

export interface ApplyRulesOptions extends SettingFlags {
  readonly dryRun?: boolean | undefined
  /** Id of an item; those above it are looked at. */
  readonly after?: number | undefined
}

export function registerApplyRules(program: Command, deps: CommandDeps = processDeps()): void {
  const command = program
    .command('apply-rules')
    .description('apply the rules to what is stored: items that they drop are deleted, others are changed')
    .option('--dry-run', 'only tell what would be done, as check --rules does')
    .option('--after <id>', 'go on after this item', (text) => {
      if (!/^\d{1,15}$/.test(text))
        throw new InvalidArgumentError('the id of an item is needed, a whole number')
      return Number(text)
    })
  withConfigOptions(command).action(async (options: ApplyRulesOptions) => {
    const stop = new AbortController()
    const onSignal = (): void => stop.abort()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
    try {
      const config = loadConfig({ flags: options, env: deps.env, cwd: deps.cwd, withSecrets: false })
      deps.exit(await applyToStored(config, options, deps, stop.signal))
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
    }
  })
}

/**
 * Applies the rules to what is stored, some items in a transaction, and reports; with `dryRun` only reports.
 *
 * @returns 1 where it was ended before its end; what it says then tells how to go on
 */
export async function applyToStored(
  config: Config,
  options: Pick<ApplyRulesOptions, 'dryRun' | 'after'>,
  { io, now }: CommandDeps,
  signal: AbortSignal,
): Promise<ExitCode> {
  const rules = allRules(config)
  const isDry = options.dryRun === true
  if (rules.length === 0) {
    io.stdout.write('there are no rules in the settings\n')
    return 0
  }
  if (config.store.kind === 'sqlite' && !existsSync(config.store.file)) {
    io.stdout.write(`nothing is stored at ${config.store.file}\n`)
    return 0
  }

  const book = createRuleBook(config.rules)
  const showsProgress = io.stderr.isTTY === true
  const shared = {
    rules: book,
    sources: config.sources,
    halfLifeMs: config.ranking.halfLifeHours * HOUR_MS,
    now,
    onBatch({ looked }: { readonly looked: number }) {
      if (showsProgress) io.stderr.write(`\r${looked} items looked at`)
    },
  }
  const report = isDry
    ? await withStore(await openReadStore(config), (store) =>
        applyRules({ ...shared, store }, options.after ?? 0, signal),
      )
    : await withStore(await openStore(config), (store) =>
        applyRules(
          { ...shared, store, save: (record) => store.saveCorrections(record) },
          options.after ?? 0,
          signal,
        ),
      )
  if (showsProgress) io.stderr.write('\n')
  io.stdout.write(rulesReport(rules, report, !isDry))
  if (!signal.aborted) return 0
  io.stderr.write(`ended before its end; go on with --after ${report.lastId}\n`)
  return 1
}

/** In the order in which an entry meets them: a source's own, then those for all. */
function allRules({ rules, sources }: Config): Rule[] {
  return [...sources.flatMap((source) => source.rules ?? []), ...rules]
}

async function withStore<S extends { close(): Promise<void> }, T>(
  store: S,
  use: (store: S) => Promise<T>,
): Promise<T> {
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
