import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { QUOTED } from '../src/api/agents/quote.ts'
import { TOOL_DEFINITIONS } from '../src/api/agents/tools/tools.ts'
import { inBackticks, tableRows } from './markdown-tables.ts'

const PAGE = readFileSync(new URL('../docs/agents.md', import.meta.url), 'utf8')

describe('docs/agents.md', () => {
  it('has each tool with its arguments, and no other', () => {
    const documented = tableRows(PAGE, 'tool').map(([name = '', given = '']) => [
      inBackticks(name)[0],
      inBackticks(given).toSorted(),
    ])

    const real = TOOL_DEFINITIONS.map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema.properties)
        .filter((argument) => argument !== 'maxTokens')
        .toSorted(),
    ])
    expect(documented).toEqual(real)
  })

  it('shows answers as they are', () => {
    const answers = [...PAGE.matchAll(/```\n(Text in[\s\S]*?)\n```/g)].map(([, answer = '']) => answer)

    expect(answers).toHaveLength(4)
    for (const answer of answers) expect(answer.split('\n')[0]).toBe(QUOTED)
  })
})
