import { isShortForm } from '../domain/short-form.ts'
import { type Fault, describe } from './fault.ts'

/** What a settings' file says without effect, or in a way that is likely not meant; it does no harm. */
export function settingsWarnings(raw: unknown): Fault[] {
  if (isEmpty(raw)) {
    const message =
      "there is no setting in this file: nothing is collected; 'content-digest init' writes one to start from"
    return [{ path: [], on: 'value', message }]
  }
  const sources = fieldOf(raw, 'sources')
  return Array.isArray(sources) ? sources.flatMap(sourceWarnings) : []
}

function sourceWarnings(source: unknown, index: number): Fault[] {
  const warnings: Fault[] = []
  const url = fieldOf(source, 'url')
  const subreddit =
    typeof url === 'string' && isShortForm(url) ? /^\s*reddit:([\w-]+)\s*$/i.exec(url)?.[1] : undefined
  if (subreddit !== undefined) {
    const message = `sources[${index}].url ${describe(url)} is taken for reddit:r/${subreddit}; write that, or reddit:u/${subreddit} for a user`
    warnings.push({ path: ['sources', index, 'url'], on: 'value', message })
  }
  if (!isEmpty(fieldOf(source, 'fullText')) && fieldOf(source, 'content') !== 'full') {
    const message = `sources[${index}].fullText has no effect without 'content: full'`
    warnings.push({ path: ['sources', index, 'fullText'], on: 'key', message })
  }
  return warnings
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  )
}

function fieldOf(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null ? Reflect.get(raw, name) : undefined
}
