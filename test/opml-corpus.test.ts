import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Opml, parseOpml } from 'feedsmith'
import { describe, expect, it } from 'vitest'
import { planImport } from '../src/config/opml/import-plan.ts'
import { readOutlines } from '../src/config/opml/reader.ts'
import { decodeDocument } from '../src/text/charset/charset.ts'

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)))
const CORPUS = resolve(process.env['DIGEST_CORPUS'] ?? join(ROOT, '../shared/corpus'))
const FOLDER = join(CORPUS, 'sources')
const isThere = existsSync(FOLDER)
if (!isThere) console.warn(`SKIPPED: OPML lists in circulation are not read, since ${FOLDER} is not there`)

/** Not well-formed, and not an XML parser's error: no list of addresses to compare with. */
const UNREADABLE_FOR_ORACLE = ['Startups.opml']

describe.skipIf(!isThere)('OPML lists in circulation, well-formed or not', () => {
  const files = isThere ? opmlFiles(FOLDER) : []
  const read = files.map((file) => {
    const { text } = decodeDocument(readFileSync(file), undefined)
    return { name: relative(FOLDER, file), text, outlines: readOutlines(text) }
  })

  it('are all read, each address that stands in them', () => {
    const missing = read.filter(({ text, outlines }) => {
      const written = text.match(/\bxmlUrl\s*=\s*["'](?!["'])/gi) ?? []
      return outlines.feeds.length !== written.length
    })

    expect(read.length).toBeGreaterThan(100)
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it('give the addresses that another reader finds, wherever that one can read', () => {
    const compared = read.map(({ name, text, outlines }) => {
      const mine = outlines.feeds.map(({ url }) => url)
      return { name, mine: mine.toSorted(), theirs: oracle(text)?.toSorted() }
    })

    const disagreeing = compared.filter(
      ({ mine, theirs }) => theirs !== undefined && String(mine) !== String(theirs),
    )
    const unread = compared.filter(({ theirs }) => theirs === undefined)

    expect(disagreeing).toEqual([])
    expect(unread.every(({ name }) => UNREADABLE_FOR_ORACLE.some((known) => name.endsWith(known)))).toBe(true)
  })

  it('become sources without one refusal, each with an id of its own', () => {
    const plan = planImport(
      read.flatMap(({ outlines }) => outlines.feeds),
      [],
    )

    const ids = new Set(plan.added.map(({ id }) => id))

    expect(plan.refused).toEqual([])
    expect(ids.size).toBe(plan.added.length)
    expect(plan.added.length).toBeGreaterThan(1_000)
  })
})

function opmlFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.(opml|xml)$/.test(name)).map((name) => join(folder, name))
}

/** Addresses as feedsmith reads them; `undefined` where it cannot. */
function oracle(text: string): string[] | undefined {
  const addresses = (outlines: readonly Opml.Outline<string>[] | undefined): string[] =>
    outlines?.flatMap(({ xmlUrl, outlines }) => [
      ...(xmlUrl ? [xmlUrl.trim()] : []),
      ...addresses(outlines),
    ]) ?? []
  try {
    return addresses(parseOpml(text).body?.outlines)
  } catch {
    return undefined
  }
}
