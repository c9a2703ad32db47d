import type { Command } from 'commander'
import type { Ask } from '../../api/agents/tools/tool.ts'
import { createServer } from '../../api/server.ts'
import { openSearch } from '../../search/search.ts'
import { type CommandDeps, processDeps, withStopSignal } from '../io.ts'
import { openReadStore } from '../open-store.ts'
import { configOf, type Flags, withConfigOptions } from '../options.ts'
import { openLog } from '../serve/log.ts'
import { nameSample } from '../without-settings.ts'

export function registerMcp(program: Command, deps: CommandDeps = processDeps()): void {
  const command = program
    .command('mcp')
    .description('serve an agent over stdin and stdout (Model Context Protocol; docs/agents.md)')
  withConfigOptions(command).action((flags: Flags) =>
    withStopSignal((signal) => serveAgent(flags, signal, deps)),
  )
}

/**
 * Serves the tools of `/mcp` from the store to one agent, until it closes stdin. It needs no running service, does not
 * disturb one, and sees what it saves.
 */
async function serveAgent(flags: Flags, signal: AbortSignal, { io, now }: CommandDeps): Promise<void> {
  const { serveAgentOverStdio } = await import('../../api/agents/mcp-stdio.ts')
  const config = configOf(flags)
  nameSample(config, io)
  const store = await openReadStore(config)
  const search = openSearch(store.searchSource, { patienceMs: Infinity })
  const app = createServer({
    store,
    search,
    now,
    startedAt: now(),
    config: { baseUrl: config.server.baseUrl, corsOrigins: [], apiKeys: [] },
    logger: openLog(config.log.level),
  })
  try {
    const ask: Ask = async (url) => {
      // Sees what other processes saved.
      await store.refresh()
      const { statusCode, body } = await app.inject({ method: 'GET', url })
      return { status: statusCode, body }
    }
    await serveAgentOverStdio(ask, signal)
  } finally {
    await app.close()
    await search.close()
    await store.close()
  }
}
