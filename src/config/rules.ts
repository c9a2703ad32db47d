import * as z from 'zod'
import {
  RULE_FIELDS,
  type Rule,
  type RuleAction,
  type RuleCondition,
  type RuleField,
  type TextTest,
} from '../model/rule.ts'
import { compilePattern } from '../text/pattern.ts'
import { categorySlug } from '../text/slug.ts'
import { categoryName, decimal, type Kind, slug } from './kinds.ts'
import { describe, label, list, refuse, type SettingPath } from './setting.ts'

/** A rule without its place in the settings. */
interface PlainRule extends Omit<Rule, 'label'> {
  readonly name: string | undefined
}

/** A list of rules; `null` and `undefined` mean no rules. */
export function ruleList(): z.ZodType<readonly PlainRule[]> {
  return list(rule, { of: ' of rules' })
}

/** @param path position of the list: `['rules']`, `['sources', 2, 'rules']` */
export function labelled(rules: readonly PlainRule[], path: SettingPath): readonly Rule[] {
  return rules.map(({ name, when, action }, index) => {
    const place = label([...path, index])
    return { label: name === undefined ? place : `${place} (${name})`, when, action }
  })
}

/** Maximum length of a text in a rule, in characters. */
const MAX_TEXT = 1_000

const MAX_TAGS = 20

/** Maximum size of a compiled pattern, in instructions: the longest text is then matched in less than 1 s. */
const MAX_PROGRAM = 1_000

const TEXT = `must be a text or a /pattern/ of 1 to ${MAX_TEXT} characters`

/** A test of a text. `/…/` and `/…/i` are patterns, anything else is words. */
const textTest = z
  .union([z.string().min(1, TEXT).max(MAX_TEXT, TEXT), z.number()], TEXT)
  .transform((raw, context): TextTest => {
    const text = String(raw).trim()
    if (text === '') return refuse(context, `${TEXT}, not ${describe(raw)}`)
    const found = /^\/(.+)\/([a-z]*)$/s.exec(text)
    if (found === null) return { kind: 'words', words: text }

    const [, pattern = '', flags = ''] = found
    if (flags !== '' && flags !== 'i')
      return refuse(context, `has the flag '${flags}' after its pattern; 'i', for case, is the only one`)
    const test = { kind: 'pattern', pattern, ignoresCase: flags === 'i' } as const
    const wrong = patternError(test)
    return wrong === undefined ? test : refuse(context, wrong)
  })

/** A language. `pt-BR` counts as `pt`. `unknown` matches items whose language is not known. */
const languageTest = textTest.transform((test, context): TextTest => {
  if (test.kind === 'pattern') return test
  const words = test.words.toLowerCase().replace(/[-_].*$/, '')
  if (/^(?:[a-z]{2,3}|unknown)$/.test(words)) return { kind: 'words', words }
  const allowed = "a language by its code, such as en, de or pt-BR, or 'unknown'"
  return refuse(context, `must be ${allowed}, not ${describe(test.words)}`)
})

function fieldTests(field: RuleField): z.ZodType<RuleCondition> {
  const test = field === 'language' ? languageTest : textTest
  return z
    .union([test, z.array(test).min(1, 'must be a text or a list of texts')], TEXT)
    .transform((tests) => ({ kind: 'field', field, anyOf: [tests].flat() }))
}

const CONDITIONS = [...RULE_FIELDS, 'all', 'any', 'not'].join(', ')
const CONDITION = `must be a block of conditions (${CONDITIONS})`

const condition: z.ZodType<RuleCondition> = z
  .lazy(() =>
    z
      .strictObject(
        {
          ...Object.fromEntries(RULE_FIELDS.map((field) => [field, fieldTests(field).optional()])),
          all: conditions('all').optional(),
          any: conditions('any').optional(),
          not: condition.transform((of): RuleCondition => ({ kind: 'not', of })).optional(),
        },
        blockError(CONDITION, CONDITIONS),
      )
      .superRefine(refuseEmpty(CONDITION))
      .transform((parts): RuleCondition => {
        const of = Object.values(parts).filter((part) => part !== undefined)
        const [only, second] = of
        return only !== undefined && second === undefined ? only : { kind: 'all', of }
      }),
  )
  .meta({ id: 'condition', minProperties: 1 })

function conditions(kind: 'all' | 'any'): z.ZodType<RuleCondition> {
  const several = 'must be a list of blocks of conditions'
  return z
    .array(condition, several)
    .min(1, several)
    .transform((of) => ({ kind, of }))
}

const always = z.literal('always').transform((): RuleCondition => ({ kind: 'all', of: [] }))

const BY = `must be a text of at most ${MAX_TEXT} characters`

const rewrite = z
  .strictObject(
    { replace: textTest, with: z.string(BY).max(MAX_TEXT, BY).nullish() },
    blockError("must be a block with 'replace' and 'with'", 'replace, with'),
  )
  .transform(({ replace, with: by }) => ({ replace, by: by ?? '' }))

const textOrNumber = z.union([z.string(), z.number()])

const tags = ofKind({
  schema: z
    .union([textOrNumber, z.array(textOrNumber).max(MAX_TAGS)])
    .transform((given) => [given].flat().map(String))
    .pipe(
      z.array(
        z
          .string()
          .regex(/^\s*\S.{0,58}\S?\s*$/u)
          .trim(),
      ),
    ),
  allowed: `at most ${MAX_TAGS} tags of 1 to 60 characters`,
})

const parts = {
  // Items have the category's slug; sources give the name.
  category: ofKind(categoryName()).transform(categorySlug),
  region: ofKind(slug('a region')),
  tags,
  addTags: tags,
  weight: ofKind(decimal(0.25, 4, 'factor')),
  title: rewrite,
  url: rewrite,
}
const PARTS = Object.keys(parts).join(', ')
const ACTION = `must be 'keep', 'drop', or a block of what to set (${PARTS})`

const action = z
  .strictObject(parts, blockError(ACTION, PARTS))
  .partial()
  .superRefine(refuseEmpty(ACTION))
  .transform((given): RuleAction => {
    // Rules are hashed in this order. Another order would make a new version apply all rules again.
    const order = ['category', 'region', 'weight', 'tags', 'addTags', 'title', 'url'] as const
    return Object.fromEntries(
      order.filter((key) => Object.hasOwn(given, key)).map((key) => [key, given[key]]),
    )
  })
  .meta({ minProperties: 1 })

const verdict = z.enum(['keep', 'drop']).transform((verdict) => ({ verdict }))

const name = ofKind({
  schema: textOrNumber.transform(String).pipe(
    z
      .string()
      .max(100)
      .regex(/^\P{Cc}*$/u)
      .trim()
      .min(1),
  ),
  allowed: 'a text of 1 to 100 characters',
})

const rule = z
  .strictObject(
    {
      name: name.nullish(),
      when: z.union([condition, always], `${CONDITION} or 'always'`),
      // oxlint-disable-next-line unicorn/no-thenable -- the key of the file
      then: z.union([verdict, action], ACTION),
    },
    blockError("must be a rule with 'when' and 'then'", 'name, when, then'),
  )
  .transform(({ name, when, then }): PlainRule => ({ name: name ?? undefined, when, action: then }))
  .meta({ id: 'rule' })

/** For an unknown key, the message lists the names, as in `section`. */
function blockError(message: string, names: string): { error(issue: z.core.$ZodRawIssue): string } {
  return { error: ({ code }) => (code === 'unrecognized_keys' ? names : message) }
}

function refuseEmpty(message: string): (block: object, context: z.RefinementCtx) => void {
  return (block, context) => {
    // If all keys are unknown, they were reported already.
    const isEmpty = Object.keys(block).length === 0 && context.issues.length === 0
    if (isEmpty) refuse(context, `${message}, not an empty block`)
  }
}

/** Refuses an invalid value as a whole, with what its kind allows. */
function ofKind<T>({ schema, allowed }: Pick<Kind<T>, 'schema' | 'allowed'>): z.ZodType<T> {
  return z.preprocess((raw, context) => {
    if (!schema.safeParse(raw).success) return refuse(context, `must be ${allowed}, not ${describe(raw)}`)
    return raw
  }, schema)
}

/** @returns what is wrong with a regular expression; `undefined` if it is valid */
function patternError(test: Extract<TextTest, { kind: 'pattern' }>): string | undefined {
  try {
    const size = compilePattern(test).programSize()
    if (size <= MAX_PROGRAM) return undefined
    return `is a pattern of ${size} steps; at most ${MAX_PROGRAM} are allowed, so repeat less or make several rules of it`
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause)
    return `is no regular expression of RE2 (no look-around, no back-references): ${describe(why)}`
  }
}
