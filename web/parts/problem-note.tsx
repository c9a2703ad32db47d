import type { ComponentChildren } from 'preact'
import type { Problem } from '../api/problem.ts'
import { usePage } from '../page-context.ts'
import { addressOf, type PageLocation } from '../page-location.ts'
import type { Words } from '../words/words.ts'
import { SHELL_PATH } from '../worker/offline-shell.ts'
import { Refused } from './refused.tsx'

/** Says what is wrong and what to do. */
export function ProblemNote({ problem }: { readonly problem: Problem }) {
  const { words, pageLocation, link } = usePage()
  const { said, advice } = problemText(problem, words)
  return (
    <section class="note" role="alert">
      <h1>{said}</h1>
      {advice !== '' && <p>{advice}</p>}
      {problem.status === 400 && <Refused problem={problem} />}
      {problem.status === 401 && <KeyForm />}
      {problem.status === 404 && <SearchInstead />}
      <p class="note-actions">
        {problem.status !== 400 && problem.status !== 404 && (
          <a class="button" href={link(pageLocation.path, pageLocation.query)} data-reload="">
            {words.problem.again}
          </a>
        )}
        {pageLocation.path === '/source' && <a href={link('/sources')}>{words.nav.sources}</a>}
        <a href={link('/')}>{words.problem.home}</a>
        {problem.status === 0 && <a href={link(SHELL_PATH)}>{words.offline.pages}</a>}
      </p>
    </section>
  )
}

/** A note within a view: nothing found, or nothing collected yet. */
export function Note({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <section class="note">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** A note beside the form whose values were refused. */
export function RefusedNote({ problem }: { readonly problem: Problem }) {
  const { words } = usePage()
  return (
    <div role="alert">
      <Note title={words.problem.invalid}>
        <Refused problem={problem} />
      </Note>
    </div>
  )
}

/** Offers a search for the words of an unknown address. */
function SearchInstead() {
  const { words, pageLocation, link } = usePage()
  return (
    <form class="key-form" role="search" aria-label={words.problem.searchInstead} action={link('/search')}>
      <label>
        {words.problem.searchInstead}{' '}
        <input type="search" name="q" maxLength={500} defaultValue={wordsOf(pageLocation)} />
      </label>
      <button type="submit">{words.searchButton}</button>
    </form>
  )
}

/** `solar storm` in `/news/solar-storm.html`; empty for a view, whose path has no subject. */
function wordsOf({ path }: PageLocation): string {
  if (/^\/[a-z]+$/.test(path) || path.startsWith('/digest/')) return ''
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  return (last.replace(/\.\w+$/, '').match(/\p{L}{3,}/gu) ?? []).join(' ')
}

/** Asks for a key. The service stores it in a cookie that scripts cannot read, and redirects back. */
function KeyForm() {
  const { words, pageLocation, link } = usePage()
  return (
    <form class="key-form" method="post" action={link('/key')}>
      <input type="hidden" name="back" value={addressOf(pageLocation.path, pageLocation.query)} />
      <label>
        {words.problem.key} <input name="key" type="password" autocomplete="off" required />
      </label>
      <button type="submit">{words.problem.keyButton}</button>
    </form>
  )
}

interface ProblemText {
  /** Without a full stop if it is a short heading. */
  readonly said: string
  readonly advice: string
}

/** Explains a failure of the API to people. */
export function problemText({ code, status }: Problem, { problem: words }: Words): ProblemText {
  if (code === 'offline') return { said: words.offline, advice: words.offlineTry }
  if (status === 400) return { said: words.invalid, advice: '' }
  if (code === 'wrongKey') return { said: words.wrongKey, advice: words.wrongKeyTry }
  if (code === 'feeds') return { said: words.feedsKey, advice: words.feedsKeyTry }
  if (status === 401) return { said: words.unauthorized, advice: words.unauthorizedTry }
  if (status === 404) return { said: words.notFound, advice: words.notFoundTry }
  if (status === 429) return { said: words.rateLimited, advice: words.rateLimitedTry }
  if (code === 'searchUnavailable') return { said: words.noSearch, advice: words.noSearchTry }
  if (status === 503) return { said: words.unavailable, advice: words.unavailableTry }
  return { said: words.internal, advice: words.internalTry }
}
