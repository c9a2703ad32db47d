import { isOfNetwork, MIN_UNREACHED } from '../../model/advice.ts'
import type { Arrival } from '../../model/arrival.ts'
import type { Source } from '../../model/source.ts'

/** Detects that no server can be reached: this machine has no network, and no source is at fault. */
export class NetworkCheck {
  /** Hosts that could not be reached since any server last answered. */
  readonly #unreached = new Set<string>()

  /** Records the result of a visit. */
  hear({ url }: Pick<Source, 'url'>, collected: Arrival['collected']): void {
    if (collected.kind === 'failed' && isOfNetwork(collected.error)) this.#unreached.add(new URL(url).host)
    else if (collected.exchange.status !== null) this.#unreached.clear()
  }

  get isAway(): boolean {
    return this.#unreached.size >= MIN_UNREACHED
  }
}
