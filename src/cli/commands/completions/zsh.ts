import { choicesBranches, flagsPattern, pathsPattern, quote } from './posix.ts'
import type { CommandWords } from './words.ts'

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
