import type { CommandWords } from './words.ts'

/** A text between single quotes, for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The pattern of a `case` that matches each command by its path. */
export function pathsPattern(all: readonly CommandWords[]): string {
  return all
    .filter(({ path }) => path !== '')
    .map(({ path }) => quote(path))
    .join('|')
}

/** The branches of a `case` over the command and the word before, for the flags that take one of a few words. */
export function choicesBranches(
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
export function flagsPattern(all: readonly CommandWords[]): string {
  const names = all.flatMap(({ flags }) =>
    flags.filter(({ value }) => value === 'file' || value === 'text').flatMap(({ names }) => names),
  )
  return [...new Set(names)].join('|')
}
