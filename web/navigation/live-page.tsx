import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Preferences } from '../../src/api/page/page.ts'
import { askByFetch, createApi } from '../api/api.ts'
import { App, feedOf, titleOf } from '../app.tsx'
import { feedLinks } from '../feed-links.ts'
import { canonicalUrl } from '../link-card.ts'
import type { PageContext } from '../page-context.ts'
import type { PageLocation } from '../page-location.ts'
import { revive, type Shown, show } from '../show.ts'
import type { State } from '../state.ts'
import { wordsOf } from '../words/words.ts'
import { createHistory, type Entry } from './history.ts'
import { listenToKeys } from './keys.ts'
import { listenToLinks, locationAt } from './links.ts'
import { useRememberedArticles } from './use-remembered-articles.ts'

interface Seen {
  readonly pageLocation: PageLocation
  readonly shown: Shown
  readonly kept: Map<string, unknown>
}

/** The page in the browser. It changes views without loading documents. */
export function LivePage({ state }: { readonly state: State }) {
  const { prefix } = state
  const api = useMemo(() => createApi(askByFetch(prefix)), [prefix])
  const [preferences, setPreferences] = useState(state.preferences)
  const [seen, setSeen] = useState<Seen>(() => ({
    pageLocation: state.pageLocation,
    shown: revive(state.shown, state.pageLocation),
    kept: new Map(),
  }))
  const [visit, setVisit] = useState(0)
  const [isLive, setLive] = useState(false)
  const [now, clock] = useClock(state.now)
  const remembered = useRememberedArticles(clock)
  const travel = useRef<(pageLocation: PageLocation) => void>(() => undefined)
  const go = useCallback((address: string) => {
    const pageLocation = locationAt(new URL(prefix + address, location.href), prefix)
    if (pageLocation !== undefined) travel.current(pageLocation)
  }, [])
  const entries = useMemo(() => createHistory<Seen>(), [])

  useEffect(() => {
    setLive(true)
    document.documentElement.dataset['live'] = ''
    remembered.load()
  }, [])

  useEffect(() => {
    let latest = 0
    const open = async (pageLocation: PageLocation, entry: Entry<Seen>) => {
      const mine = ++latest
      document.documentElement.dataset['pending'] = ''
      const known = entry.seen
      const next = known ?? { pageLocation, shown: await show(pageLocation, api, clock()), kept: new Map() }
      // Another link was clicked meanwhile: that view is shown instead.
      if (mine !== latest) return
      delete document.documentElement.dataset['pending']
      entry.seen = next
      setSeen(next)
      setVisit(mine)
      requestAnimationFrame(() => {
        // The focused link is gone. Focus moves to the content for readers with a screen reader.
        if (document.activeElement === document.body) focusContent()
        scrollTo(0, entry.scroll)
      })
    }
    travel.current = (pageLocation) => void entries.push(pageLocation, prefix, open)
    const stopHistory = entries.start(seen, prefix, open)
    const stopLinks = listenToLinks(prefix, {
      go: travel.current,
      reload: (pageLocation) => void entries.replace(pageLocation, prefix, open),
      choose: (name, value) => {
        rememberPreference(prefix, name, value)
        setPreferences((before) => ({ ...before, [name]: value }))
      },
      read: (id) => remembered.markRead([id]),
    })
    const stopKeys = listenToKeys(travel.current)
    return () => {
      stopHistory()
      stopLinks()
      stopKeys()
    }
  }, [])

  const words = useMemo(() => wordsOf(preferences.language, state.categoryNames), [preferences.language])
  const page: PageContext = {
    ...state,
    preferences,
    pageLocation: seen.pageLocation,
    words,
    now,
    timeZone: isLive ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC',
    isLive,
    api,
    go,
    kept: seen.kept,
    visit,
    ...remembered,
  }
  useLayoutEffect(() => {
    if (!isLive) return
    const title = titleOf(page, seen.shown)
    document.title = title
    announce([
      ...feedLinks({ ...page, title, feed: feedOf(seen.shown) }),
      { rel: 'canonical', href: canonicalUrl(page, seen.shown) ?? location.href },
    ])
    const { dataset } = document.documentElement
    document.documentElement.lang = preferences.language
    dataset['theme'] = preferences.theme
    dataset['density'] = preferences.density
  }, [isLive, seen, preferences])

  return <App page={page} shown={seen.shown} />
}

/** Replaces the links of the document's head that depend on the view. */
function announce(links: readonly Readonly<Record<string, string>>[]): void {
  for (const old of document.head.querySelectorAll('link:is([rel=alternate], [rel=canonical])')) old.remove()
  document.head.append(...links.map((link) => Object.assign(document.createElement('link'), link)))
}

function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}

const MINUTE_MS = 60_000

/**
 * The service's clock, epoch ms, counted on from `start`. The browser's own clock may be wrong.
 *
 * @returns the time of the last full minute, and the clock itself
 */
function useClock(start: number): readonly [now: number, clock: () => number] {
  const [now, setNow] = useState(start)
  const clock = useMemo(() => {
    const startedAt = performance.now()
    return () => start + performance.now() - startedAt
  }, [start])
  useEffect(() => {
    const ticking = setInterval(() => setNow(clock()), MINUTE_MS)
    return () => clearInterval(ticking)
  }, [])
  return [now, clock]
}

const YEAR_SECONDS = 365 * 24 * 3600

/** Saves a preference like the server does at `/preferences`, but without a request. */
function rememberPreference(prefix: string, name: keyof Preferences, value: string): void {
  document.cookie = `digest-${name}=${value}; Path=${prefix}/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
