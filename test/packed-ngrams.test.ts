import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

type Ngrams = Readonly<Record<string, Readonly<Record<string, number>>>>

interface Packing {
  readonly packNgrams: (ngrams: Ngrams) => Uint8Array
  readonly unpackNgrams: (bytes: Uint8Array) => { addTo(scores: number[], piece: string, base: number): void }
}

const LANGUAGES = 60
const BASE = 53

// Neither has types: the one is a script, the other a file inside of a package.
const { packNgrams, unpackNgrams } = (await import(fileUrl('scripts/packed-ngrams.mjs'))) as Packing
const { ngramsData } = (await import(fileUrl('node_modules/eld/src/ngrams/small.js'))) as {
  ngramsData: { ngrams: Ngrams }
}
const { ngrams } = ngramsData
/** The others differ in nothing that matters here. */
const pieces = Object.keys(ngrams).filter((_, at) => at % 7 === 0)
const packed = unpackNgrams(packNgrams(ngrams))

describe('the table by which languages are told', () => {
  it('says packed what it says as its package writes it', () => {
    const different = pieces.filter((piece) => !isSame(scoresOf(piece), expectedOf(piece)))

    expect(different).toEqual([])
  })

  it('says nothing of pieces that it does not hold', () => {
    const altered = pieces.flatMap((piece) => [
      piece.slice(1),
      `${piece}e`,
      `q${piece.slice(1)}`,
      `${piece.slice(-2)}${piece}`,
    ])
    const others = ['', 'constructor', '’x', 'schifffahrtsgesellschaft', ...altered]

    const different = others.filter((piece) => !isSame(scoresOf(piece), expectedOf(piece)))

    expect(different).toEqual([])
  })

  it('is not packed where a piece or what it says does not fit', () => {
    expect(() => packNgrams({ toolong: { 0: 1 } })).toThrow('cannot be packed')
    expect(() => packNgrams({ two: { 0: 256 } })).toThrow('cannot be packed')
  })
})

function scoresOf(piece: string): number[] {
  const scores = Array.from({ length: LANGUAGES }, () => 0)
  packed.addTo(scores, piece, BASE)
  return scores
}

function expectedOf(piece: string): number[] {
  const scores = Array.from({ length: LANGUAGES }, () => 0)
  const said = Object.hasOwn(ngrams, piece) ? ngrams[piece] : undefined
  for (const [language, score] of Object.entries(said ?? {})) scores[Number(language)] = score + BASE
  return scores
}

function isSame(scores: readonly number[], others: readonly number[]): boolean {
  return scores.every((score, at) => score === others[at])
}

function fileUrl(path: string): string {
  return pathToFileURL(join(import.meta.dirname, '..', path)).href
}
