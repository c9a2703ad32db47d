import { Document, isMap, isNode, isScalar, isSeq, type Pair, parseDocument, type YAMLSeq } from 'yaml'
import type { WrittenSource } from '../opml/import-plan.ts'
import { changeSettingsFile } from './change-file.ts'

/**
 * Adds sources to a settings file and creates the file if it does not exist.
 *
 * @throws DigestError('configInvalid') if the result would have errors or cannot be written
 */
export function addSources(file: string, sources: readonly WrittenSource[], cwd: string): void {
  changeSettingsFile(file, cwd, (text) => appendSources(text, sources))
}

/**
 * Adds `sources` at the end of the list in a settings file. Lines are inserted and all other text stays
 * unchanged, with its comments, order and spacing. If lines cannot be inserted (a list in brackets, a file in
 * braces), the YAML library writes the whole file and keeps the comments.
 *
 * @param text valid settings or an empty text
 */
export function appendSources(text: string, sources: readonly WrittenSource[]): string {
  const doc = parseDocument(text)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const block = isMap(doc.contents) ? doc.contents : undefined
  const pair = block?.items.find(isSourcesPair)
  const list = isSeq(pair?.value) && pair.value.items.length > 0 ? pair.value : undefined
  if (block?.flow === true || list?.flow === true) return rewritten(doc, list, sources)
  if (list !== undefined) return afterLast(text, list, sources, newline)
  if (pair !== undefined) return inEmpty(text, pair, sources, newline)
  return putIn(text, endOfDocument(text, doc), ['sources:', ...linesOf(sources, 2, false)], newline)
}

/** Gives the offset before the marker that ends the document. Text after the marker is another document. */
function endOfDocument(text: string, doc: Document.Parsed): number {
  const from = endOf(doc.contents) ?? 0
  const documentEnd = from === 0 ? -1 : text.slice(from).search(/^(?:\.\.\.|---)(?=\s|$)/m)
  return documentEnd < 0 ? text.length : from + documentEnd
}

function isSourcesPair(pair: Pair): boolean {
  return isScalar(pair.key) && pair.key.value === 'sources'
}

/** Writes sources in the style of the list: in braces if the last source is in braces. */
function afterLast(text: string, list: YAMLSeq, sources: readonly WrittenSource[], newline: string): string {
  const last = list.items.at(-1)
  const dash = startOf(list) ?? 0
  const indent = dash - (text.lastIndexOf('\n', dash - 1) + 1)
  const inBraces = isMap(last) && last.flow === true
  return putIn(text, endOf(last) ?? text.length, linesOf(sources, indent, inBraces), newline)
}

/** Fills a `sources:` that has nothing, `null` or `[]` after it. */
function inEmpty(text: string, pair: Pair, sources: readonly WrittenSource[], newline: string): string {
  const start = startOf(pair.value) ?? endOf(pair.key) ?? 0
  const end = endOf(pair.value) ?? start
  const rest = text.slice(end)
  const before = /^\r?(\n|$)/.test(rest) ? text.slice(0, start).trimEnd() : text.slice(0, start)
  return putIn(before + rest, endOf(pair.key) ?? 0, linesOf(sources, 2, false), newline)
}

/** Inserts lines after the line that contains `offset`, or at `offset` if a line starts there. */
function putIn(text: string, offset: number, lines: readonly string[], newline: string): string {
  const lineEnd = text[offset - 1] === '\n' ? offset - 1 : text.indexOf('\n', offset)
  const before = lineEnd < 0 ? text : text.slice(0, lineEnd + 1)
  const open = before === '' || before.endsWith('\n') ? '' : newline
  return `${before}${open}${lines.join(newline)}${newline}${text.slice(before.length)}`
}

function linesOf(sources: readonly WrittenSource[], indent: number, inBraces: boolean): string[] {
  const doc = new Document(sources)
  if (inBraces && isSeq(doc.contents))
    for (const item of doc.contents.items) if (isMap(item)) item.flow = true
  const lines = doc.toString({ lineWidth: 0 }).trimEnd().split('\n')
  return lines.map((line) => ' '.repeat(indent) + line)
}

function rewritten(doc: Document, list: YAMLSeq | undefined, sources: readonly WrittenSource[]): string {
  if (list === undefined) doc.set('sources', doc.createNode(sources))
  else for (const source of sources) list.add(doc.createNode(source))
  return doc.toString({ lineWidth: 0 })
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined
}

function endOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[1] : undefined
}
