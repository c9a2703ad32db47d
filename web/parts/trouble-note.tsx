import type { ComponentChildren } from 'preact'
import type { Trouble } from '../api/problem.ts'
import { useLink, usePage } from '../page-context.ts'
import { addressOf } from '../place.ts'
import { troubleText } from './trouble-text.ts'

/** Says what is wrong in words, and what to do. */
export function TroubleNote({ trouble }: { readonly trouble: Trouble }) {
  const { words, place } = usePage()
  const link = useLink()
  const { said, advice } = troubleText(trouble, words)
  return (
    <section class="note" role="alert">
      <h1>{said}</h1>
      {advice !== '' && <p>{advice}</p>}
      {trouble.status === 400 && <Refused trouble={trouble} />}
      {trouble.status === 401 && <KeyForm />}
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

/** Beside the form whose values were refused. */
export function RefusedNote({ trouble }: { readonly trouble: Trouble }) {
  const { words } = usePage()
  return (
    <div role="alert">
      <Note title={words.trouble.invalid}>
        <Refused trouble={trouble} />
      </Note>
    </div>
  )
}

/** Which settings were refused, by the names that their controls have, and why. */
function Refused({ trouble }: { readonly trouble: Trouble }) {
  const { words } = usePage()
  const labels: Readonly<Record<string, unknown>> = words.filters
  return (
    <>
      {trouble.refused.map(({ parameter, value }) => {
        const label = labels[parameter]
        return (
          <p key={parameter}>
            {words.trouble.invalidValue(typeof label === 'string' ? label : parameter, value)}
          </p>
        )
      })}
      {trouble.detail !== '' && <p lang="en">{trouble.detail}</p>}
    </>
  )
}

/** The service keeps the key in a cookie that no script can read, and leads back here. */
function KeyForm() {
  const { words, place } = usePage()
  const link = useLink()
  return (
    <form class="key-form" method="post" action={link('/key')}>
      <input type="hidden" name="back" value={addressOf(place.path, place.query)} />
      <label>
        {words.trouble.key} <input name="key" type="password" autocomplete="off" required />
      </label>
      <button type="submit">{words.trouble.keyButton}</button>
    </form>
  )
}
