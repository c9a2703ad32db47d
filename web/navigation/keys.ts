import { type PageLocation, parseLocation } from '../page-location.ts'

/** Views by the letter after `g`. */
const GOES: Readonly<Record<string, string>> = {
  f: '/',
  l: '/list',
  s: '/search',
  q: '/sources',
  t: '/stats',
  d: '/docs',
}

/** Time in which a letter must follow `g`. */
const PATIENCE_MS = 1_500

/**
 * The keyboard's short ways: `j k` walk over headlines, `o` opens, `v` opens the original, `n p` go to the next
 * and the previous article of a list, `u` back to it, `/` searches, `g` and a letter goes to a view, `?`
 * shows this help.
 *
 * @returns ends it
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

/** From where nothing is focused, the first headline within sight. */
function walk(step: 1 | -1): void {
  const all = headlines()
  const at = all.findIndex((headline) => headline === document.activeElement)
  const inSight = all.findIndex((headline) => headline.getBoundingClientRect().top >= 0)
  const next = at === -1 ? all[inSight] : all[at + step]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

/** From an article along its list. */
function follow(key: string): void {
  document.querySelector<HTMLElement>(`.trail [data-key=${key}]`)?.click()
}

/** Of the article that is shown, else of the headline that is focused. */
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
