import type { Command } from 'commander'
import { NEWSROOM_PORT, startNewsroom, type Newsroom } from '../../../sample/newsroom.ts'
import { DEFAULT_SEED } from '../../../sample/world/world.ts'
import { codeOf, DigestError } from '../../model/errors.ts'
import { wholeNumber } from '../options.ts'

interface NewsroomFlags {
  readonly port: number
  readonly seed: string
  readonly localLinks?: true
}

export function registerNewsroom(program: Command): void {
  program
    .command('newsroom')
    .description('serve the publications of the sample newsroom alone, on loopback, until interrupted')
    .option('--port <number>', 'port on 127.0.0.1; 0 for any free one', wholeNumber(0, 65_535), NEWSROOM_PORT)
    .option('--seed <text>', 'the same seed always gives the same news', DEFAULT_SEED)
    .option('--local-links', 'links that browsers can open: hosts under .localhost in place of .example')
    .action(runNewsroom)
}

async function runNewsroom({ port, seed, localLinks }: NewsroomFlags): Promise<void> {
  const newsroom = await open(port, seed, localLinks ?? false)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void newsroom.close().finally(() => process.exit(0))
    })
  }
  process.stdout.write(
    `${newsroom.sources.length} invented sources on ${newsroom.url} (feeds listed there; ground truth: ${newsroom.url}/_truth.json)\n`,
  )
}

async function open(port: number, seed: string, localLinks: boolean): Promise<Newsroom> {
  try {
    return await startNewsroom({ port, seed, links: localLinks ? 'local' : 'example' })
  } catch (cause) {
    if (codeOf(cause) === 'EADDRINUSE') {
      throw new DigestError('portInUse', `port ${port} is in use; choose another with --port`, { cause })
    }
    throw cause
  }
}
