/** A clock of another speed that can be held. It goes on from where it was held. */
export class HeldClock {
  readonly #speed: number
  #shown: number
  /** When it was last set going, by `performance.now`; `undefined` while it is held. */
  #goingSince: number | undefined

  constructor(begin: number, speed: number) {
    this.#shown = begin
    this.#speed = speed
  }

  readonly now = (): number => {
    const passed = this.#goingSince === undefined ? 0 : performance.now() - this.#goingSince
    return Math.floor(this.#shown + passed * this.#speed)
  }

  hold(): void {
    this.#shown = this.now()
    this.#goingSince = undefined
  }

  go(): void {
    this.#goingSince ??= performance.now()
  }
}
