import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** Of the interface, not of the program. */
const INTERFACE_VERSION = '1.1.0'

/** Makes the description of the interface from the routes that are registered after this. */
export function describeInterface(app: FastifyInstance, baseUrl: string | undefined): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.0.0',
      info: {
        title: 'Content Digest Service',
        version: INTERFACE_VERSION,
        description:
          'What sources publish, as one clean, ranked, searchable collection. Read-only. Errors are application/problem+json (RFC 9457).',
        contact: { name: 'Whoever runs this service' },
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: baseUrl ?? '/' }],
      tags: [
        { name: 'items', description: 'Articles, and the stories they tell.' },
        { name: 'feeds', description: 'The same for feed readers.' },
        { name: 'service', description: 'The service about itself.' },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'Only where the operator has configured API keys.',
          },
        },
      },
      security: [{}, { apiKey: [] }],
    },
    transform: createJsonSchemaTransform({}),
    transformObject: createJsonSchemaTransformObject({}),
  })
}
