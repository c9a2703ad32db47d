/** Longest part of a value that a message quotes, characters. */
const SHOWN = 100

export function quoted(text: string): string {
  return `'${shortened(text)}'`
}

export function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}
