import { choicesBranches, flagsPattern, pathsPattern, quote } from './posix.ts'
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
