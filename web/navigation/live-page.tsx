import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { askByFetch, createApi } from '../api/api.ts'
import { App, titleOf } from '../app.tsx'
import type { PageContext } from '../page-context.ts'
import type { Place } from '../place.ts'
import { revive, type Shown, show } from '../show.ts'
import type { State } from '../state.ts'
import { wordsOf } from '../words/words.ts'
import { createHistory, type Entry } from './history.ts'
import { listenToKeys } from './keys.ts'
import { listenToLinks, placeAt } from './links.ts'
import { rememberPreference } from './preference-cookie.ts'
import { useMarks } from './use-marks.ts'
import { useClock } from './use-clock.ts'

interface Seen {
  readonly place: Place
  readonly shown: Shown
  readonly kept: Map<string, unknown>
}

/** The page in the browser: goes from view to view without loading documents. */
export function LivePage({ state }: { readonly state: State }) {
  const { prefix } = state
  const api = useMemo(() => createApi(askByFetch(prefix)), [prefix])
  const [preferences, setPreferences] = useState(state.preferences)
  const [seen, setSeen] = useState<Seen>(() => ({
    place: state.place,
    shown: revive(state.shown, state.place),
    kept: new Map(),
  }))
  const [visit, setVisit] = useState(0)
  const [isLive, setLive] = useState(false)
  const [now, clock] = useClock(state.now)
  const marks = useMarks(clock)
  const travel = useRef<(place: Place) => void>(() => undefined)
  const go = useCallback((address: string) => {
    const place = placeAt(new URL(prefix + address, location.href), prefix)
    if (place !== undefined) travel.current(place)
  }, [])
  const entries = useMemo(() => createHistory<Seen>(), [])

  useEffect(() => {
    setLive(true)
    document.documentElement.dataset['live'] = ''
    marks.load()
  }, [])

  useEffect(() => {
    let latest = 0
    const open = async (place: Place, entry: Entry<Seen>) => {
      const mine = ++latest
      document.documentElement.dataset['pending'] = ''
      const known = entry.seen
      const next = known ?? { place, shown: await show(place, api, clock()), kept: new Map() }
      // Somebody who clicked again meanwhile wants to be there, not here.
      if (mine !== latest) return
      delete document.documentElement.dataset['pending']
      entry.seen = next
      setSeen(next)
      setVisit(mine)
      requestAnimationFrame(() => {
        // Somebody who hears the page is at its beginning now, not at a link that is gone.
        if (document.activeElement === document.body) focusContent()
        scrollTo(0, entry.scroll)
      })
    }
    travel.current = (place) => void entries.push(place, prefix, open)
    const stopHistory = entries.start(seen, prefix, open)
    const stopLinks = listenToLinks(prefix, {
      go: travel.current,
      reload: (place) => void entries.replace(place, prefix, open),
      choose: (name, value) => {
        rememberPreference(prefix, name, value)
        setPreferences((before) => ({ ...before, [name]: value }))
      },
      read: (id) => marks.markRead([id]),
    })
    const stopKeys = listenToKeys(travel.current)
    return () => {
      stopHistory()
      stopLinks()
      stopKeys()
    }
  }, [])

  const page: PageContext = {
    ...state,
    preferences,
    place: seen.place,
    words: wordsOf(preferences.language),
    now,
    timeZone: isLive ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC',
    isLive,
    api,
    go,
    kept: seen.kept,
    visit,
    ...marks,
  }
  useLayoutEffect(() => {
    if (!isLive) return
    document.title = titleOf(page, seen.shown)
    const { dataset } = document.documentElement
    document.documentElement.lang = preferences.language
    dataset['theme'] = preferences.theme
    dataset['density'] = preferences.density
  }, [isLive, seen, preferences])

  return <App page={page} shown={seen.shown} />
}

function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
