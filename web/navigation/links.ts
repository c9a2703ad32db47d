import type { Preferences } from '../../src/api/page/preferences.ts'
import { type PageLocation, parseLocation } from '../page-location.ts'
import { routeAt } from '../routes.ts'
import { rememberTrail } from './trail.ts'

export interface Navigation {
  /** @param list address of the list that is left for an article or a story */
  go(pageLocation: PageLocation, list?: string): void
  /** Goes back to the list. @returns whether there is one */
  backToList(): boolean
  /** Loads the current view again. */
  reload(pageLocation: PageLocation): void
  choose(name: keyof Preferences, value: string): Promise<void>
  /** An article was opened, here or at its publisher. */
  read(id: number): void
}

/**
 * Handles links and forms that lead to views. The browser handles all others: other sites, data, and clicks with a
 * modifier key. Ends when `signal` aborts.
 */
export function listenToLinks(prefix: string, navigation: Navigation, signal: AbortSignal): void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null) return
    const id = Number(link.dataset['item'])
    if (id > 0) navigation.read(id)
    const pageLocation = locationAt(new URL(link.href), prefix)
    const path = location.pathname.slice(prefix.length)
    const isFromList = pageLocation !== undefined && opensFromList(path, pageLocation.path)
    if (isFromList) rememberTrail(path)
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
    if (link.target !== '' || link.hasAttribute('download')) return
    const { preference, value } = link.dataset
    if (preference !== undefined && value !== undefined) {
      event.preventDefault()
      void navigation.choose(preference as keyof Preferences, value)
      return
    }
    if (pageLocation === undefined || link.getAttribute('href')?.startsWith('#') === true) return
    event.preventDefault()
    if (link.dataset['key'] === 'u' && navigation.backToList()) return
    if (link.dataset['reload'] !== undefined) navigation.reload(pageLocation)
    else navigation.go(pageLocation, isFromList ? path + location.search : undefined)
  }
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'get') return
    const pageLocation = locationAt(new URL(form.action), prefix)
    if (pageLocation === undefined) return
    event.preventDefault()
    navigation.go(parseLocation(pageLocation.path, searchOf(form, event.submitter)))
  }
  addEventListener('click', onClick, { signal })
  addEventListener('submit', onSubmit, { signal })
}

/** Whether a link opens an entry of a list. Links on articles and between stories do not form a list. */
function opensFromList(from: string, to: string): boolean {
  return from !== '/article' && (to === '/article' || (to === '/story' && from !== '/story'))
}

/** The view at an address; `undefined` if it is outside the page or needs a new document. */
export function locationAt(url: URL, prefix: string): PageLocation | undefined {
  if (url.origin !== location.origin || !url.pathname.startsWith(`${prefix}/`)) return undefined
  const pageLocation = parseLocation(url.pathname.slice(prefix.length), url.search)
  // Images and sound of articles need another Content Security Policy, and so a new document.
  if (pageLocation.query['images'] !== undefined || pageLocation.query['sound'] !== undefined)
    return undefined
  // `/digest/NAME.md` is data, not a view.
  const isData = /^\/digest\/.*(?:\.(?:md|json)|\/feed)$/.test(pageLocation.path)
  return isData || routeAt(pageLocation.path) === undefined ? undefined : pageLocation
}

function hasModifier(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}

function searchOf(form: HTMLFormElement, submitter: HTMLElement | null): string {
  const search = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === 'string') search.append(name, value)
  }
  return search.toString()
}
