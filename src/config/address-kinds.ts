import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { urlOf } from '../url/path.ts'
import { type Kind, serverAddress, textList } from './kinds.ts'
import { isShortForm, resolveShortForm } from './sources/short-form.ts'

/** An http or https URL, which may contain credentials. */
export function webAddress(): Kind<string> {
  const schema = z.string().trim().refine(isWebAddress, { error: faultOf })
  return { schema, allowed: 'an address that begins with http:// or https://', unit: 'URL' }
}

/** An http or https URL, or a short form such as `github:OWNER/REPO`. */
export function sourceAddress(): Kind<string> {
  const address = webAddress()
  const schema = z
    .string()
    .trim()
    .refine((value) => (isShortForm(value) && resolveShortForm(value) !== undefined) || isWebAddress(value), {
      error: faultOf,
    })
  const shortForms =
    'hn:top, reddit:r/NAME, youtube:@NAME, github:OWNER/REPO, mastodon:@USER@HOST, bluesky:@USER, lemmy:NAME@HOST, substack:NAME or podcast:NUMBER'
  return { ...address, schema, allowed: `${address.allowed}, or a short form: ${shortForms}` }
}

/** The public URL of the service, without query, fragment and credentials. A final slash is removed. */
export function baseAddress(): Kind<string> {
  const schema = z
    .string()
    .trim()
    .max(2000)
    .refine((value) => {
      const url = serverAddress(value, /^https?:$/)
      return url !== undefined && url.username + url.password === ''
    })
    .transform((value) => new URL(value).href.replace(/\/+$/, ''))
  return {
    schema,
    allowed: 'an http:// or https:// address without query, fragment or credentials',
    unit: 'URL',
  }
}

/** CIDR blocks and single addresses. A single address becomes a block. */
export function addressBlocks(): Kind<readonly string[]> {
  const block = z.string().trim().refine(isAddressOrBlock).transform(asBlock)
  return textList(block, 'IP addresses or CIDR blocks, such as 127.0.0.0/8 or ::1')
}

export function origins(): Kind<readonly string[]> {
  const origin = z
    .string()
    .trim()
    .refine((value) => value === '*' || urlOf(value)?.origin === value)
  return textList(origin, "'*' or origins, such as https://news.example.org, without a path")
}

function isWebAddress(value: string): boolean {
  return (
    value.length <= 4000 &&
    /^https?:$/.test(urlOf(value)?.protocol ?? '') &&
    !ODD_ADDRESSES.some(([pattern]) => pattern.test(value))
  )
}

/** Addresses that parsers misread, and what is wrong with them. */
const ODD_ADDRESSES = [
  [/[\t\r\n]/, 'has a tab or a line end in it; remove it'],
  [/^https?:\/\/https?:/i, 'begins with http:// or https:// twice'],
  [/\shttps?:/i, 'has two addresses; write one'],
  [/^https?:\/\/[^/?#]*\s/i, 'has a space in its host; remove it'],
] as const

/** What is wrong with a text that begins like an address; `undefined` for other texts. */
function faultOf({ input }: { readonly input?: unknown }): string | undefined {
  const value = String(input)
  const [, odd] = ODD_ADDRESSES.find(([pattern]) => pattern.test(value)) ?? []
  if (odd !== undefined) return odd
  return /^https?:\/\//i.test(value) && urlOf(value) === undefined
    ? 'has no valid host and port behind http:// or https://'
    : undefined
}

function isAddressOrBlock(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function asBlock(value: string): string {
  if (!isAddressOrBlock(value)) return value
  const [address = '', bits] = value.split('/')
  const parsed = ipaddr.parse(address)
  return `${parsed.toString()}/${bits ?? (parsed.kind() === 'ipv4' ? 32 : 128)}`
}
