import { type PageLocation, parseLocation } from '../page-location.ts'
import { goToNew } from './new-counts.ts'

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

interface KeyActions {
  readonly go: (pageLocation: PageLocation) => void
  readonly markRead: (ids: readonly number[]) => void
  readonly toggleRead: (id: number) => void
}

/** Listens to the keyboard shortcuts that the help lists, until `signal` aborts. */
export function listenToKeys({ go, markRead, toggleRead }: KeyActions, signal: AbortSignal): void {
  let goingSince = -Infinity

  const actions: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    g: ({ timeStamp }) => (goingSince = timeStamp),
    j: () => walk(1),
    k: () => walk(-1),
    o: () => focused()?.click(),
    v: openOriginal,
    n: () => click('.trail [data-key=n]'),
    p: () => click('.trail [data-key=p]'),
    u: () => click('.trail [data-key=u]'),
    m: () => {
      const headline = focused()
      const id = headline === undefined ? shownArticle() : idOf(headline)
      if (id !== undefined) toggleRead(id)
    },
    M: () => {
      const headline = focused()
      if (headline !== undefined) markRead([...idsAbove(headline), idOf(headline)])
    },
    s: () => {
      const place = focused()?.closest('li') ?? document.querySelector('main article')
      place?.querySelector<HTMLElement>('.save')?.click()
    },
    '.': goToNew,
    '/': focusSearch,
    '?': () => click('[data-keys-help]'),
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTyping(event.target)) return
    const key = keyOf(event)
    const path = event.timeStamp - goingSince < PATIENCE_MS ? GOES[key] : undefined
    if (path === undefined) return actions[key]?.(event)
    goingSince = -Infinity
    event.preventDefault()
    go(parseLocation(path, ''))
  }
  addEventListener('keydown', onKey, { signal })
}

/** The key's character; for keyboards without Latin letters, the Latin letter of the same key. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key < '\x7f') return key
  const letter = code.replace(/^Key/, '')
  return shiftKey ? letter : letter.toLowerCase()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  )
}

function click(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click()
}

function headlines(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('a[data-item]')]
}

/** Ids of the lead articles of all listed stories. */
export function listedIds(): number[] {
  return headlines()
    .filter((headline) => headline.closest('[data-story]') !== null)
    .map(idOf)
}

export function idsAbove(element: Element): number[] {
  const isAbove = (headline: Element) =>
    (element.compareDocumentPosition(headline) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  return headlines().filter(isAbove).map(idOf)
}

function idOf({ dataset }: HTMLElement): number {
  return Number(dataset['item'])
}

function focused(): HTMLElement | undefined {
  const found = headlines().find((headline) => headline === document.activeElement)
  last = found ?? last
  return found
}

/** Id of the article that the view shows. */
function shownArticle(): number | undefined {
  if (!location.pathname.endsWith('/article')) return undefined
  return Number(new URLSearchParams(location.search).get('id'))
}

/** The last focused headline, which hiding read articles may remove. */
let last: HTMLElement | undefined

/** Focuses the next or previous visible headline; if none had the focus, the first one in the window. */
function walk(step: 1 | -1): void {
  const all = headlines()
  const at = all.indexOf(focused() ?? last ?? document.body)
  const others =
    at === -1
      ? all.filter((headline) => headline.getBoundingClientRect().top >= 0)
      : step === 1
        ? all.slice(at + 1)
        : all.slice(0, at).toReversed()
  const next = others.find((headline) => headline.checkVisibility())
  if (next === undefined) return
  last = next
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
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
