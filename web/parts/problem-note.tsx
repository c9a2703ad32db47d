import type { ComponentChildren } from 'preact'
import type { Problem } from '../api/problem.ts'
import { useLink, usePage } from '../page-context.ts'
import { addressOf } from '../page-location.ts'
import { problemText } from './problem-text.ts'

/** Says what is wrong and what to do. */
export function ProblemNote({ problem }: { readonly problem: Problem }) {
  const { words, pageLocation } = usePage()
  const link = useLink()
  const { said, advice } = problemText(problem, words)
  return (
    <section class="note" role="alert">
      <h1>{said}</h1>
      {advice !== '' && <p>{advice}</p>}
      {problem.status === 400 && <Refused problem={problem} />}
      {problem.status === 401 && <KeyForm />}
      <p class="note-actions">
        <a class="button" href={link(addressOf(pageLocation.path, pageLocation.query))} data-reload="">
          {words.problem.again}
        </a>
        <a href={link('/')}>{words.problem.home}</a>
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

/** The refused settings, by the labels of their controls, and the reasons. */
function Refused({ problem }: { readonly problem: Problem }) {
  const { words } = usePage()
  const labels: Readonly<Record<string, unknown>> = words.filters
  return (
    <>
      {problem.refused.map(({ parameter, value }) => {
        const label = labels[parameter]
        return (
          <p key={parameter}>
            {words.problem.invalidValue(typeof label === 'string' ? label : parameter, value)}
          </p>
        )
      })}
      {problem.detail !== '' && <p lang="en">{problem.detail}</p>}
    </>
  )
}

/** Asks for a key. The service keeps it in a cookie that no script can read, and redirects back to this address. */
function KeyForm() {
  const { words, pageLocation } = usePage()
  const link = useLink()
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
