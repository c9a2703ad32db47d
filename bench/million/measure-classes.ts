import { request } from 'undici'
import type { Served } from '../harness/child.ts'
import { type Answered, ask, type Question } from './ask.ts'
import type { Known } from './known.ts'
import { type QuestionClass, questionsOf, SAME_PAGE, seedOf } from './questions.ts'

/** A running service and the values that requests to it use. */
export interface Subject {
  /** Such as `1M`. */
  readonly size: string
  readonly served: Served
  readonly knownOf: (random: () => number) => Known
}

/** The measured answers to one class of requests. */
export interface ClassResult {
  readonly name: string
  /** In the order of the subjects. */
  readonly answered: readonly Answered[]
  /** For each subject: plain node:http that sends as many bytes to the same client. */
  readonly plain: readonly Answered[]
}

export interface Effort {
  /** Share of the requests of a class, 0..1. */
  readonly share: number
  readonly mostSeconds: number
}

/** Requests of each class before the measurement, so that the runtime has compiled the code. */
const WARM_UP = 40
const WARM_UP_SECONDS = 2
const PLAIN = 2_000

/** Measures class after class, each with all subjects in direct succession, so that conditions are similar. */
export async function measureClasses(
  subjects: readonly Subject[],
  plain: Served,
  classes: readonly QuestionClass[],
  effort: Effort,
  log: (line: string) => void,
): Promise<ClassResult[]> {
  const prepared = await Promise.all(
    classes.map(async (each) => ({
      each,
      questions: await Promise.all(subjects.map((subject) => prepare(each, subject, effort))),
    })),
  )
  log('warm-up')
  await ask(plain, { questions: plainQuestions(20_000), connections: 8, mostSeconds: 2 })
  for (const { questions } of prepared) {
    for (const [at, subject] of subjects.entries()) {
      const some = questions[at]?.slice(0, WARM_UP) ?? []
      await ask(subject.served, { questions: some, connections: 1, mostSeconds: WARM_UP_SECONDS })
    }
  }

  const results: ClassResult[] = []
  for (const { each, questions } of prepared) {
    const asking = { connections: each.connections, mostSeconds: effort.mostSeconds }
    const answered: Answered[] = []
    const ceilings: Answered[] = []
    for (const [at, subject] of subjects.entries()) {
      const rest = questions[at]?.slice(WARM_UP) ?? []
      const result = await ask(subject.served, { ...asking, questions: rest })
      answered.push(result)
      ceilings.push(await ask(plain, { ...asking, questions: plainQuestions(Math.round(result.bytes)) }))
      log(`${each.name}, ${subject.size}: ${(result.cpuMs * 1_000).toFixed(0)} µs of CPU an answer`)
    }
    results.push({ name: each.name, answered, plain: ceilings })
  }
  return results
}

async function prepare(each: QuestionClass, subject: Subject, { share }: Effort): Promise<Question[]> {
  const known = subject.knownOf(seedOf(each.name))
  const questions = questionsOf(each, known, WARM_UP + Math.ceil(each.count * share))
  if (each.name !== 'known page (304)') return questions
  const { headers, body } = await request(`${subject.served.url}${SAME_PAGE}`)
  await body.dump()
  const condition = `If-None-Match: ${String(headers['etag'])}\r\n`
  return questions.map((question) => ({ ...question, headers: condition, status: 304 }))
}

function plainQuestions(bytes: number): Question[] {
  return Array.from({ length: PLAIN }, () => ({ path: `/${bytes}` }))
}
