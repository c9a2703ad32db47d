import { wholeNumber } from '../../query/parameters.ts'
import { QUOTED } from '../quote.ts'
import { estimateTokens } from '../token-estimate.ts'
import { article } from './article.ts'
import { search, topStories, trending } from './lists.ts'
import { sources } from './sources.ts'
import { story } from './story.ts'
import {
  type Ask,
  readArguments,
  readNumber,
  Refusal,
  type Tool,
  type ToolAnswer,
  unknownName,
} from './tool.ts'
import { whatsNew } from './whats-new.ts'

const TOOLS: readonly Tool[] = [topStories, search, trending, story, article, whatsNew, sources]

/** Tokens of an answer. Definitions name the highest number alone, to be short; a refusal names both. */
const MAX_TOKENS = wholeNumber({ min: 1000, max: 8000 }, 2000).default(2000)

const BUDGET = { type: 'integer', maximum: 8000 } as const

/** Nothing is written, and nothing outside of the collection is asked. */
const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const

/** The tools as `tools/list` describes them. */
export const TOOL_DEFINITIONS = TOOLS.map(({ name, description, properties, required }) => ({
  name,
  description,
  inputSchema: {
    type: 'object' as const,
    properties: { ...properties, maxTokens: BUDGET },
    ...(required && { required: [...required] }),
  },
  annotations: READ_ONLY,
}))

export interface CallResult {
  readonly text: string
  readonly isError: boolean
}

/** Answers a call of a tool. Rejects only for what is no fault of the caller. */
export async function callTool(
  name: string,
  given: Readonly<Record<string, unknown>>,
  ask: Ask,
): Promise<CallResult> {
  try {
    const tool = TOOLS.find((each) => each.name === name)
    if (tool === undefined)
      throw unknownName(
        'tool',
        name,
        TOOLS.map((each) => each.name),
      )
    const withBudget = { ...tool, properties: { ...tool.properties, maxTokens: BUDGET } }
    const { maxTokens, ...own } = readArguments(withBudget, given)
    const budget = readNumber('maxTokens', maxTokens, MAX_TOKENS)
    return { text: fit(await tool.answer(own, ask), budget), isError: false }
  } catch (cause) {
    if (cause instanceof Refusal) return { text: cause.message, isError: true }
    throw cause
  }
}

/** An answer with as many entries as the budget allows. Its head and what is said at its end always fit. */
function fit({ head, entries, more }: ToolAnswer, maxTokens: number): string {
  const begin = [QUOTED, ...head].join('\n')
  let shown = 0
  let tokens = estimateTokens(begin)
  for (const entry of entries) {
    tokens += estimateTokens(`\n${entry}`)
    if (tokens + estimateTokens(`\n${more(shown + 1)}`) > maxTokens) break
    shown += 1
  }
  return [begin, ...entries.slice(0, shown), more(shown)].join('\n')
}
