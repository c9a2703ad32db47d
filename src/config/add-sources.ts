import { existsSync, readFileSync } from 'node:fs'
import { DigestError } from '../domain/errors.ts'
import { appendSources } from './append-sources.ts'
import type { WrittenSource } from './import-plan.ts'
import { checkSettings, shownPath } from './settings-file.ts'
import { writeWhole } from './write-file.ts'

/**
 * Adds sources to a settings' file, which is made where there is none. It is written as a whole, once, and only if it
 * is valid then.
 *
 * @throws DigestError('configInvalid') where it would have faults, or cannot be written
 */
export function addSources(file: string, sources: readonly WrittenSource[], cwd: string): void {
  const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const mark = written.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = mark + appendSources(written.slice(mark.length), sources)
  const { faults } = checkSettings(Buffer.from(text), shownPath(file, cwd))
  if (faults.length > 0)
    throw new DigestError(
      'configInvalid',
      ['nothing was written; it would have these faults:', ...faults].join('\n'),
    )
  writeWhole(file, text)
}
