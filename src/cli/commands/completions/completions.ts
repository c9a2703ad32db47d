import { Argument, type Command } from 'commander'
import { type CommandDeps, processDeps } from '../../io.ts'
import { fishScript } from './fish.ts'
import { bashScript, zshScript } from './posix.ts'
import { listWords } from './words.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export function registerCompletions(program: Command, { io }: CommandDeps = processDeps()): void {
  program
    .command('completions')
    .description('print the completions of a shell, to put where it looks for them')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => {
      io.stdout.write(SCRIPTS[shell](listWords(program)))
    })
}
