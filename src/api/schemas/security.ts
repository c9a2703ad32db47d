/** The forms of an API key; `src/api/access/keyring.ts` reads them. */
export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key as a token. Only if the operator has configured API keys.',
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

/** For every path. `{}`: no key, if none is configured. */
export const KEYS = [{}, { bearer: [] }, { basic: [] }]

/** For feeds, whose readers often can only send an address. */
export const FEED_KEYS = [...KEYS, { key: [] }]
