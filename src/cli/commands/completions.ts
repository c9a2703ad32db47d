import { Argument, type Command, type Option } from 'commander'
import { type CommandDeps, processDeps } from '../io.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export function registerCompletions(program: Command, { io }: CommandDeps = processDeps()): void {
  program
    .command('completions')
    .description('print completions for a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => {
      io.stdout.write(SCRIPTS[shell](listWords(program)))
    })
}

interface CommandWords {
  /** `store copy`; empty for the program itself. */
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

interface Flag extends Word {
  /** `--port` and, where there is one, `-p`. */
  readonly names: readonly string[]
  readonly value: 'none' | 'file' | 'text' | readonly string[]
}

/** Lists all commands of a program with their words, the program first. */
function listWords(command: Command, path = ''): CommandWords[] {
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

/** Where nothing else fits, bash completes file names. */
function bashScript(all: readonly CommandWords[]): string {
  const branches = all.map(({ path, commands, flags, values }) => {
    const words = [...commands.map(({ name }) => name), ...values].join(' ')
    const names = flags.flatMap((flag) => flag.names).join(' ')
    return `    ${quote(path)}) words=${quote(words)} flags=${quote(names)} ;;`
  })
  return `# Completions of content-digest for bash.
_content_digest() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local path='' words='' flags='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${path:+$path }\${COMP_WORDS[i]}" in
      ${pathsPattern(all)}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path $before" in
${choicesBranches(all, (choices) => `COMPREPLY=($(compgen -W ${quote(choices.join(' '))} -- "$current")); return`).join('\n')}
  esac
  case "$before" in
    ${flagsPattern(all)}) return ;;
  esac
  case "$path" in
${branches.join('\n')}
  esac
  [[ $current == -* ]] && words=$flags
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _content_digest content-digest
`
}

/** Works both as a file in `fpath` and when sourced. */
function zshScript(all: readonly CommandWords[]): string {
  const branches = all.map(({ path, commands, flags, values }) => {
    const words = [...commands.map(described), ...values.map(quote)].join(' ')
    const named = flags
      .flatMap(({ names, about }) => names.map((name) => described({ name, about })))
      .join(' ')
    return `    ${quote(path)}) list=(${words}) flags=(${named}) ;;`
  })
  return `#compdef content-digest
# Completions of content-digest for zsh.
_content-digest() {
  local command='' before=\${words[CURRENT-1]} i
  local -a list flags
  for ((i = 2; i < CURRENT; i++)); do
    case "\${command:+$command }\${words[i]}" in
      ${pathsPattern(all)}) command="\${command:+$command }\${words[i]}" ;;
    esac
  done
  case "$command $before" in
${choicesBranches(all, (choices) => `list=(${choices.map(quote).join(' ')}); _describe value list; return`).join('\n')}
  esac
  case "$before" in
    ${flagsPattern(all)}) _files; return ;;
  esac
  case "$command" in
${branches.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o flag flags
  elif (( $#list )); then _describe command list
  else _files
  fi
}
if [[ $funcstack[1] == _content-digest ]]; then _content-digest "$@"
else compdef _content-digest content-digest
fi
`
}

function described({ name, about }: { readonly name: string; readonly about: string }): string {
  return quote(`${name}:${about}`)
}

/** A text between single quotes, for bash and zsh. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** `case` pattern of all commands' paths. */
function pathsPattern(all: readonly CommandWords[]): string {
  return all
    .filter(({ path }) => path !== '')
    .map(({ path }) => quote(path))
    .join('|')
}

/** `case` branches for the flags that take one of a few words. */
function choicesBranches(
  all: readonly CommandWords[],
  then: (choices: readonly string[]) => string,
): string[] {
  return all.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, value }) =>
      typeof value === 'string'
        ? []
        : [`    ${names.map((name) => quote(`${path} ${name}`)).join('|')}) ${then(value)} ;;`],
    ),
  )
}

/** `case` pattern of all commands' flags that take a file or any text. */
function flagsPattern(all: readonly CommandWords[]): string {
  const names = all.flatMap(({ flags }) =>
    flags.filter(({ value }) => value === 'file' || value === 'text').flatMap(({ names }) => names),
  )
  return [...new Set(names)].join('|')
}

function fishScript(all: readonly CommandWords[]): string {
  const paths = all.filter(({ path }) => path !== '').map(({ path }) => fishQuote(path))
  return `# Completions of content-digest for fish.
function __content_digest_at
    set -l command
    for word in (commandline -opc)[2..]
        set -l longer (string join ' ' -- $command $word)
        if contains -- $longer ${paths.join(' ')}
            set command $longer
        end
    end
    test "$command" = "$argv[1]"
end
${all.flatMap(linesOf).join('\n')}
`
}

function linesOf({ path, commands, flags, values }: CommandWords): string[] {
  const begin = `complete -c content-digest -n ${fishQuote(`__content_digest_at ${fishQuote(path)}`)}`
  const isClosed = commands.length > 0 || values.length > 0
  return [
    ...commands.map(({ name, about }) => `${begin} -f -a ${fishQuote(name)} -d ${fishQuote(about)}`),
    ...(values.length > 0 ? [`${begin} -f -a ${fishQuote(values.join(' '))}`] : []),
    ...flags.map((flag) => `${begin} ${flagWords(flag)} -d ${fishQuote(flag.about)}`),
    ...(isClosed ? [`${begin} -f`] : []),
  ]
}

function flagWords({ names, value }: Flag): string {
  const named = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  const values = { none: '', file: ' -r -F', text: ' -x' }
  return (
    named.join(' ') + (typeof value === 'string' ? values[value] : ` -x -a ${fishQuote(value.join(' '))}`)
  )
}

function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
