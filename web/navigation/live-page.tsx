import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Preferences } from '../../src/api/page/preferences.ts'
import { YEAR_SECONDS } from '../../src/model/time.ts'
import { askByFetch, createApi } from '../api/api.ts'
import { OFFLINE } from '../api/problem.ts'
import { App, feedOf, titleOf } from '../app.tsx'
import { feedLinks } from '../feed-links.ts'
import { canonicalUrl } from '../link-card.ts'
import { linksOf, type PageContext } from '../page-context.ts'
import type { PageLocation } from '../page-location.ts'
import { revive, type Shown, show } from '../show.ts'
import type { State } from '../state.ts'
import { loadWords } from '../words/load-words.ts'
import { withNames, type Words } from '../words/words.ts'
import { isShell } from '../worker/offline-shell.ts'
import { createHistory, type Entry } from './history.ts'
import { findKeptView } from './kept-views.ts'
import { listenToKeys } from './keys.ts'
import { listenToLinks, locationAt, type Navigation } from './links.ts'
import { countNew, NOTHING_NEW } from './new-counts.ts'
import { restorePlace } from './place.ts'
import { useServiceClock } from './service-clock.ts'
import { useOffline } from './use-offline.ts'
import { useRememberedArticles } from './use-remembered-articles.ts'
import { noteVisit, showsNews } from './visits.ts'

interface Seen {
  readonly pageLocation: PageLocation
  readonly shown: Shown
  /** When it was loaded, epoch ms. */
  readonly shownAt: number
  readonly kept: Map<string, unknown>
  /** For an offline copy, when it was kept, epoch ms. */
  readonly keptAt?: number
}

interface LivePageProps {
  readonly state: State
  /** In the document's language. */
  readonly firstWords: Words
}

/** The page in the browser. It changes views without loading documents. */
export function LivePage({ state, firstWords }: LivePageProps) {
  const { prefix } = state
  const api = useMemo(() => createApi(askByFetch(prefix)), [prefix])
  const [preferences, setPreferences] = useState(state.preferences)
  const [seen, setSeen] = useState<Seen>(() => ({
    pageLocation: state.pageLocation,
    shown: revive(state.shown, state.pageLocation),
    shownAt: state.now,
    kept: new Map(),
  }))
  const [language, setLanguage] = useState(firstWords)
  const [visit, setVisit] = useState(0)
  const [isLive, setLive] = useState(false)
  const [now, clock] = useServiceClock(state)
  const remembered = useRememberedArticles(clock)
  const [newSince, setNewSince] = useState<number | null>(null)
  const [newCounts, setNewCounts] = useState(NOTHING_NEW)
  const travel = useRef<(pageLocation: PageLocation, list?: string) => void>(() => undefined)
  const go = useCallback((address: string) => {
    const pageLocation = locationAt(new URL(prefix + address, location.href), prefix)
    if (pageLocation !== undefined) travel.current(pageLocation)
  }, [])
  const entries = useMemo(() => createHistory<Seen>(), [])

  useEffect(() => {
    setLive(true)
    document.documentElement.dataset['live'] = ''
    remembered.load()
    setNewSince(noteVisit(state.pageLocation.path, state.now))
    // Follows changes in other tabs.
    addEventListener('storage', remembered.load)
    return () => removeEventListener('storage', remembered.load)
  }, [])

  useEffect(() => {
    const end = new AbortController()
    let latest = 0
    let last = state.pageLocation
    const inShell = isShell(state)
    const load = async (pageLocation: PageLocation): Promise<Seen> => {
      const shownAt = clock()
      const shown = await show(pageLocation, api, shownAt).catch((): Shown => {
        // The view's code cannot be loaded: this document may be of an older build.
        if (navigator.onLine && !inShell) location.reload()
        return { kind: 'problem', problem: OFFLINE }
      })
      const isUnreachable = shown.kind === 'problem' && shown.problem.status === 0
      const copy = isUnreachable ? await findKeptView(prefix, pageLocation) : undefined
      const loaded = { pageLocation, shownAt, kept: new Map<string, unknown>() }
      if (copy === undefined) return { ...loaded, shown }
      return { ...loaded, shown: revive(copy.shown, pageLocation), keptAt: copy.keptAt }
    }
    const open = async (pageLocation: PageLocation, entry: Entry<Seen>, left?: PageLocation) => {
      const mine = ++latest
      document.documentElement.dataset['pending'] = ''
      const known = entry.seen
      const next = known ?? (await load(pageLocation))
      // Another link was clicked meanwhile, and its view is shown.
      if (mine !== latest) return
      delete document.documentElement.dataset['pending']
      entry.seen = next
      const isCurrent = known === undefined && next.keptAt === undefined
      setNewSince(noteVisit(isCurrent ? pageLocation.path : '', clock()))
      setSeen(next)
      setVisit(mine)
      const isOther = last.path !== pageLocation.path || last.query['id'] !== pageLocation.query['id']
      last = pageLocation
      requestAnimationFrame(() => {
        // The focused link is gone, or leads to the current view. Screen readers continue at the content.
        const { activeElement } = document
        if (activeElement === document.body || (isOther && activeElement instanceof HTMLAnchorElement))
          document.getElementById('content')?.focus({ preventScroll: true })
        restorePlace(entry.scroll, left)
      })
    }
    travel.current = (pageLocation, list) => void entries.push(pageLocation, prefix, open, list)
    entries.start(seen, prefix, open, end.signal)
    const navigation: Navigation = {
      go: travel.current,
      backToList: () => entries.backToList(),
      reload: (pageLocation) => void entries.replace(pageLocation, prefix, open),
      choose: async (name, value) => {
        rememberPreference(prefix, name, value)
        try {
          if (name === 'language') setLanguage(await loadWords(value as Preferences['language']))
        } catch {
          // This document may be of an older build with other files of words.
          return navigator.onLine ? location.reload() : undefined
        }
        setPreferences((before) => ({ ...before, [name]: value }))
      },
      read: (id) => remembered.markRead([id]),
    }
    listenToLinks(prefix, navigation, end.signal)
    // The worker answered with the shell, since the document could not be loaded.
    const wanted = inShell ? locationAt(new URL(location.href), prefix) : undefined
    if (wanted !== undefined) void entries.replace(wanted, prefix, open)
    listenToKeys({ ...remembered, go: travel.current }, end.signal)
    return () => end.abort()
  }, [])

  const words = useMemo(() => withNames(language, state.categoryNames), [language])
  const page: PageContext = {
    ...state,
    ...linksOf(state),
    preferences,
    pageLocation: seen.pageLocation,
    words,
    now,
    timeZone: isLive ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC',
    isLive,
    api,
    go,
    kept: seen.kept,
    keptAt: seen.keptAt ?? staleSince(seen, now),
    visit,
    newSince,
    newCounts,
    ...remembered,
  }
  useLayoutEffect(() => {
    if (!isLive) return
    const title = titleOf(page, seen.shown)
    document.title = newCounts.all > 0 ? `(${newCounts.all}) ${title}` : title
    announce([
      ...feedLinks({ ...page, title, feed: feedOf(seen.shown) }),
      { rel: 'canonical', href: canonicalUrl(page, seen.shown) ?? location.href },
    ])
    const { dataset } = document.documentElement
    document.documentElement.lang = preferences.language
    dataset['theme'] = preferences.theme
    dataset['density'] = preferences.density
  }, [isLive, seen, preferences, newCounts.all])
  useLayoutEffect(
    () => setNewCounts(seen.pageLocation.path === '/' ? countNew() : NOTHING_NEW),
    [seen, newSince, remembered.read],
  )
  useOffline(state, seen, { words, preferences, clock })
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-hides-read', remembered.hidesRead)
  }, [remembered.hidesRead])

  return <App page={page} shown={seen.shown} />
}

/** A view of news says its age after this time, ms. */
const STALE_MS = 3_600_000

function staleSince({ pageLocation, shown, shownAt }: Seen, now: number): number | undefined {
  const isStale = shown.kind === 'view' && showsNews(pageLocation.path) && now - shownAt > STALE_MS
  return isStale ? shownAt : undefined
}

/** Replaces the view's links in the document's head. */
function announce(links: readonly Readonly<Record<string, string>>[]): void {
  for (const old of document.head.querySelectorAll('link:is([rel=alternate], [rel=canonical])')) old.remove()
  document.head.append(...links.map((link) => Object.assign(document.createElement('link'), link)))
}

/** Saves a preference like the server at `/preferences`, without a request. */
function rememberPreference(prefix: string, name: keyof Preferences, value: string): void {
  document.cookie = `digest-${name}=${value}; Path=${prefix}/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
