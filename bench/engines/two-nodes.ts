import { cpSync } from 'node:fs'
import type { Figure } from '../harness/benchmark.ts'
import type { Served } from '../harness/child.ts'
import { ask, type Asking } from '../million/ask.ts'
import type { Known } from '../million/known.ts'
import { LIST_CLASSES, questionsOf, seedOf } from '../million/questions.ts'
import { serveStore } from './engine.ts'

const NAME = 'any filters and order'
const MAX_SECONDS = 8

/** What a node was started with. */
export interface NodeOf {
  readonly store: string
  readonly config: string
  readonly folder: string
  readonly size: string
}

/**
 * Lists that two nodes of a store answer at the same time, beside those of one. No list is asked for twice. On a machine
 * with few cores, the nodes share them with the database and the client.
 */
export async function ofTwoNodes(
  first: Served,
  { store, config, folder, size }: NodeOf,
  known: (random: () => number) => Known,
): Promise<Figure> {
  const lists = LIST_CLASSES.find(({ name }) => name === NAME)
  if (lists === undefined) throw new Error(`there is no class '${NAME}'`)
  const questions = questionsOf(lists, known(seedOf('two nodes')), lists.count * 4)
  const part = (at: number): Asking => ({
    questions: questions.slice(at * lists.count, (at + 1) * lists.count),
    connections: lists.connections,
    mostSeconds: MAX_SECONDS,
  })
  // A copy of the side files, so that the second node need not make its own.
  const own = `${folder}-second`
  cpSync(folder, own, { recursive: true })
  const { served: second } = await serveStore(store, config, own)
  try {
    // The first node is warm from earlier questions.
    await ask(second, part(3))
    const alone = await ask(first, part(0))
    const both = await Promise.all([ask(first, part(1)), ask(second, part(2))])
    return {
      name: `${NAME}: answers of two nodes, ${size}`,
      value: both.reduce((sum, { perSecond }) => sum + perSecond, 0),
      unit: 'answers/s',
      reference: { name: 'one node', value: alone.perSecond },
    }
  } finally {
    await second.stop()
  }
}
