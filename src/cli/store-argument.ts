import { resolve } from 'node:path'
import { readStoreAddress } from '../config/store-setting.ts'
import { DigestError } from '../model/errors.ts'
import type { StoreAddress } from '../model/store-address.ts'

/** Reads the address of a store that a flag gives. @throws DigestError('parameterInvalid') */
export function addressOf(flag: string, text: string, cwd: string): StoreAddress {
  const written = readStoreAddress(text)
  if (typeof written === 'string') throw new DigestError('parameterInvalid', `${flag} ${written}`)
  // Commands on whole stores make no files beside a database.
  return { ...written, file: resolve(cwd, written.kind === 'sqlite' ? written.file : 'digest') }
}
