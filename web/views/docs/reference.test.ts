import { describe, expect, it } from 'vitest'
import type { OpenApi, Schema, Type } from './open-api.ts'
import { referenceOf } from './reference.ts'
import { fieldsOf, typeOf } from './schema-text.ts'

const textOf = (type: Type) =>
  type.map((part) => (typeof part === 'string' ? part : `<${part.shape}>`)).join('')
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('typeOf', () => {
  it.each<[string, Schema]>([
    ['integer, 1 to 500', { type: 'integer', minimum: 1, maximum: 500 }],
    ['integer', { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }],
    ['integer, 1 or more', { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }],
    ['number, 0 to 1', { type: 'number', minimum: 0, maximum: 1 }],
    ['one of newest, oldest', { type: 'string', enum: ['newest', 'oldest'] }],
    ['story', { type: 'string', enum: ['story'] }],
    ['string, 1 to 500 characters', { type: 'string', minLength: 1, maxLength: 500 }],
    ['date-time or null', { type: 'string', format: 'date-time', nullable: true }],
    [
      'list of integer, 168 of them',
      { type: 'array', items: { type: 'integer' }, minItems: 168, maxItems: 168 },
    ],
    [
      'list of string, at most 100',
      { type: 'array', items: { type: 'string', minLength: 1, maxLength: 101 }, minItems: 1, maxItems: 100 },
    ],
    ['some of a, b', { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 2 }],
    ['list of <Item>', { type: 'array', items: ref('Item') }],
    [
      'date or date-time',
      {
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'date-time' },
        ],
      },
    ],
    ['boolean', { type: 'boolean' }],
    ['any', {}],
  ])('says %s', (text, schema) => {
    expect(textOf(typeOf(schema))).toBe(text)
  })
})

describe('fieldsOf', () => {
  it('names what stands within by its whole name', () => {
    const inner = { type: 'object', properties: { at: { type: 'string', description: 'When.' } } }
    const schema = {
      properties: { health: inner, seen: { type: 'array', items: inner }, id: { type: 'integer' } },
    }

    const fields = fieldsOf(schema).map(({ name, type, description }) => [name, textOf(type), description])

    expect(fields).toEqual([
      ['health', 'object', ''],
      ['health.at', 'string', 'When.'],
      ['seen', 'list of object', ''],
      ['seen[].at', 'string', 'When.'],
      ['id', 'integer', ''],
    ])
  })
})

describe('referenceOf', () => {
  const document: OpenApi = {
    info: { version: '1.2.3' },
    paths: {
      '/api/items': {
        get: {
          tags: ['items'],
          summary: 'List items',
          parameters: [
            {
              name: 'limit',
              in: 'query',
              schema: { type: 'integer', default: 50 },
              description: 'How many.',
            },
            { name: 'sort', in: 'query', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
            { name: 'accept', in: 'header', schema: { type: 'string' } },
          ],
          responses: {
            200: { description: 'A page.', content: { 'application/json': { schema: ref('Found') } } },
            304: { description: 'Unchanged.' },
          },
        },
      },
      '/icons/{source}': {
        get: {
          tags: ['service'],
          parameters: [{ name: 'source', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {},
        },
      },
    },
    components: {
      schemas: {
        Item: { properties: { id: { type: 'integer' }, url: { type: 'string' } } },
        Found: { properties: { id: { type: 'integer' }, url: { type: 'string' }, rank: { type: 'number' } } },
      },
    },
  }

  it('groups paths by their tag and gives each an id', () => {
    const { version, groups } = referenceOf(document)

    expect(version).toBe('1.2.3')
    expect(groups.map(({ name, operations }) => [name, operations.map(({ id }) => id)])).toEqual([
      ['items', ['get-api-items']],
      ['service', ['get-icons-source']],
    ])
  })

  it('tells of a parameter all that a form needs, and nothing of headers', () => {
    const parameters = referenceOf(document).groups[0]?.operations[0]?.parameters

    expect(parameters).toEqual([
      {
        name: 'limit',
        location: 'query',
        isRequired: false,
        description: 'How many.',
        type: ['integer'],
        choices: [],
        isNumber: true,
        preset: '50',
      },
      {
        name: 'sort',
        location: 'query',
        isRequired: true,
        description: '',
        type: ['one of a, b'],
        choices: ['a', 'b'],
        isNumber: false,
        preset: '',
      },
    ])
  })

  it('follows references to what several paths have', () => {
    const shared = {
      ...document,
      paths: {
        '/api/items': {
          get: {
            parameters: [{ $ref: '#/components/parameters/limit' }],
            responses: { 400: { $ref: '#/components/responses/BadRequest' } },
          },
        },
      },
      components: {
        ...document.components,
        parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
        responses: {
          BadRequest: {
            description: 'No.',
            content: { 'application/problem+json': { schema: ref('Item') } },
          },
        },
      },
    }

    const [operation] = referenceOf(shared).groups[0]?.operations ?? []

    expect(operation?.parameters).toMatchObject([{ name: 'limit', isNumber: true }])
    expect(operation?.answers).toEqual([
      { status: '400', description: 'No.', mimeType: 'application/problem+json', type: [{ shape: 'Item' }] },
    ])
  })

  it('points to where parameters were told before, where there are some', () => {
    const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })
    const paths = Object.fromEntries(
      [
        ['a', 'b', 'c'],
        ['a', 'b', 'x'],
        ['z', 'a', 'b', 'c'],
      ].map((names, at) => [`/p${at}`, { get: { parameters: names.map(parameter), responses: {} } }]),
    )

    const { groups } = referenceOf({ ...document, paths })

    expect(groups[0]?.operations.map(({ known }) => known)).toEqual([
      null,
      null,
      { id: 'get-p0', path: '/p0', names: ['a', 'b', 'c'] },
    ])
  })

  it('tells of a shape that repeats an item only what is more', () => {
    const { shapes } = referenceOf(document)

    expect(
      shapes.map(({ name, extended, fields }) => [name, extended, fields.map(({ name }) => name)]),
    ).toEqual([
      ['Item', null, ['id', 'url']],
      ['Found', 'Item', ['rank']],
    ])
  })
})
