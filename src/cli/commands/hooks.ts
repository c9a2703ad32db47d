import type { Command } from 'commander'
import type { Config } from '../../config/config.ts'
import { chatText } from '../../hooks/chat-message.ts'
import { deliver, newId } from '../../hooks/deliver.ts'
import type { Hook, HookBody, HookState } from '../../model/hook.ts'
import { type EpochMs, toIsoOrNull } from '../../model/time.ts'
import { closing, type CommandDeps, type ExitCode, invalid, jsonText, processDeps } from '../io.ts'
import { hasStore, openReadStore, openStore } from '../open-store.ts'
import { configOf, type Flags, withConfigOptions } from '../options.ts'
import { openHookClient } from '../serve/hooks/open-hooks.ts'
import { printable, relativeTime } from '../terminal.ts'

export function registerHooks(program: Command, deps: CommandDeps = processDeps()): void {
  const hooks = program.command('hooks').description('list the hooks, test one, resume one')
  const ended = async (code: Promise<ExitCode>): Promise<void> => deps.exit(await code)

  withConfigOptions(hooks.command('list'))
    .description('list the hooks with their state')
    .option('--json', 'as JSON', false)
    .action(({ json = false, ...flags }: Flags<'json'>) => listHooks(configOf(flags), { json }, deps))
  withConfigOptions(hooks.command('test'))
    .description('send one request without changes to a hook, and print the result')
    .argument('<name>', 'which hook')
    .option('--json', 'as JSON', false)
    .action((name: string, { json = false, ...flags }: Flags<'json'>) =>
      ended(testHook(configOf(flags), name, { json }, deps)),
    )
  withConfigOptions(hooks.command('resume'))
    .description('resume a hook that rests, or retry one that waits at once')
    .argument('<name>', 'which hook')
    .option('--skip', 'skip what waits, and send only new changes', false)
    .option('--json', 'as JSON', false)
    .action((name: string, { skip = false, json = false, ...flags }: Flags<'skip' | 'json'>) =>
      resumeHook(configOf(flags), name, { skip, json }, deps),
    )
}

async function listHooks(
  config: Config,
  { json }: { readonly json: boolean },
  { io, now }: CommandDeps,
): Promise<void> {
  const states = new Map((await statesOf(config)).map((state) => [state.name, state]))
  if (json) {
    io.stdout.write(jsonText(config.hooks.map((hook) => hookJson(hook, states.get(hook.name)))))
    return
  }
  const width = Math.max(4, ...config.hooks.map(({ name }) => name.length))
  for (const hook of config.hooks) {
    const { name, on, url } = hook
    const cells = [
      name.padEnd(width),
      on.padEnd(7),
      new URL(url).host,
      describeState(states.get(name), now()),
    ]
    io.stdout.write(`${printable(cells.join('  '))}\n`)
  }
  if (config.hooks.length === 0) io.stderr.write('there are no hooks in the settings\n')
}

async function statesOf(config: Config): Promise<readonly HookState[]> {
  if (config.hooks.length === 0 || !(await hasStore(config))) return []
  return closing(await openReadStore(config), (store) => store.listHooks())
}

/** Describes a hook's state, as the rest of a line. */
function describeState(state: HookState | undefined, now: EpochMs): string {
  if (state === undefined) return 'has not begun'
  const { isResting, failures, nextAt, lastSentAt, error } = state
  if (isResting) return `RESTS since ${relativeTime(state.changedAt ?? now, now)}: ${error}`
  if (failures > 0)
    return `FAILS, ${failures} in a row, tried again ${relativeTime(nextAt ?? now, now)}: ${error}`
  return lastSentAt === null ? 'nothing was sent yet' : `last sent ${relativeTime(lastSentAt, now)}`
}

function hookJson({ name, on, url, template }: Hook, state: HookState | undefined): object {
  return {
    name,
    on,
    host: new URL(url).host,
    template: template ?? null,
    state: state === undefined ? 'new' : state.isResting ? 'resting' : state.failures > 0 ? 'failing' : 'ok',
    position: state?.position ?? null,
    isWaiting: state?.batch !== undefined,
    consecutiveFailures: state?.failures ?? 0,
    failingSince: toIsoOrNull(state?.failingSince ?? null),
    nextAt: toIsoOrNull(state?.nextAt ?? null),
    lastSentAt: toIsoOrNull(state?.lastSentAt ?? null),
    error: state?.error ?? null,
  }
}

/**
 * Sends one request without changes.
 *
 * @returns 1 if it was not accepted
 * @throws DigestError('parameterInvalid') for an unknown hook
 */
async function testHook(
  config: Config,
  name: string,
  { json }: { readonly json: boolean },
  { io, now }: CommandDeps,
): Promise<ExitCode> {
  const hook = hookNamed(config, name)
  return closing(openHookClient(config), async (http) => {
    const batch = { id: newId(), ...testBody(hook) }
    const delivered = await deliver(hook, batch, { http, now }, new AbortController().signal)
    const isAccepted = delivered.kind === 'accepted'
    if (json) {
      const error = isAccepted ? null : delivered.error
      io.stdout.write(jsonText({ hook: name, id: batch.id, result: delivered.kind, error }))
      return isAccepted ? 0 : 1
    }
    if (isAccepted) {
      io.stdout.write(printable(`${name}: accepted, HTTP ${delivered.status} (${batch.id})`) + '\n')
      return 0
    }
    const then = delivered.kind === 'refused' ? 'a hook rests at that' : 'a hook tries that again'
    io.stdout.write(printable(`${name}: not accepted, ${then}: ${delivered.error}`) + '\n')
    return 1
  })
}

function testBody({ name, template }: Hook): HookBody {
  if (template !== undefined) return chatText(template, `A test of the hook ${name}.`)
  const body = { hook: name, test: true, changes: [], count: 0 }
  return { mimeType: 'application/json', text: JSON.stringify(body) }
}

/** @throws DigestError('parameterInvalid') for an unknown hook, or one that never began */
async function resumeHook(
  config: Config,
  name: string,
  { skip, json }: { readonly skip: boolean; readonly json: boolean },
  { io, now }: CommandDeps,
): Promise<void> {
  hookNamed(config, name)
  const isKnown = await hasStore(config)
  await closing(isKnown ? await openStore(config) : undefined, async (store) => {
    if ((await store?.resumeHook(name, now(), { skip })) !== true)
      throw invalid(`the hook '${name}' has not begun: it begins when the service runs with these settings`)
  })
  if (json) io.stdout.write(jsonText({ hook: name, resumed: true, skipped: skip }))
  const then = skip ? 'what waited is left out' : 'what waited is sent'
  if (!json) io.stdout.write(`${name}: resumed; ${then} within seconds where the service runs\n`)
}

function hookNamed({ hooks }: Config, name: string): Hook {
  const hook = hooks.find((hook) => hook.name === name)
  if (hook !== undefined) return hook
  const known =
    hooks.length === 0 ? 'there are none' : `there are ${hooks.map((hook) => hook.name).join(', ')}`
  throw invalid(`no hook of the settings is named '${name}'; ${known}`)
}
