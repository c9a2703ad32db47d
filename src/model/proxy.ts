/** Proxies for requests to other servers: `http://`, `https://` or `socks5://`, optionally with user and password. */
export interface ProxyRoutes {
  /** For `http://` addresses; absent: none. */
  readonly http?: string | undefined
  /** For `https://` addresses; absent: none. */
  readonly https?: string | undefined
  /** Hosts without a proxy, as in `NO_PROXY`: a name includes its subdomains. */
  readonly direct?: readonly string[]
  /** Whether the proxy resolves host names. Default false: this machine does, and checks the addresses. */
  readonly resolves?: boolean
}
