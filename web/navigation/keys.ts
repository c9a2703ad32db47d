import { type PageLocation, parseLocation } from '../page-location.ts'

/** Views by the letter that follows `g`. */
const GOES: Readonly<Record<string, string>> = {
  f: '/',
  l: '/list',
  s: '/search',
  q: '/sources',
  t: '/stats',
  d: '/docs',
}

/** Time within which a letter must follow `g`. */
const PATIENCE_MS = 1_500

/**
 * Keyboard shortcuts: `j` and `k` move over headlines, `o` opens an article, `v` opens the original, `n` and `p` go
 * to the next and previous article of a list, `u` goes back to the list, `/` goes to the search field, `g` and a
 * letter open a view, `?` opens the help.
 *
 * @returns a function that removes the shortcuts
 */
export function listenToKeys(go: (pageLocation: PageLocation) => void): () => void {
  let goingSince = -Infinity

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTyping(event.target)) return
    const { key } = event
    if (event.timeStamp - goingSince < PATIENCE_MS) {
      goingSince = -Infinity
      const path = GOES[key]
      if (path !== undefined) {
        event.preventDefault()
        go(parseLocation(path, ''))
        return
      }
    }
    if (key === 'g') goingSince = event.timeStamp
    else if (key === 'j') walk(1)
    else if (key === 'k') walk(-1)
    else if (key === 'o') focused()?.click()
    else if (key === 'v') openOriginal()
    else if (key === 'n' || key === 'p' || key === 'u') follow(key)
    else if (key === '/') focusSearch(event)
    else if (key === '?') document.querySelector<HTMLElement>('[data-keys-help]')?.click()
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

function headlines(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('a[data-item]')]
}

function focused(): HTMLElement | undefined {
  return headlines().find((headline) => headline === document.activeElement)
}

/** Focuses the next or the previous headline. If none has the focus, it takes the first visible one. */
function walk(step: 1 | -1): void {
  const all = headlines()
  const at = all.findIndex((headline) => headline === document.activeElement)
  const inSight = all.findIndex((headline) => headline.getBoundingClientRect().top >= 0)
  const next = at === -1 ? all[inSight] : all[at + step]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

/** Goes from an article to its neighbour in the list, or back to the list. */
function follow(key: string): void {
  document.querySelector<HTMLElement>(`.trail [data-key=${key}]`)?.click()
}

/** Opens the original of the shown article, else of the focused headline. */
function openOriginal(): void {
  const shown = document.querySelector<HTMLAnchorElement>('a[data-original]')
  const address = shown?.href ?? focused()?.dataset['url']
  if (address !== undefined) open(address, '_blank', 'noopener,noreferrer')
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]')
  if (field === null) return
  event.preventDefault()
  field.focus()
  field.select()
}
