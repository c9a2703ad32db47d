import { FAILSAFE_SCHEMA, load, Type } from 'js-yaml'
import { NAMES } from './yaml-document.ts'

/**
 * Syntax that only the full parser reads correctly: tabs and other control characters, anchors, aliases, tags, complex
 * and empty keys, block scalars, several documents, comments without a space before them.
 */
const UNUSUAL = new RegExp(
  [
    String.raw`[^\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffc\u{10000}-\u{10ffff}]`,
    String.raw`(?:^|[\s,[{:-])(?:[&*!][^\s,[\]{}]|\?(?:\s|$))`,
    String.raw`^(?:---|\.\.\.|%)`,
    String.raw`[|>][-+\d]*\s*(?:#.*)?$`,
    String.raw`["'}\]]#`,
    // A comment between the lines of one value.
    String.raw`^( *)#.*\n\1 [^\n:#]*$`,
    String.raw`(?:^|[\s,[{}\]])\s*:(?:\s|$)`,
  ].join('|'),
  'mu',
)

const NULLS = ['', '~', 'null', 'Null', 'NULL']
const BOOLEANS = /^(?:true|True|TRUE|false|False|FALSE)$/
const NUMBERS = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/
const UNUSUAL_NUMBERS = /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/

/** The scalars of YAML 1.2's core schema (section 10.3). */
const SCHEMA = FAILSAFE_SCHEMA.extend({
  implicit: [
    scalar(
      'null',
      (text) => text === null || NULLS.includes(text),
      () => null,
    ),
    scalar(
      'bool',
      (text) => text !== null && BOOLEANS.test(text),
      (text) => text.toLowerCase() === 'true',
    ),
    scalar('float', (text) => text !== null && NUMBERS.test(text), Number),
    scalar('unusual', (text) => text !== null && UNUSUAL_NUMBERS.test(text), refuse),
  ],
})

/**
 * Reads plain YAML several times as fast as `readDocument`, but without positions and errors.
 *
 * @returns the result of `readDocument` for a valid text; `undefined` if the text is unusual or may have errors
 */
export function readPlainYaml(text: string): object | undefined {
  if (UNUSUAL.test(text)) return undefined
  try {
    const raw: unknown = load(text, { schema: SCHEMA, onWarning: refuse })
    return typeof raw === 'object' && raw !== null && !hasNumberAsName(raw) ? raw : undefined
  } catch {
    return undefined
  }
}

/** The full parser keeps names as written, such as `007`. */
function hasNumberAsName(block: object): boolean {
  return Object.entries(block).some(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? hasNumberAsName(value)
      : typeof value === 'number' && NAMES.has(key),
  )
}

function scalar(
  name: string,
  resolve: (text: string | null) => boolean,
  construct: (text: string) => unknown,
): Type {
  return new Type(`tag:yaml.org,2002:${name}`, { kind: 'scalar', resolve, construct })
}

function refuse(): never {
  throw new TypeError('only the exact reader reads this')
}
