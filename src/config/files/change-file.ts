import { existsSync } from 'node:fs'
import { DigestError } from '../../model/errors.ts'
import { checkSettings, displayPath, readSettings } from './settings-file.ts'
import { writeFileAtomically } from './write-file.ts'

/**
 * Changes the text of a settings file, and creates the file if necessary. It is written once, and only if the result is
 * valid.
 *
 * @throws DigestError('configInvalid') if the file cannot be read or written, or the result would have errors
 */
export function changeSettingsFile(file: string, cwd: string, change: (text: string) => string): void {
  const written = existsSync(file) ? readSettings(file, cwd).toString() : ''
  const byteOrderMark = written.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = byteOrderMark + change(written.slice(byteOrderMark.length))
  const { errors } = checkSettings(Buffer.from(text), displayPath(file, cwd))
  if (errors.length > 0) {
    const lines = ['nothing was written; it would have these faults:', ...errors]
    throw new DigestError('configInvalid', lines.join('\n'))
  }
  writeFileAtomically(file, text)
}
