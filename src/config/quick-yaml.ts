import { CORE_SCHEMA, type Event, EVENT_ID, YAMLException, constructFromEvents, parseEvents } from 'js-yaml'

/** Deeper blocks are the exact reader's, which tells where they begin. */
const MAX_DEPTH = 20

/**
 * Reads what settings mostly are in a quarter of the time that the exact reader takes. What may mean
 * something else there is left to it: anchors, aliases, tags, directives, a second document, keys and names
 * that read as numbers, and every fault.
 *
 * @param names keys whose numbers are texts, as they are written
 * @returns `undefined` for what is left to the exact reader
 */
export function readQuickly(text: string, names: ReadonlySet<unknown>): unknown {
  if (!PLAIN.test(text) || DOCUMENT_MARK.test(text)) return undefined
  try {
    const events = parseEvents(text, { maxDepth: MAX_DEPTH })
    if (!events.every(isPlain)) return undefined
    const [raw] = constructFromEvents(events, { source: text, schema: CORE_SCHEMA })
    return isClear(raw, names) ? raw : undefined
  } catch (cause) {
    if (cause instanceof YAMLException) return undefined
    throw cause
  }
}

/** No tab, carriage return or other control character, no mark of byte order, no space but the plain one. */
const PLAIN =
  /^[\n\x20-\x7e\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ufefe\uff00-\uffff]*$/

/** Where one document may end and another begin. */
const DOCUMENT_MARK = /^(?:---|\.\.\.)/m

function isPlain(event: Event): boolean {
  switch (event.type) {
    case EVENT_ID.DOCUMENT:
      return event.directives.length === 0
    case EVENT_ID.ALIAS:
      return false
    case EVENT_ID.POP:
      return true
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
    case EVENT_ID.SCALAR:
      return event.anchorStart < 0 && event.tagStart < 0
  }
}

/** Of a key that was a number or nothing only its text is left, and of a name as a number only its value. */
const KEY = /^[A-Za-z][\w-]*$/
const KEYWORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'nan', 'infinity'])

function isClear(value: unknown, names: ReadonlySet<unknown>): boolean {
  if (Array.isArray(value)) return value.every((entry) => isClear(entry, names))
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([key, of]) =>
      KEY.test(key) &&
      !KEYWORDS.has(key.toLowerCase()) &&
      !(typeof of === 'number' && names.has(key)) &&
      isClear(of, names),
  )
}
