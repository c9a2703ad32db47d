import { basename } from 'node:path'
import type { Config } from '../config/config.ts'
import { DEFAULT_FILE, SAMPLE_STORE } from '../config/load.ts'
import { DigestError } from '../model/errors.ts'
import { placeOf } from '../model/store-address.ts'
import type { CommandDeps } from './io.ts'

/** Warns if a command reads the store of the sample newsroom. */
export function nameSample(
  { file, store }: Pick<Config, 'file' | 'store'>,
  { stderr }: CommandDeps['io'],
): void {
  if (file !== undefined || store.kind !== 'sqlite' || basename(store.file) !== SAMPLE_STORE) return
  stderr.write(
    `there is no digest.yaml here: this is the sample newsroom (${placeOf(store)}), all of its news is invented\n`,
  )
}

/** Explains missing sources if there is no settings' file. */
export function nameMissingFile({ file }: Pick<Config, 'file'>, { stderr }: CommandDeps['io']): void {
  if (file === undefined)
    stderr.write(
      "there is no digest.yaml here, and so no sources; 'content-digest init' writes one to start from\n",
    )
}

export function missingFile(): DigestError {
  return new DigestError('configInvalid', `there is no ${DEFAULT_FILE} here; name the settings with --config`)
}
