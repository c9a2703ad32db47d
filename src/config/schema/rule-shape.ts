import * as z from 'zod'
import { RULE_FIELDS } from '../../model/rule.ts'
import { categoryName, decimal, slug } from '../kinds.ts'

/** The condition that every item meets. */
export const ALWAYS = 'always'

/** Maximum length of a text in a rule, in characters. */
export const MAX_TEXT = 1_000

export const MAX_TAGS = 20

export const REGION = slug('a region')
export const WEIGHT = decimal(0.25, 4, 'factor')

const test = z.union([z.string().min(1).max(MAX_TEXT), z.number()])
const tests = z.union([test, z.array(test).min(1)])

const condition: z.ZodType = z
  .lazy(() =>
    z.strictObject({
      ...Object.fromEntries(RULE_FIELDS.map((field) => [field, tests.optional()])),
      all: z.array(condition).min(1).optional(),
      any: z.array(condition).min(1).optional(),
      not: condition.optional(),
    }),
  )
  .meta({ id: 'condition', minProperties: 1 })

const rewrite = z.strictObject({ replace: test, with: z.string().max(MAX_TEXT).nullish() })
const tag = z.union([z.string(), z.number()])
const tags = z.union([tag, z.array(tag).max(MAX_TAGS)])

const ruleAction = z
  .strictObject({
    category: categoryName().schema,
    region: REGION.schema,
    tags,
    addTags: tags,
    weight: WEIGHT.schema,
    title: rewrite,
    url: rewrite,
  })
  .partial()

/** The shape of a rule in the file, for its JSON schema. `readRule` reads rules, since it says more of what is wrong. */
export const ruleShape = z
  .strictObject({
    name: z.union([z.string(), z.number()]).nullish(),
    when: z.union([condition, z.literal(ALWAYS)]),
    // oxlint-disable-next-line unicorn/no-thenable -- the key of the file
    then: z.union([z.enum(['keep', 'drop']), ruleAction.meta({ minProperties: 1 })]),
  })
  .meta({ id: 'rule' })

/** Parts of the conditions and of the actions of rules. */
export const CONDITIONS = [...RULE_FIELDS, 'all', 'any', 'not'] as const
export const ACTIONS: readonly string[] = Object.keys(ruleAction.shape)
