/** Through which proxy requests to other servers go: `http://`, `https://` or `socks5://`, perhaps with user and password. */
export interface ProxyRoutes {
  /** Of requests to `http://` addresses; absent: none. */
  readonly http?: string | undefined
  /** Of requests to `https://` addresses; absent: none. */
  readonly https?: string | undefined
  /** Hosts that are requested directly, as in `NO_PROXY`: a name stands for its subdomains too. */
  readonly direct?: readonly string[]
  /** Whether the proxy resolves the names of hosts. Default false: this machine does, and checks the addresses. */
  readonly resolves?: boolean
}
