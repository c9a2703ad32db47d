import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { type Bomb, EITHER, item, READ, rss } from './bomb.ts'

/** 50 MB, of which a thousandth goes over the wire. */
const ZEROS = Buffer.alloc(50_000_000)
const FEED = Buffer.from(rss(item('<title>x</title>')))

export const PACKED_BOMBS: readonly Bomb[] = [
  { name: 'gzip: 50 MB', headers: { 'content-encoding': 'gzip' }, body: gzip, outcome: /^tooLarge$/ },
  {
    name: 'gzip: 1 GB in 20 members',
    headers: { 'content-encoding': 'gzip' },
    body: () => Buffer.concat(Array.from({ length: 20 }, gzip)),
    outcome: /^tooLarge$/,
  },
  { name: 'brotli: 50 MB', headers: { 'content-encoding': 'br' }, body: brotli, outcome: /^tooLarge$/ },
  {
    name: 'deflate: 50 MB',
    headers: { 'content-encoding': 'deflate' },
    body: () => deflateSync(ZEROS, { level: 1 }),
    outcome: /^tooLarge$/,
  },
  {
    name: 'deflate without a head: 50 MB',
    headers: { 'content-encoding': 'deflate' },
    body: () => deflateRawSync(ZEROS, { level: 1 }),
    outcome: /^tooLarge$/,
  },
  {
    name: 'gzip in gzip, told',
    headers: { 'content-encoding': 'gzip, gzip' },
    body: () => gzipSync(gzip()),
    outcome: /^tooLarge$/,
  },
  {
    name: 'gzip in gzip, told in two headers',
    headers: { 'content-encoding': ['gzip', 'gzip'] },
    body: () => gzipSync(gzip()),
    outcome: /^tooLarge$/,
  },
  {
    name: 'brotli in gzip in deflate',
    headers: { 'content-encoding': 'deflate, gzip, br' },
    body: () => brotliCompressSync(gzipSync(deflateSync(FEED))),
    outcome: /^parse$/,
  },
  {
    name: 'a hundred codings',
    headers: { 'content-encoding': 'gzip,'.repeat(100) },
    body: gzip,
    outcome: /^tooLarge$/,
  },
  {
    name: 'gzip in gzip, told once',
    headers: { 'content-encoding': 'gzip' },
    body: () => gzipSync(gzip()),
    outcome: EITHER,
  },
  {
    name: 'an unknown coding',
    headers: { 'content-encoding': 'xz' },
    body: () => FEED,
    outcome: READ,
  },
  { name: 'gzip that is none', headers: { 'content-encoding': 'gzip' }, body: () => FEED, outcome: READ },
  { name: 'brotli that is none', headers: { 'content-encoding': 'br' }, body: () => FEED, outcome: READ },
  {
    name: 'a header of 100 kB',
    headers: { 'x-long': 'x'.repeat(100_000) },
    body: () => FEED,
    outcome: /^tooLarge$/,
  },
  {
    name: '3,000 headers',
    headers: Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`x-${n}`, 'x'.repeat(20)])),
    body: () => FEED,
    outcome: /^tooLarge$/,
  },
]

let gzipped: Buffer | undefined

function gzip(): Buffer {
  return (gzipped ??= gzipSync(ZEROS, { level: 1 }))
}

function brotli(): Buffer {
  return brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}
