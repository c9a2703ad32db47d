import * as z from 'zod'
import type { Kind } from './kinds.ts'

/** A store as it is written: the scheme picks the engine, the file may be relative. */
export interface WrittenStore {
  readonly kind: 'sqlite'
  readonly file: string
}

/** `sqlite:./data/digest.db`, `sqlite:/var/lib/digest.db`, `sqlite:///var/lib/digest.db`. */
export function storeAddress(): Kind<WrittenStore> {
  const schema = z
    .string()
    .trim()
    .max(4000)
    .superRefine((value, context) => {
      const message = faultOf(value)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .transform((value): WrittenStore => ({ kind: 'sqlite', file: fileOf(value) }))
  return { schema, allowed: 'sqlite: and a file', unit: 'address', fromText: (text) => text }
}

function faultOf(value: string): string | undefined {
  if (/^postgres(ql)?:/i.test(value))
    return 'names PostgreSQL, which this version does not support; allowed is sqlite: and a file, such as sqlite:./data/digest.db'
  if (!/^sqlite:./i.test(value) || value.includes('\0'))
    return 'must be sqlite: and a file, such as sqlite:./data/digest.db'
  return /[?#]/.test(value) || /[/\\]$/.test(value)
    ? 'must name a file after sqlite:, without parameters or a slash at its end'
    : undefined
}

function fileOf(value: string): string {
  const path = value.slice('sqlite:'.length)
  return path.startsWith('///') ? path.slice(2) : path
}
