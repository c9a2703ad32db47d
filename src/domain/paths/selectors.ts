/** A CSS selector, and the attribute to read of what it finds; its text where none is named. */
export interface Selector {
  /** Empty: the element itself. */
  readonly css: string
  readonly attribute: string | undefined
}

/** `h2 a@href, a@href`: selectors in the order in which they are tried. */
export function parseSelectors(written: string): Selector[] {
  return written.split(/,(?![^[(]*[\])])/).map((part) => {
    const [, css = '', name] = /^(.*?)(?:@([\w:-]+))?$/s.exec(part.trim()) ?? []
    return { css: css.trim(), attribute: name?.toLowerCase() }
  })
}
