import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../page-context.ts'
import { addressOf } from '../page-location.ts'
import { ROUTES } from '../routes.ts'
import { longDate, utcDay } from '../time-text.ts'
import { nameOf } from '../words/words.ts'
import { SHELL_PATH } from '../worker/offline-shell.ts'
import { KeysHelp } from './keys-help.tsx'
import { PreferenceChoices } from './preference-choices.tsx'
import { SearchField } from './search-field.tsx'
import { Time } from './time.tsx'

/** Header and footer around every view. */
export function Layout({ children }: { readonly children: ComponentChildren }) {
  const { words, notice } = usePage()
  return (
    <>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      {notice !== null && (
        <aside class="notice" aria-label={words.notice}>
          {notice}
        </aside>
      )}
      <Header />
      <CategoryNav />
      <OfflineNote />
      <main id="content" tabIndex={-1}>
        <CopyNote />
        {children}
      </main>
      <Footer />
    </>
  )
}

function Header() {
  const { words, site, pageLocation, now, timeZone, link } = usePage()
  const current = (path: string) => (pageLocation.path === path ? ('page' as const) : undefined)
  return (
    <header class="header">
      <a class="brand" href={link('/')}>
        <Mark />
        <span>
          <strong>{site.title}</strong>
          <time class="brand-date" dateTime={utcDay(now)}>
            {longDate(now, words, timeZone)}
          </time>
        </span>
      </a>
      <nav class="nav" aria-label={words.nav.label}>
        {NAV.filter(({ path }) => ROUTES.some((route) => route.path === path)).map(({ path, name }) => (
          <a key={path} href={link(path)} aria-current={current(path)}>
            {words.nav[name]}
          </a>
        ))}
      </nav>
      <SearchField />
    </header>
  )
}

const NAV = [
  { path: '/', name: 'front' },
  { path: '/list', name: 'list' },
  { path: '/sources', name: 'sources' },
  { path: '/stats', name: 'stats' },
  { path: '/docs', name: 'docs' },
] as const

/** The categories in one row, on every view; sticky in a narrow window. */
function CategoryNav() {
  const { words, categories, pageLocation, link } = usePage()
  if (categories.length < 2) return null
  const { path, query } = pageLocation
  // The front page keeps its other settings across categories.
  const kept = path === '/' ? query : {}
  const current = (category: string | undefined) =>
    path === '/' && query['category'] === category ? { 'aria-current': 'page' as const, ref: showInRow } : {}
  return (
    <nav class="categories" aria-label={words.nav.categories}>
      <a href={link('/', { ...kept, category: undefined })} {...current(undefined)}>
        {words.front.top}
      </a>
      {categories.map((category) => (
        <a key={category} href={link('/', { ...kept, category })} {...current(category)} dir="auto">
          {nameOf(category, words.categories)}
        </a>
      ))}
    </nav>
  )
}

/** Beyond the edge of the row, nothing would say which category is shown. */
function showInRow(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function Footer() {
  const { words, site, isKeyKept, link, feedLink } = usePage()
  const { preferences } = words
  return (
    <footer class="footer">
      <p>
        <strong>{site.title}</strong> · {site.description ?? words.tagline}
      </p>
      <PreferenceChoices name="theme" label={preferences.theme} values={preferences.themes} />
      <PreferenceChoices name="language" label={preferences.language} values={preferences.languages} />
      <p class="footer-links">
        {site.digests.map(({ name, title }) => (
          <a key={name} href={link(`/digest/${name}`)} dir="auto">
            {title}
          </a>
        ))}
        <a href={feedLink('/feed/rss')}>RSS</a>
        <a href={feedLink('/feed/atom')}>Atom</a>
        <a href={link('/saved')}>{words.saved.title}</a>
        <a href={link('/listen')}>{words.listen.title}</a>
        <a href={link('/api-docs.json')}>{words.footer.machine}</a>
      </p>
      <p>
        {words.offline.short} <a href={link(SHELL_PATH)}>{words.offline.title}</a>
      </p>
      <KeysHelp />
      {isKeyKept && <ForgetKey />}
    </footer>
  )
}

/** The service deletes the cookie and redirects back to this address. */
function ForgetKey() {
  const { words, pageLocation, link } = usePage()
  return (
    <form method="post" action={link('/key')}>
      <input type="hidden" name="back" value={addressOf(pageLocation.path, pageLocation.query)} />
      <button type="submit" class="plain-button" name="key" value="">
        {words.footer.forgetKey}
      </button>
    </form>
  )
}

/** The logo: the configured one, or that of `public/icon.svg` in the text's colour. */
function Mark() {
  const { site, link } = usePage()
  if (site.logo !== null) return <img class="logo" src={link(site.logo.path)} width="32" height="32" alt="" />
  return (
    <svg class="mark" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3 7h9c5 0 5 9 10 9M3 16h19M3 25h9c5 0 5-9 10-9" />
      <circle cx="25.5" cy="16" r="4" />
    </svg>
  )
}

/** Shows the age of an offline copy. */
function CopyNote() {
  const { words, keptAt, pageLocation, link } = usePage()
  if (keptAt === undefined) return null
  const at = new Date(keptAt).toISOString()
  return (
    <p class="strip copy-note" role="status">
      {words.offline.copy} <Time at={at} as="date" /> (<Time at={at} />
      ).{' '}
      <a href={link(pageLocation.path, pageLocation.query)} data-reload="">
        {words.offline.current}
      </a>
    </p>
  )
}

/** A note that is shown while the browser is offline. */
function OfflineNote() {
  const { words } = usePage()
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    const update = () => setOffline(!navigator.onLine)
    const end = new AbortController()
    update()
    addEventListener('online', update, { signal: end.signal })
    addEventListener('offline', update, { signal: end.signal })
    return () => end.abort()
  }, [])
  return (
    <div class="offline" role="status">
      {isOffline && (
        <p>
          <strong>{words.problem.offlineNow}</strong> {words.problem.offlineTry}
        </p>
      )}
    </div>
  )
}
