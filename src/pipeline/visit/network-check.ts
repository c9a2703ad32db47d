import { isOfNetwork, MIN_UNREACHED } from '../../model/advice.ts'
import type { Arrival } from '../../model/arrival.ts'
import type { Source } from '../../model/source.ts'

/** Notices when no server can be reached: then this machine has no network, and no source is at fault. */
export class NetworkCheck {
  /** Hosts that could not be reached since the last answer of any server. */
  readonly #unreached = new Set<string>()

  /** Takes in what a visit got. */
  hear({ url }: Pick<Source, 'url'>, collected: Arrival['collected']): void {
    if (collected.kind === 'failed' && isOfNetwork(collected.error)) this.#unreached.add(new URL(url).host)
    else if (collected.exchange.status !== null) this.#unreached.clear()
  }

  get isAway(): boolean {
    return this.#unreached.size >= MIN_UNREACHED
  }
}
