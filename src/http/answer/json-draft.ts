import type { Draft } from './answers.ts'

/** The draft of an answer that is one JSON value. */
export function jsonDraft(body: unknown): Draft {
  const bytes = Buffer.from(JSON.stringify(body))
  return { bytes: () => bytes }
}
