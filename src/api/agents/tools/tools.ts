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

/** Token budget of an answer. To be short, definitions name only the maximum; a refusal names both bounds. */
const MAX_TOKENS = wholeNumber({ min: 1000, max: 8000 }, 2000).default(2000)

const BUDGET = { type: 'integer', maximum: 8000 } as const

/** Tools only read, and only the collection. */
const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const

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

/** Answers a tool call. Rejects only for failures that are not the caller's. */
export async function callTool(
  name: string,
  given: Readonly<Record<string, unknown>>,
  ask: Ask,
): Promise<{ readonly text: string; readonly isError: boolean }> {
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

/** Fits as many entries as the budget allows. Head and closing line always fit. */
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
