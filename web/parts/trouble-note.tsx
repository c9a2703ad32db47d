import type { ComponentChildren } from 'preact'
import { KEY_NAME } from '../api/api.ts'
import type { Trouble } from '../api/problem.ts'
import { useLink, usePage } from '../page-context.ts'
import { addressOf } from '../place.ts'
import type { Words } from '../words/words.ts'

/** Says what is wrong in words, and what to do. */
export function TroubleNote({ trouble }: { readonly trouble: Trouble }) {
  const { words, place } = usePage()
  const link = useLink()
  const { said, advice } = told(trouble, words)
  return (
    <section class="note" role="alert">
      <h1>{said}</h1>
      {advice !== '' && <p>{advice}</p>}
      {trouble.code === 'unauthorized' && <KeyForm />}
      <p class="note-actions">
        <a class="button" href={link(addressOf(place.path, place.query))} data-reload="">
          {words.trouble.again}
        </a>
        <a href={link('/')}>{words.trouble.home}</a>
      </p>
    </section>
  )
}

/** A quieter note inside of a view: nothing found, nothing there yet. */
export function Note({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <section class="note">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function told(
  trouble: Trouble,
  { trouble: words }: Words,
): { readonly said: string; readonly advice: string } {
  if (trouble.code === 'offline') return { said: words.offline, advice: words.offlineTry }
  if (trouble.status === 404) return { said: words.notFound, advice: words.notFoundTry }
  if (trouble.status === 401) return { said: words.unauthorized, advice: words.unauthorizedTry }
  if (trouble.status === 429) return { said: words.rateLimited, advice: words.rateLimitedTry }
  if (trouble.status === 503) return { said: words.unavailable, advice: words.unavailableTry }
  if (trouble.status === 400) return { said: words.invalid, advice: trouble.detail }
  return { said: words.internal, advice: words.unavailableTry }
}

function KeyForm() {
  const { words, isLive } = usePage()
  if (!isLive) return null
  return (
    <form
      class="key-form"
      onSubmit={(event) => {
        event.preventDefault()
        const key = new FormData(event.currentTarget).get('key')
        if (typeof key !== 'string' || key.trim() === '') return
        localStorage.setItem(KEY_NAME, key.trim())
        location.reload()
      }}
    >
      <label>
        {words.trouble.key} <input name="key" type="password" autocomplete="off" required />
      </label>
      <button type="submit">{words.trouble.keyButton}</button>
    </form>
  )
}
