import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonicalKey, safeHttpUrl } from '../../src/url/url.ts'

const FOLDER = join(
  process.env['DIGEST_CORPUS'] ?? resolve(import.meta.dirname, '../../../shared/corpus'),
  'urls',
)
const here = existsSync(FOLDER)
// oxlint-disable-next-line no-console
if (!here) console.warn(`SKIPPED: URL vectors, since ${FOLDER} is not there (set DIGEST_CORPUS)`)

/** Expected addresses that our rules do not cover, with the reason. */
const INAPPLICABLE: readonly { readonly expected: RegExp; readonly because: string }[] = [
  { expected: /^(?!https?:)/, because: 'neither http nor https: never an article' },
  { expected: /^https?:\/$/, because: 'has no host: never an article' },
]

interface Vector {
  /** As the file has it, for the report. */
  readonly line: string
  readonly cells: readonly string[]
}

describe.skipIf(!here)('URL vectors of another project', () => {
  it('agree on all normal forms that our rules cover', () => {
    const vectors = applicable(readVectors('weirdToNormalizedUrls.csv'))

    const failed = vectors.filter(
      ({ cells: [input = '', expected = ''] }) => canonicalKey(input) !== ours(expected),
    )

    expect(vectors.length).toBe(104)
    expect(failed).toEqual([])
  })

  it('agree on all relative addresses', () => {
    const vectors = applicable(readVectors('url-resolve.csv'))

    const failed = vectors.filter(
      ({ cells: [input = '', base = '', expected = ''] }) =>
        safeHttpUrl(input, base === '' ? undefined : base) !== safeHttpUrl(expected),
    )

    expect(vectors.length).toBe(21)
    expect(failed).toEqual([])
  })
})

/**
 * Carries an expected normal form over to our rules, by means of its own: http and https are one, and
 * `www.`, an index page and a final slash name no other article.
 */
function ours(expected: string): string {
  const address = expected.replace(/^https?:\/\/(?:www\.)?/, '')
  return `https://${address.replace(/\/index\.html(?=$|\?)/, '/').replace(/(\/.+)\/$/, '$1')}`
}

function applicable(vectors: readonly Vector[]): Vector[] {
  return vectors.filter(
    ({ cells }) => !INAPPLICABLE.some(({ expected }) => expected.test(cells.at(-1) ?? '')),
  )
}

function readVectors(file: string): Vector[] {
  return readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({
      line,
      cells: [...line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim(),
      ),
    }))
}
