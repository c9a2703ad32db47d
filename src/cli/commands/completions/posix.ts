import type { CommandWords } from './words.ts'

/** Where nothing else fits, bash completes the names of files. */
export function bashScript(all: readonly CommandWords[]): string {
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

/** Works as a file of `fpath`, and where it is sourced. */
export function zshScript(all: readonly CommandWords[]): string {
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

/** The pattern of a `case` that matches each command by its path. */
function pathsPattern(all: readonly CommandWords[]): string {
  return all
    .filter(({ path }) => path !== '')
    .map(({ path }) => quote(path))
    .join('|')
}

/** The branches of a `case` over the command and the word before, for the flags that take one of a few words. */
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

/** The pattern for the flags that take a file, or any text, of any command. */
function flagsPattern(all: readonly CommandWords[]): string {
  const names = all.flatMap(({ flags }) =>
    flags.filter(({ value }) => value === 'file' || value === 'text').flatMap(({ names }) => names),
  )
  return [...new Set(names)].join('|')
}
