import type { CommandWords, Flag } from './words.ts'

export function fishScript(all: readonly CommandWords[]): string {
  const paths = all.filter(({ path }) => path !== '').map(({ path }) => quote(path))
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
  const begin = `complete -c content-digest -n ${quote(`__content_digest_at ${quote(path)}`)}`
  const isClosed = commands.length > 0 || values.length > 0
  return [
    ...commands.map(({ name, about }) => `${begin} -f -a ${quote(name)} -d ${quote(about)}`),
    ...(values.length > 0 ? [`${begin} -f -a ${quote(values.join(' '))}`] : []),
    ...flags.map((flag) => `${begin} ${flagWords(flag)} -d ${quote(flag.about)}`),
    ...(isClosed ? [`${begin} -f`] : []),
  ]
}

function flagWords({ names, value }: Flag): string {
  const named = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  const values = { none: '', file: ' -r -F', text: ' -x' }
  return named.join(' ') + (typeof value === 'string' ? values[value] : ` -x -a ${quote(value.join(' '))}`)
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
