import { parseArgs } from 'node:util'
import { print } from '../../bench/harness/print.ts'
import { TUNING, type Tuning } from '../../src/search/index/fields.ts'
import { evaluateCaptured } from './captured.ts'
import { type Collection, CORPUS, halvesByTime, loadAllSides, loadCranfield } from './collections.ts'
import { type Ask, fts5, ownEngine } from './engines.ts'
import { loadHandmade } from './handmade.ts'
import { mean, ndcg10, recall10, reciprocalRank10 } from './measures.ts'
import { withTypo } from './typos.ts'

/*
 * Measures the quality of search on judged collections: `npm run eval:search`. With `-- --grid` also with other weights
 * than the chosen ones, one changed at a time.
 */
const { values } = parseArgs({ options: { grid: { type: 'boolean', default: false } } })

const given = [loadCranfield(), loadAllSides()].filter((collection) => collection !== undefined)
if (given.length < 2) console.warn(`SKIPPED: Cranfield or AllSides is not in ${CORPUS} (DIGEST_CORPUS)`)
const collections = [loadHandmade(), ...given]

print('collection              engine  nDCG@10  MRR@10  recall@10  with one typo: recall@10, share kept')
for (const collection of collections) {
  const [own, baseline] = [ownEngine(collection.documents), fts5(collection.documents)]
  for (const part of [collection, ...halvesByTime(collection)]) {
    await printRow(part, 'own', own)
    await printRow(part, 'FTS5', baseline)
  }
}
await evaluateCaptured()
if (values.grid) {
  print('\nnDCG@10 and MRR@10 of each collection, and of its halves by time, with other weights')
  for (const [name, tuning] of variants()) {
    const figures: string[] = []
    for (const collection of collections) {
      const own = ownEngine(collection.documents, tuning)
      for (const part of [collection, ...halvesByTime(collection)]) {
        const { ndcg, mrr } = await measured(part, own, (text) => text)
        figures.push(`${ndcg.toFixed(3)} ${mrr.toFixed(3)}`)
      }
    }
    print(`${name.padEnd(28)} ${figures.join('   ')}`)
  }
}

async function printRow(collection: Collection, engine: string, ask: Ask): Promise<void> {
  const plain = await measured(collection, ask, (text) => text)
  const typed = await measured(collection, ask, withTypo)
  const cells = [plain.ndcg, plain.mrr, plain.recall, typed.recall, typed.recall / plain.recall]
  const name = `${collection.name} (${collection.queries.length})`
  print(
    `${name.padEnd(23)} ${engine.padEnd(5)} ${cells.map((cell) => cell.toFixed(3).padStart(8)).join(' ')}`,
  )
}

async function measured(
  { queries, judgements }: Collection,
  ask: Ask,
  change: (text: string, seed: number) => string,
): Promise<{ readonly ndcg: number; readonly mrr: number; readonly recall: number }> {
  const rows: { readonly ndcg: number; readonly mrr: number; readonly recall: number }[] = []
  for (const [seed, { id, text }] of queries.entries()) {
    const ids = await ask(change(text, seed))
    const gains = judgements.get(id) ?? new Map<number, number>()
    rows.push({ ndcg: ndcg10(ids, gains), mrr: reciprocalRank10(ids, gains), recall: recall10(ids, gains) })
  }
  return {
    ndcg: mean(rows.map((row) => row.ndcg)),
    mrr: mean(rows.map((row) => row.mrr)),
    recall: mean(rows.map((row) => row.recall)),
  }
}

function variants(): readonly (readonly [name: string, tuning: Tuning])[] {
  const { weights, usualWords, lengthShare, regularization } = TUNING
  return [
    ['as chosen', TUNING],
    ...[2, 8].map((title) => [`title ${title}`, { ...TUNING, weights: { ...weights, title } }] as const),
    ...[40, 120].map((text) => [`usual words of a text ${text}`, { ...TUNING, usualWords: { ...usualWords, text } }] as const),
    ...[0.4, 1].map((text) => [`length share of a text ${text}`, { ...TUNING, lengthShare: { ...lengthShare, text } }] as const),
    ...[1.2, 3].map((saturation) => [`saturation ${saturation}`, { ...TUNING, saturation }] as const),
    ...[1, 1.5].map((exactForm) => [`exact form ${exactForm}`, { ...TUNING, exactForm }] as const),
    ...[0, 0.6].map((coordination) => [`coordination ${coordination}`, { ...TUNING, coordination }] as const),
    ...[0, 0.7].map((weight) => [`regularization ${weight}`, { ...TUNING, regularization: { ...regularization, weight } }] as const),
  ] // prettier-ignore
}
