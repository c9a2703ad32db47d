import type { Command, Option } from 'commander'

/** What can follow a command, or the program's name alone. */
export interface CommandWords {
  /** Words of the command: `store copy`; empty for the program. */
  readonly path: string
  readonly commands: readonly Word[]
  readonly flags: readonly Flag[]
  /** Values of its argument, if they are few. */
  readonly values: readonly string[]
}

interface Word {
  readonly name: string
  readonly about: string
}

export interface Flag extends Word {
  /** `--port` and, where there is one, `-p`. */
  readonly names: readonly string[]
  readonly value: 'none' | 'file' | 'text' | readonly string[]
}

/** Lists all commands of a program with their words, the program first. */
export function listWords(command: Command, path = ''): CommandWords[] {
  const { commands, options, registeredArguments } = command
  const own: CommandWords = {
    path,
    commands: commands.map((child) => ({ name: child.name(), about: child.description() })),
    flags: [...options.map(flagOf), HELP],
    values: registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }
  return [own, ...commands.flatMap((child) => listWords(child, `${path} ${child.name()}`.trim()))]
}

const HELP: Flag = { name: '--help', names: ['--help', '-h'], about: 'display help', value: 'none' }

function flagOf({ long, short, description, flags, argChoices, required, optional }: Option): Flag {
  const names = [long, short].filter((name) => name !== undefined && name !== null)
  const isFile = /<(?:file|folder)>/.test(flags)
  const value = argChoices ?? (required || optional ? (isFile ? 'file' : 'text') : 'none')
  return { name: names[0] ?? flags, names, about: description, value }
}
