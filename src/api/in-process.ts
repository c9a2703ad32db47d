import { DigestError } from '../model/errors.ts'
import type { ServerDeps } from './deps.ts'
import { createServer } from './server.ts'

type InProcessDeps = Pick<ServerDeps, 'store' | 'search' | 'now' | 'logger'>

export type InProcess = ReturnType<typeof openInProcess>

/** The interface in process: no key, no limit, no connection. */
export function openInProcess(deps: InProcessDeps) {
  const config = { corsOrigins: [], apiKeys: [] }
  const app = createServer({ ...deps, startedAt: deps.now(), config })
  return {
    /**
     * @param address path and query: `/api/items?limit=5`
     * @returns the JSON of the answer
     * @throws DigestError with the problem's code and message, unless the status is 200
     */
    ask: async (address: string): Promise<unknown> => {
      const { statusCode, body } = await app.inject({ method: 'GET', url: address })
      const answer: unknown = JSON.parse(body)
      if (statusCode === 200) return answer
      const { code, detail } = answer as Pick<DigestError, 'code'> & { readonly detail: string }
      throw new DigestError(code, detail)
    },
    close: (): Promise<void> => app.close(),
  }
}
