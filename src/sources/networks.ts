import { createHttpClient, type HttpClientOptions, type OpenClient } from '../fetch/client.ts'
import { createRobots, type Robots } from '../fetch/robots.ts'
import type { ProxyRoutes } from '../model/proxy.ts'
import type { Source } from '../model/source.ts'

/** A client, and the rules of sites that were read with it: a site may answer otherwise on another way. */
interface Network {
  readonly http: OpenClient
  readonly robots: Robots
}

/** Opens the ways to servers: the one of all sources, and those of sources with a proxy of their own. */
export function openNetworks(options: HttpClientOptions, proxy: ProxyRoutes) {
  const opened = new Map<Source['proxy'], Network>()

  function routesOf(own: Source['proxy']): ProxyRoutes {
    if (own === undefined) return proxy
    return own === false ? {} : { ...proxy, http: own, https: own, direct: [] }
  }

  return {
    /** @param own the proxy of a source; `undefined` if it has none of its own */
    of(own: Source['proxy']): Network {
      const known = opened.get(own)
      if (known !== undefined) return known
      const http = createHttpClient({ ...options, proxy: routesOf(own) })
      const network = { http, robots: createRobots(http, options.now) }
      opened.set(own, network)
      return network
    },
    async close(): Promise<void> {
      await Promise.all([...opened.values()].map(({ http }) => http.close()))
    },
  }
}
