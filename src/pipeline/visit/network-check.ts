import { isIP } from 'node:net'
import { isOfNetwork, MIN_UNREACHED } from '../../model/advice.ts'
import type { Arrival } from '../../model/arrival.ts'
import type { Source, VisitErrorCode } from '../../model/source.ts'

/** Detects that no server can be reached: this machine has no network, and no source is at fault. */
export class NetworkCheck {
  /** Hosts that could not be reached since any server last answered, with the failure. */
  readonly #unreached = new Map<string, VisitErrorCode>()

  /** Records the result of a visit. */
  hear({ url }: Pick<Source, 'url'>, collected: Arrival['collected']): void {
    const { host, hostname } = new URL(url)
    // One that redirects to a server that is down has answered too.
    if (collected.exchange.status === null) {
      if (collected.kind === 'failed' && isOfNetwork(collected.error))
        this.#unreached.set(host, collected.error.code)
    } else {
      // A server that is visited by its address also answers while no name can be resolved.
      const isByAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
      for (const [known, code] of this.#unreached)
        if (!isByAddress || code !== 'dns') this.#unreached.delete(known)
    }
  }

  get isAway(): boolean {
    return this.#unreached.size >= MIN_UNREACHED
  }
}
