import type { ComponentChildren } from 'preact'
import { useFeedLink, useLink, usePage } from '../page-context.ts'
import { ROUTES } from '../routes.ts'
import { longDate, utcDay } from '../time-text.ts'
import { KeysHelp } from './keys-help.tsx'
import { Mark } from './mark.tsx'
import { OfflineNote } from './offline-note.tsx'
import { PreferenceChoices } from './preference-choices.tsx'
import { SearchField } from './search-field.tsx'

/** What stands around every view. */
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
      <OfflineNote />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  )
}

function Header() {
  const { words, place, now, timeZone } = usePage()
  const link = useLink()
  const current = (path: string) => (place.path === path ? ('page' as const) : undefined)
  return (
    <header class="header">
      <a class="brand" href={link('/')}>
        <Mark />
        <span>
          <strong>{words.name}</strong>
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

function Footer() {
  const { words } = usePage()
  const link = useLink()
  const feedLink = useFeedLink()
  const { preferences } = words
  return (
    <footer class="footer">
      <p>
        <strong>{words.name}</strong> · {words.tagline}
      </p>
      <PreferenceChoices name="theme" label={preferences.theme} values={preferences.themes} />
      <PreferenceChoices name="language" label={preferences.language} values={preferences.languages} />
      <p class="footer-links">
        <a href={feedLink('/feed/rss')}>RSS</a>
        <a href={feedLink('/feed/atom')}>Atom</a>
        <a href={link('/api-docs.json')}>{words.footer.machine}</a>
      </p>
      <KeysHelp />
    </footer>
  )
}
