import type { z } from 'zod'
import { nearest } from '../../../model/nearest.ts'
import type { OwnAnswer } from '../../access/ask-self.ts'

/** Calls the service itself. @param address path and query below the base URL */
export type Ask = (address: string) => Promise<OwnAnswer>

/** What a model reads as an answer. */
export interface ToolAnswer {
  /** Lines that are always shown. */
  readonly head: readonly string[]
  /** In order; the first ones that the budget allows are shown. */
  readonly entries: readonly string[]
  /** How to get what follows the entries shown. */
  readonly more: (shown: number) => string
}

/** Arguments as query parameters have them. */
export type Arguments = Readonly<Record<string, string>>

/** The JSON Schema of an argument, as short as a model can do with. */
interface ArgumentSchema {
  readonly type: 'string' | 'integer'
  readonly description?: string
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly properties: Readonly<Record<string, ArgumentSchema>>
  readonly required?: readonly string[]
  answer(given: Arguments, ask: Ask): Promise<ToolAnswer>
}

/** An error that a model can correct: its message names the argument, the value and what is allowed. */
export class Refusal extends Error {}

/** Characters of a wrong value that an error repeats. */
const MAX_SHOWN = 100

/** Names that an error lists. */
const MAX_KNOWN = 40

/**
 * Reads what a model gave: texts, numbers and lists of them. `null` counts as not given.
 *
 * @throws Refusal for an argument that the tool does not have, lacks, or cannot read
 */
export function readArguments(tool: Tool, given: Readonly<Record<string, unknown>>): Arguments {
  const known = Object.keys(tool.properties)
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) throw unknownName(`argument of ${tool.name}`, name, known)
    if (value !== null && value !== undefined) read[name] = textOf(name, value)
  }
  const missing = tool.required?.find((name) => read[name] === undefined)
  if (missing !== undefined)
    throw new Refusal(`${missing} is required: ${tool.properties[missing]?.description}`)
  return read
}

/** @param what completes "unknown …" */
export function unknownName(what: string, name: string, known: readonly string[]): Refusal {
  const guess = nearest(name, known)
  const all =
    known.length > MAX_KNOWN
      ? `${known.slice(0, MAX_KNOWN).join(', ')} and ${known.length - MAX_KNOWN} more`
      : known.join(', ')
  const hint = guess === undefined ? '' : `Did you mean '${guess}'? `
  return new Refusal(`unknown ${what}: '${name.slice(0, MAX_SHOWN)}'. ${hint}Known are ${all}.`)
}

function textOf(name: string, value: unknown): string {
  const values = Array.isArray(value) ? (value as unknown[]) : [value]
  if (values.every((each) => ['string', 'number', 'boolean'].includes(typeof each))) return values.join(',')
  throw new Refusal(
    `${name} must be a text, a number or a list of them, got ${JSON.stringify(value).slice(0, MAX_SHOWN)}`,
  )
}

/** Asks a path. @throws Refusal with the problem's message, which names the parameter, the value and what is allowed */
export async function askJson(
  ask: Ask,
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): Promise<unknown> {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const { status, body } = await ask(`${path}?${new URLSearchParams(given).toString()}`)
  if (status !== 200) throw new Refusal(problemText(body))
  return JSON.parse(body)
}

/** What to do next, by the code of the problem. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  notFound: 'Ids are in the answers of the other tools.',
  gone: 'Call whats_new without since: it gives the newest and a new mark.',
  conflict: 'Call whats_new without since: it gives the newest and a new mark.',
}

function problemText(body: string): string {
  const { code, detail } = JSON.parse(body) as { readonly code: string; readonly detail: string }
  return [detail, ...(NEXT_STEPS[code] === undefined ? [] : [NEXT_STEPS[code]])].join(' ')
}

/** Reads a number that the tool itself needs, in the words of the interface. @throws Refusal */
export function readNumber(name: string, given: string | undefined, schema: z.ZodType<number>): number {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw new Refusal(`${name} ${read.error.issues[0]?.message}, got '${given?.slice(0, MAX_SHOWN)}'`)
}
