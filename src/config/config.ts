import type { MailSettings } from '../model/digest.ts'
import type { Hook } from '../model/hook.ts'
import type { ProxyRoutes } from '../model/proxy.ts'
import type { Rule } from '../model/rule.ts'
import type { Source } from '../model/source.ts'
import type { StoreAddress } from '../model/store-address.ts'
import type { Settings } from './settings.ts'

/** All settings, checked and with defaults. `settings.ts` says what each of them means. */
export interface Config extends Omit<
  Settings,
  'data' | 'store' | 'collect' | 'rules' | 'sources' | 'mail' | 'hooks'
> {
  /** The settings file, absolute; `undefined` if there is none and defaults apply. */
  readonly file: string | undefined
  /** Folder that the service writes to; an absolute path. */
  readonly dataDir: string
  readonly store: StoreAddress
  /** Whether a flag, a variable or the file sets `store`. */
  readonly namesStore: boolean
  readonly collect: Omit<Settings['collect'], 'proxy' | 'proxyDns'> & { readonly proxy: ProxyRoutes }
  /** Rules for all sources, applied after each source's own. */
  readonly rules: readonly Rule[]
  readonly sources: readonly Source[]
  readonly hooks: readonly Hook[]
  /** `undefined` if no mail can be sent. */
  readonly mail: MailSettings | undefined
  /** Likely mistakes that are harmless, one sentence each. */
  readonly warnings: readonly string[]
}

export type CollectConfig = Config['collect']
export type MetricsConfig = NonNullable<Config['metrics']>
export type LogLevel = Config['log']['level']
