import { DigestError } from '../model/errors.ts'
import type { ServerDeps } from './deps.ts'
import { createServer } from './server.ts'

/** The interface, asked within the process: no key, no limit, no connection. */
export interface InProcess {
  /**
   * @param address path and query: `/api/items?limit=5`
   * @returns the JSON of the answer
   * @throws DigestError with the code and the words of the problem, unless the answer is 200
   */
  readonly ask: (address: string) => Promise<unknown>
  readonly close: () => Promise<void>
}

type InProcessDeps = Pick<ServerDeps, 'store' | 'search' | 'now' | 'logger'>

export function openInProcess(deps: InProcessDeps): InProcess {
  const config = { corsOrigins: [], apiKeys: [] }
  const app = createServer({ ...deps, startedAt: deps.now(), config })
  return {
    ask: async (address) => {
      const { statusCode, body } = await app.inject({ method: 'GET', url: address })
      const answer: unknown = JSON.parse(body)
      if (statusCode === 200) return answer
      const { code, detail } = answer as Pick<DigestError, 'code'> & { readonly detail: string }
      throw new DigestError(code, detail)
    },
    close: () => app.close(),
  }
}
