import { isMap } from 'yaml'
import type { WrittenSource } from '../opml/import-plan.ts'
import { changeSettingsFile } from './change-file.ts'
import { editList } from './edit-yaml.ts'

/**
 * Adds sources to a settings file, and creates the file if necessary.
 *
 * @throws DigestError('configInvalid') if the result would have errors or cannot be written
 */
export function addSources(file: string, sources: readonly WrittenSource[], cwd: string): void {
  changeSettingsFile(file, cwd, (text) => appendSources(text, sources))
}

/** Adds sources at the end of the list, in braces if the last one is. @param text valid settings or an empty text */
export function appendSources(text: string, sources: readonly WrittenSource[]): string {
  return editList(text, ['sources'], (list, doc) => {
    const last = list.items.at(-1)
    const flow = isMap(last) && last.flow === true
    for (const source of sources) list.add(doc.createNode(source, { flow }))
  })
}

/**
 * Removes the sources at `indexes` of the list, one by one: the lines between them then stay unchanged.
 *
 * @param text valid settings with those sources
 */
export function removeSources(text: string, indexes: readonly number[]): string {
  const lastFirst = indexes.toSorted((a, b) => b - a)
  return lastFirst.reduce((left, index) => editList(left, ['sources'], (list) => list.delete(index)), text)
}
