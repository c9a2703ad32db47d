import { isObject, type JsonObject } from '../json/values.ts'

/** Longest item that is read from a broken document, in characters. */
const LONGEST_ITEM = 2_000_000
/** An item that cannot be read may cost a look at all that follows: the text is looked through so often at most. */
const MOST_LOOKS = 8

const ITEMS = /"items"\s*:\s*\[/
const VERSION = /jsonfeed\.org\/version/

/** Whether a text that does not begin like JSON is a JSON Feed whose beginning was lost. */
export function isJsonFeedInPart(text: string): boolean {
  return VERSION.test(text.slice(0, 2_000)) && ITEMS.test(text)
}

/**
 * Saves what is left of a JSON Feed that is not valid JSON: cut off, or with a sign too many or too few. Gives each
 * item that is whole, and what the feed says of itself where that part is whole.
 *
 * @param most items
 * @returns `undefined` where nothing is left, or it was no JSON Feed
 */
export function salvageJsonFeed(text: string, most: number): JsonObject | undefined {
  const start = ITEMS.exec(text)
  const from = start === null ? 1 : start.index + start[0].length
  const head = start === null ? undefined : parseObject(`${text.slice(0, from)}]}`)
  if (head === undefined && !VERSION.test(text)) return undefined

  const items: JsonObject[] = []
  let left = MOST_LOOKS * text.length
  for (let at = text.indexOf('{', from); at >= 0 && left > 0 && items.length < most;) {
    const limit = Math.min(text.length, at + LONGEST_ITEM)
    const end = endOfObject(text, at, limit)
    left -= (end ?? limit) - at
    const value = end === undefined ? undefined : parseObject(text.slice(at, end))
    if (value !== undefined && isItem(value)) items.push(value)
    // The next item begins after a whole one, but may begin within a broken one.
    at = text.indexOf('{', value === undefined || end === undefined ? at + 1 : end)
  }
  return items.length === 0 ? undefined : { version: 'jsonfeed', ...head, items }
}

/** Where the object ends that begins at `at`; `undefined` where it does not before `limit`. */
function endOfObject(text: string, at: number, limit: number): number | undefined {
  let depth = 0
  let isText = false
  for (let index = at; index < limit; index++) {
    const sign = text[index]
    if (sign === '"') isText = !isText
    else if (isText) index += sign === '\\' ? 1 : 0
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return index + 1
  }
  return undefined
}

/** Whether an object is an item, and not an author or an attachment of an item that cannot be read. */
function isItem(value: JsonObject): boolean {
  if ('mime_type' in value) return false
  return 'id' in value || ['title', 'content_html', 'content_text'].some((name) => name in value)
}

/** Line ends and other controls are allowed in texts: those who write JSON by hand leave them in. */
function parseObject(text: string): JsonObject | undefined {
  try {
    // oxlint-disable-next-line no-control-regex -- controls are what it is about
    const value: unknown = JSON.parse(text.replace(/[\u0000-\u001f]/g, ' '))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
