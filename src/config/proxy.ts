import * as z from 'zod'
import type { ProxyRoutes } from '../model/proxy.ts'
import { type Kind, serverAddress } from './kinds.ts'
import { refuse } from './setting.ts'

/** A proxy as written; `false` for none. */
type WrittenProxy = string | false

const ALLOWED =
  'an http://, https:// or socks5:// address with a host, such as socks5://127.0.0.1:1080, or false for none'

/** The address of a proxy, which may contain user and password. */
export function proxyAddress(): Kind<WrittenProxy> {
  const schema = z.unknown().transform((raw, context): WrittenProxy => {
    const proxy =
      raw === false || raw === 'none' ? false : typeof raw === 'string' ? addressOf(raw) : undefined
    return proxy ?? refuse(context, `must be ${ALLOWED}`)
  })
  const written = z.union([z.string().regex(/^\s*(?:(?:https?|socks5):|none\s*$)/), z.literal(false)])
  return {
    schema,
    written,
    allowed: ALLOWED,
    unit: 'URL',
    fromText: (text) => (text === 'false' ? false : text),
  }
}

function addressOf(text: string): string | undefined {
  const url = serverAddress(text.trim(), /^(?:https?|socks5):$/)
  return url !== undefined && /^\/?$/.test(url.pathname) ? url.href : undefined
}

/** Common environment variables. Lower case has precedence, as in curl. */
const VARIABLES = { http: ['http_proxy', 'HTTP_PROXY'], https: ['https_proxy', 'HTTPS_PROXY'] } as const

/** This machine, for which no proxy is used. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The proxies of requests: the configured one, or else those of the environment. `NO_PROXY` applies to both.
 *
 * @param written `collect.proxy`; `false` ignores the environment's
 */
export function proxyRoutes(
  { proxy, proxyDns }: { readonly proxy: WrittenProxy | undefined; readonly proxyDns: boolean },
  env: Readonly<Record<string, string | undefined>>,
): { readonly routes: ProxyRoutes; readonly errors: readonly string[] } {
  const direct = [...LOOPBACK, ...(env['no_proxy'] || env['NO_PROXY'] || '').split(/[\s,]+/).filter(Boolean)]
  const shared = { direct, resolves: proxyDns }
  if (proxy === false) return { routes: { resolves: proxyDns }, errors: [] }
  if (proxy !== undefined) return { routes: { ...shared, http: proxy, https: proxy }, errors: [] }
  const errors: string[] = []
  const named = ([lower, upper]: (typeof VARIABLES)['http' | 'https']): string | undefined => {
    const name = env[lower] ? lower : upper
    const text = env[name]
    if (!text) return undefined
    const address = addressOf(text.includes('://') ? text : `http://${text}`)
    if (address === undefined) errors.push(`${name} must be ${ALLOWED}; collect.proxy: false ignores it`)
    return address
  }
  return { routes: { ...shared, http: named(VARIABLES.http), https: named(VARIABLES.https) }, errors }
}
