import { isDeepStrictEqual } from 'node:util'
import { isNode, isSeq, parseDocument } from 'yaml'
import { DigestError } from '../../model/errors.ts'

/**
 * Removes the source at `index` from the list of a settings file. Its lines are cut out, and all other text stays,
 * comments included. If lines cannot be cut (a list in brackets), the YAML library writes the whole file.
 *
 * @param text valid settings with that source
 * @throws DigestError('configInvalid') if another place of the file repeats the source, or a part of it (`*name`)
 */
export function removeSource(text: string, index: number): string {
  const doc = parseDocument(text)
  const list = doc.get('sources', true)
  if (!isSeq(list))
    throw new DigestError('configInvalid', 'sources is no list that is written out; change it by hand')
  const cut = withoutLines(text, list.items[index])
  list.delete(index)
  const whole = doc.toString({ lineWidth: 0, verifyAliasOrder: false })
  const [left, expected] = [cut, whole].map((each) => dataOf(each))
  if (expected === undefined) {
    const message = 'another place of the file repeats a part of the source (*name); take it out by hand'
    throw new DigestError('configInvalid', message)
  }
  return isDeepStrictEqual(left, expected) ? cut : whole
}

function withoutLines(text: string, item: unknown): string {
  const range = isNode(item) ? item.range : undefined
  if (range === undefined || range === null) return text
  const start = text.lastIndexOf('\n', range[0] - 1) + 1
  const lineEnd = text[range[1] - 1] === '\n' ? range[1] - 1 : text.indexOf('\n', range[1])
  return text.slice(0, start) + (lineEnd < 0 ? '' : text.slice(lineEnd + 1))
}

/** What a text says; `undefined` if it cannot be read. A list without entries is as good as none. */
function dataOf(text: string): unknown {
  const doc = parseDocument(text)
  if (doc.errors.length > 0) return undefined
  try {
    const { sources, ...others } = (doc.toJS() ?? {}) as Record<string, unknown>
    return { ...others, sources: sources ?? [] }
  } catch {
    return undefined
  }
}
