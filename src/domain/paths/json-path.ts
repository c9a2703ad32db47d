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
