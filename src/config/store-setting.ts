import * as z from 'zod'
import { isObject } from '../model/json-object.ts'
import { serverUrls } from '../model/store-address.ts'
import { urlOf } from '../url/path.ts'
import type { Kind } from './kinds.ts'
import { refuse } from './setting.ts'

/** The store as written. The scheme selects the engine. The file may be relative. */
type WrittenStore =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly readUrls: readonly string[] }

const MAX_LENGTH = 4000
const MAX_REPLICAS = 64

/**
 * Accepts `sqlite:./data/digest.db`, `sqlite:/var/lib/digest.db` and `sqlite:///var/lib/digest.db`;
 * `postgres://user:password@host/database`, also with `postgresql:` and with several hosts; and a block of `url` and
 * `readUrls`.
 */
export function storeAddress(): Kind<WrittenStore> {
  const schema = z.unknown().transform((value, context): WrittenStore => {
    const read = readBlock(value)
    return typeof read === 'string' ? refuse(context, read) : read
  })
  const address = z.string().max(MAX_LENGTH)
  const readUrls = z.union([address, z.array(address).max(MAX_REPLICAS)]).nullish()
  return {
    schema,
    written: z.union([address, z.strictObject({ url: address, readUrls })]),
    allowed: 'sqlite: and a file, or postgres:// and a database, or a block of url and readUrls',
    allowedAsText:
      'sqlite: and a file, or postgres:// and a database, and then the addresses of its replicas',
    unit: 'address',
    fromText(text) {
      const [url = '', ...readUrls] = text.trim().split(/\s+/)
      return isPostgres(text.trim()) && readUrls.length > 0 ? { url, readUrls } : text
    },
  }
}

/** Reads a store's address from a flag, like the setting `store`. @returns what is wrong with it, as a text */
export function readStoreAddress(text: string): WrittenStore | string {
  const value = text.trim()
  return errorOf(value) ?? storeOf(value)
}

/** @returns what is wrong, as a text, without the address, which has a password */
function readBlock(value: unknown): WrittenStore | string {
  if (typeof value === 'string') return readStoreAddress(value)
  if (!isObject(value)) return ALLOWED
  const { url, readUrls, ...others } = value
  if (Object.keys(others).length > 0) return 'has an unknown key; allowed here: url, readUrls'
  if (typeof url !== 'string') return 'must have an url, such as postgres://user:password@host/digest'
  const store = readStoreAddress(url)
  if (typeof store === 'string') return `has an url that ${store}`
  const replicas: readonly unknown[] = Array.isArray(readUrls) ? readUrls : [readUrls ?? []].flat()
  if (replicas.length === 0) return store
  if (store.kind === 'sqlite') return 'may have readUrls only beside the url of a PostgreSQL database'
  if (replicas.length > MAX_REPLICAS) return `must have at most ${MAX_REPLICAS} readUrls`
  const checked: string[] = []
  for (const replica of replicas) {
    const text = typeof replica === 'string' ? replica.trim() : ''
    if (!isPostgres(text) || serverUrls(text).length > 1)
      return 'must have readUrls of one PostgreSQL server each, such as postgres://user:password@replica/digest'
    const error = errorOf(text)
    if (error !== undefined) return `has a read url that ${error}`
    checked.push(text)
  }
  return { ...store, readUrls: checked }
}

const ALLOWED =
  'must be sqlite: and a file, such as sqlite:./data/digest.db, or postgres:// and a database, such as postgres://user:password@host/digest'

function errorOf(value: string): string | undefined {
  if (value.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  if (isPostgres(value)) return postgresErrorOf(value)
  if (!/^sqlite:./i.test(value) || value.includes('\0')) return ALLOWED
  return /[?#]/.test(value) || /[/\\]$/.test(value)
    ? 'must name a file after sqlite:, without parameters or a slash at its end'
    : undefined
}

function isPostgres(value: string): boolean {
  return /^postgres(?:ql)?:/i.test(value)
}

/** Messages never contain the address, which has a password. */
function postgresErrorOf(value: string): string | undefined {
  const isWhole = serverUrls(value).every((server) => {
    const url = urlOf(server)
    return url !== undefined && url.hostname !== '' && /^\/[^/]+$/.test(url.pathname)
  })
  return isWhole
    ? undefined
    : 'must name a host and a database, such as postgres://user:password@host/digest; special characters of the password are written as %40 for @ and the like'
}

function storeOf(value: string): WrittenStore {
  return isPostgres(value)
    ? { kind: 'postgres', url: value, readUrls: [] }
    : { kind: 'sqlite', file: fileOf(value) }
}

function fileOf(value: string): string {
  const path = value.slice('sqlite:'.length)
  return path.startsWith('///') ? path.slice(2) : path
}
