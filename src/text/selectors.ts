interface Selector {
  /** Empty for the element itself. */
  readonly css: string
  /** The attribute to read; `undefined` to read the element's text. */
  readonly attribute: string | undefined
}

/** Parses selectors such as `h2 a@href, a@href`. They are tried in this order. */
export function parseSelectors(written: string): Selector[] {
  return written.split(/,(?![^[(]*[\])])/).map((part) => {
    const [, css = '', name] = /^(.*?)(?:@([\w:-]+))?$/s.exec(part.trim()) ?? []
    return { css: css.trim(), attribute: name?.toLowerCase() }
  })
}

/** One step of a path: a property name, an index in a list, or every element of a list. */
export type JsonStep = string | number | typeof EVERY

export const EVERY = Symbol('every')

/**
 * Parses a path into JSON: `data.items[*].author.name`, `results[0]['odd key']`. A leading `$` is optional.
 * The empty path and `$` mean the value itself.
 *
 * @returns `undefined` if the text is not a path
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
