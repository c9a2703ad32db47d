import type { z } from 'zod'
import { nearest } from '../../../model/nearest.ts'
import type { OwnAnswer } from '../../access/ask-self.ts'

/** Calls the service in process. @param address path and query below the base URL */
export type Ask = (address: string) => Promise<OwnAnswer>

export interface ToolAnswer {
  /** Always shown. */
  readonly head: readonly string[]
  /** Shown in order until the budget ends. */
  readonly entries: readonly string[]
  /** How to get the entries after those shown. */
  readonly more: (shown: number) => string
}

/** Arguments in the form of query parameters. */
export type Arguments = Readonly<Record<string, string>>

/** JSON Schema of an argument, as short as models need. */
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

/** An error that the model can correct: the message names the argument, its value and what is allowed. */
export class Refusal extends Error {}

/** Characters of a wrong value that an error repeats. */
const MAX_SHOWN = 100

const MAX_KNOWN = 40

/**
 * Reads a model's arguments: texts, numbers and lists of them. `null` counts as absent.
 *
 * @throws Refusal for an unknown, missing or unreadable argument
 */
export function readArguments(tool: Tool, given: Readonly<Record<string, unknown>>): Arguments {
  const known = Object.keys(tool.properties)
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) throw unknownName(`argument of ${tool.name}`, name, known, aboutRequired(tool))
    if (value !== null && value !== undefined) read[name] = textOf(name, value)
  }
  const missing = tool.required?.find((name) => read[name] === undefined)
  if (missing !== undefined)
    throw new Refusal(`${missing} is required: ${tool.properties[missing]?.description}`)
  return read
}

/** What the required arguments can say: `search` has its filters in `q`. */
function aboutRequired({ required = [], properties }: Tool): string {
  const abouts = required.flatMap((name) => {
    const about = properties[name]?.description
    return about === undefined ? [] : ` ${name}: ${about}.`
  })
  return abouts.join('')
}

/**
 * @param what completes "unknown …"
 * @param instead what to use if no name is near
 */
export function unknownName(what: string, name: string, known: readonly string[], instead = ''): Refusal {
  const guess = nearest(name, known)
  const all =
    known.length > MAX_KNOWN
      ? `${known.slice(0, MAX_KNOWN).join(', ')} and ${known.length - MAX_KNOWN} more`
      : known.join(', ')
  const hint = guess === undefined ? '' : `Did you mean '${guess}'? `
  return new Refusal(
    `unknown ${what}: '${name.slice(0, MAX_SHOWN)}'. ${hint}Known are ${all}.${guess === undefined ? instead : ''}`,
  )
}

function textOf(name: string, value: unknown): string {
  const values = Array.isArray(value) ? (value as unknown[]) : [value]
  if (values.every((each) => ['string', 'number', 'boolean'].includes(typeof each))) return values.join(',')
  throw new Refusal(
    `${name} must be a text, a number or a list of them, got ${JSON.stringify(value).slice(0, MAX_SHOWN)}`,
  )
}

/** Calls a path and reads JSON. @throws Refusal with the message of a problem */
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

/** Advice, by problem code. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  notFound: 'Ids are in the answers of the other tools.',
  gone: 'Call whats_new without since: it gives the newest and a new mark.',
  conflict: 'Call whats_new without since: it gives the newest and a new mark.',
}

function problemText(body: string): string {
  const { code, detail } = JSON.parse(body) as { readonly code: string; readonly detail: string }
  return [detail, ...(NEXT_STEPS[code] === undefined ? [] : [NEXT_STEPS[code]])].join(' ')
}

/** Reads a number that the tool itself uses. @throws Refusal */
export function readNumber(name: string, given: string | undefined, schema: z.ZodType<number>): number {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw new Refusal(`${name} ${read.error.issues[0]?.message}, got '${given?.slice(0, MAX_SHOWN)}'`)
}
