/** The paths that have a route, those with a part that varies among them: `/icons/:source`. */
export class KnownPaths {
  readonly #paths = new Set<string>()
  readonly #patterns: RegExp[] = []

  /** @param url of a route, as Fastify writes it */
  add(url: string): void {
    if (!url.includes(':')) this.#paths.add(url)
    else this.#patterns.push(new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`))
  }

  has(path: string): boolean {
    return this.#paths.has(path) || this.#patterns.some((pattern) => pattern.test(path))
  }
}
