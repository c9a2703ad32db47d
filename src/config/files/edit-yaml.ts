import { isDeepStrictEqual } from 'node:util'
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, parseDocument, YAMLSeq } from 'yaml'
import { DigestError } from '../../model/errors.ts'

/**
 * Changes a list in a YAML text. The YAML library writes the changed lines. All others stay unchanged, with comments
 * and spacing, if they can be matched; otherwise the library writes the whole text, with its comments.
 *
 * @param text valid settings or an empty text
 * @param edit receives the list; a missing one is created, and a single value becomes a list
 * @throws DigestError('configInvalid') if an alias (`*name`) repeats the changed part
 */
export function editList(
  text: string,
  path: readonly [block: string, ...rest: string[]],
  edit: (list: YAMLSeq, doc: Document.Parsed) => void,
): string {
  const lines = text.replaceAll('\r\n', '\n')
  const lineEnd = lines === text ? '\n' : '\r\n'
  const endedAlike = (written: string): string => written.replaceAll('\n', lineEnd)
  const doc = parseDocument(lines)
  const indent = indentWithin(lines, path[0])
  const options = { lineWidth: 0, nullStr: '', indent: indent || 2, indentSeq: indent !== 0 }
  const before = endedAlike(doc.toString(options))
  const list = listIn(doc, path)
  edit(list, doc)
  if (list.items.length === 0) replaceNode(doc, path, null)
  const wanted = dataOf(doc)
  const whole = endedAlike(doc.toString(options))
  const spliced = splice(linesOf(text), linesOf(before), linesOf(whole), lineEnd)
  const left = parseDocument(spliced ?? '')
  const isWanted = left.errors.length === 0 && isDeepStrictEqual(left.toJS(), wanted)
  return isWanted && spliced !== undefined ? spliced : whole
}

/** Indentation of the lines in a block, in spaces. A list may have none. */
function indentWithin(text: string, block: string): number {
  const first = new RegExp(String.raw`^${block}:.*\n(?:[^\S\n]*(?:#.*)?\n)*(?:( +)[^\s#]|-)`, 'm').exec(text)
  return first === null ? 2 : (first[1]?.length ?? 0)
}

function listIn(doc: Document.Parsed, path: readonly [block: string, ...rest: string[]]): YAMLSeq {
  const value = doc.getIn(path, true)
  if (isAlias(value))
    throw new DigestError('configInvalid', `${path.join('.')} is an alias (*name); write the list out`)
  if (isSeq(value) && value.items.length > 0) return value
  const isSingle = isNode(value) && !isSeq(value) && doc.getIn(path) !== null
  const [block, ...rest] = path
  if (rest.length > 0 && (doc.get(block) ?? null) === null) replaceNode(doc, [block], {})
  const list = new YAMLSeq()
  if (isSingle) list.add(value)
  replaceNode(doc, path, list)
  return list
}

/** Keeps comments, except those within a replaced list. */
function replaceNode(doc: Document.Parsed, path: readonly string[], value: object | null): void {
  const old = doc.getIn(path, true)
  const made = doc.createNode(value)
  doc.setIn(path, made)
  if (!isNode(old) || (isSeq(made) && made.items.length > 0)) return
  made.commentBefore = old.commentBefore ?? null
  const parent = path.length === 1 ? doc.contents : doc.getIn(path.slice(0, -1), true)
  const key = isMap(parent) ? parent.items.find((pair) => pair.value === made)?.key : undefined
  // A comment after the name of an empty list belongs to the name.
  if (isScalar(key)) key.comment = old.comment ?? null
  else made.commentBefore ??= old.comment ?? null
}

function dataOf(doc: Document.Parsed): unknown {
  try {
    return doc.toJS()
  } catch (cause) {
    const message = 'another place of the file repeats a part of what would change (*name); change it by hand'
    throw new DigestError('configInvalid', message, { cause })
  }
}

/**
 * Applies the changed lines between `before` and `after` to lines that equal `before` but for white space. The position
 * is found by the text above, or else by the text below.
 */
function splice(
  own: readonly string[],
  before: readonly string[],
  after: readonly string[],
  lineEnd: string,
): string | undefined {
  const most = Math.min(before.length, after.length)
  const start = sharedLength(before, after, most)
  const end = sharedLength(before.toReversed(), after.toReversed(), most - start)
  const above = said(before.slice(0, start)).length
  const taken = said(before.slice(start, before.length - end)).length
  const [all, old] = [said(own), said(before)]
  const isAbove = all.startsWith(old.slice(0, above + taken))
  if (!isAbove && !all.endsWith(old.slice(above))) return undefined
  const at = isAbove ? above : all.length - old.length + above
  const [place, to] = [lineAt(own, at), lineAt(own, at + taken)]
  if (place === undefined || to === undefined) return undefined
  // Blank lines stay.
  const blank = taken === 0 ? 0 : own.slice(place).findIndex((line) => line.trim() !== '')
  const head = own.slice(0, place + blank).join('')
  const open = head === '' || head.endsWith('\n') ? '' : lineEnd
  return head + open + after.slice(start, after.length - end).join('') + own.slice(to).join('')
}

/** Lines with their line ends. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

function sharedLength(one: readonly string[], other: readonly string[], most: number): number {
  let length = 0
  while (length < most && one[length] === other[length]) length++
  return length
}

function said(lines: readonly string[]): string {
  return lines.join('').replaceAll(/\s/g, '')
}

/** The first line that has this many characters above it, without white space; `undefined` if that is within a line. */
function lineAt(lines: readonly string[], chars: number): number | undefined {
  let left = chars
  for (const [index, line] of lines.entries()) {
    if (left <= 0) return left === 0 ? index : undefined
    left -= said([line]).length
  }
  return left === 0 ? lines.length : undefined
}
