/** How an API key may be given; `src/api/access/keyring.ts` reads it. */
export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key as a token. Only where the operator has configured API keys.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The key as the password; the user name does not matter.',
  },
  key: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'The key in the address, for feed readers.',
  },
} as const

/** Of every path: no key where none is configured. */
export const KEYS = [{}, { bearer: [] }, { basic: [] }]

/** Of feeds, whose readers can often send nothing but an address. */
export const FEED_KEYS = [...KEYS, { key: [] }]
