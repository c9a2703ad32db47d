/** A CSS selector, and the attribute to read of what it finds; its text where none is named. */
export interface Selector {
  /** Empty: the element itself. */
  readonly css: string
  readonly attribute: string | undefined
}

/** `h2 a@href, a@href`: selectors in the order in which they are tried. */
export function parseSelectors(written: string): Selector[] {
  return written.split(/,(?![^[(]*[\])])/).map((part) => {
    const [, css = '', name] = /^(.*?)(?:@([\w:-]+))?$/s.exec(part.trim()) ?? []
    return { css: css.trim(), attribute: name?.toLowerCase() }
  })
}

/** One step of a path: a name, a place in a list, or every element of one. */
export type JsonStep = string | number | typeof EVERY

export const EVERY = Symbol('every')

/**
 * Reads a path into JSON: `data.items[*].author.name`, `results[0]['odd key']`, with or without a leading
 * `$`; the empty path and `$` mean the value itself.
 *
 * @returns the steps; `undefined` for what is no path
 */
export function parseJsonPath(written: string): readonly JsonStep[] | undefined {
  const text = written.trim().replace(/^\$\.?/, '')
  const steps: JsonStep[] = []
  const step = /\.?([^.[\]]+)|\[(\d{1,9})\]|\[(\*?)\]|\['([^']*)'\]|\["([^"]*)"\]/y
  while (step.lastIndex < text.length) {
    const found = step.exec(text)
    if (found === null) return undefined
    const [, name, index, every, single, double] = found
    if (every !== undefined) steps.push(EVERY)
    else if (index !== undefined) steps.push(Number(index))
    else steps.push(name ?? single ?? double ?? '')
  }
  return steps
}
